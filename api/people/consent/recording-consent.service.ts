import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import {
  type Consent,
  GUARDIAN_PATH,
  type KeptAlone,
  PHOTOS_CONSENT,
  WORDS_CONSENT,
  type GuardianPreview,
  type RecordingConsentState,
} from '../../contract/consent.js';
import {
  GUARDIAN_LINK_MAX_AGE_MS,
  GUARDIAN_MAIL_WINDOW_MS,
  GUARDIAN_MAILS_MAX,
  GUARDIAN_MAILS_PER_MAILBOX,
} from '../../contract/limits.js';
import { PRIVACY } from '../../contract/privacy.js';
import type { ReceiptKind } from '../../contract/receipts.js';
import { hashToken, newToken } from '../../platform/auth/opaque-token.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { writtenWait } from '../../platform/http/written-wait.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.service.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { type ConsentWord, WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { emailKey } from '../participants/email-key.js';
import { maskEmail } from '../participants/mask-email.js';
import { OwnChanges } from '../participants/own-changes.service.js';
import type { Participant } from '../participants/participant.entity.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { type SignedInParticipant, signedOut } from '../participants/signed-in-participant.js';
import { ConsentSoundService } from './consent-sound.service.js';
import { guardianMail } from './consent-mails.js';
import { privacyFactsOf } from './privacy-facts.js';
import {
  ALONE_FIELDS,
  type GuardianSetApart,
  isGuardiansLink,
  isSetApart,
  lacksGuardiansYes,
  type RecordingConsent,
  type SaidConsent,
  saidAlone,
} from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';
import { type NewReceipt, ReceiptsService } from './receipts.service.js';

/** What becomes of a yes that an older database brings back: how its receipt calls it. A yes itself is asked for again. */
const REPEATED: Partial<Record<RecordingConsentState, ReceiptKind>> = {
  refused: 'recording_refused',
  withdrawn: 'recording_withdrawn',
  guardian_asked: 'guardian_asked',
  guardian_refused: 'recording_refused',
};

/** The words that hold now, as receipts note them. */
const WORDING = { version: PRIVACY.version, words: JSON.stringify(PRIVACY.text) };
const ALONE_WORDINGS: Record<KeptAlone, NewReceipt['wording']> = {
  words: { version: PRIVACY.version, words: JSON.stringify(WORDS_CONSENT) },
  photos: { version: PRIVACY.version, words: JSON.stringify(PHOTOS_CONSENT) },
};

/** How the kinds of receipts begin that are about each. */
const FAMILIES: Record<ConsentWord['kind'], string[]> = {
  recording: ['recording', 'guardian'],
  guardian_refused: ['recording', 'guardian'],
  transcription: ['transcription'],
  words: ['words'],
  photos: ['photos'],
};

/** The same no again changes nothing. */
const SAID_NO: ReadonlySet<RecordingConsentState> = new Set(['refused', 'withdrawn', 'guardian_refused']);

type AlsoWrite = (participantId: string, transaction: Transaction) => Promise<void>;
/** @param subjectKey of whose receipts what follows is one, where nobody has claimed yet what the guardian is asked about */
type WithNo = (participantId: string, transaction: Transaction, subjectKey?: string) => Promise<void>;
type AnyConsent = RecordingConsent | GuardianSetApart;
/** What becomes of it and what the receipt says; null where nothing changes. */
type Decide = (consent: Readonly<RecordingConsent>) => [Readonly<RecordingConsent>, ReceiptKind] | null;

/**
 * What people say to being recorded, and to what is kept without it, or a parent or guardian does. A no always holds. What
 * follows from it is in `ConsentRules`.
 */
@Injectable()
export class RecordingConsentService {
  constructor(
    private readonly config: AppConfig,
    private readonly consents: RecordingConsentRepository,
    private readonly receipts: ReceiptsService,
    private readonly participants: ParticipantsService,
    private readonly mailer: Mailer,
    private readonly limits: RateLimits,
    private readonly ownChanges: OwnChanges,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly sounds: ConsentSoundService,
  ) {}

  async describe(participantId: string): Promise<Consent> {
    return this.present(await this.consents.find(participantId));
  }

  /** A yes or a no of the person. @throws AppError 409 `words_changed`, `guardian_decides`; of a yes 429 `too_many_changes` */
  async answer(author: SignedInParticipant, answer: 'yes' | 'no', version: string): Promise<Consent> {
    if (answer === 'yes') await this.ownChanges.count(author.id);
    return this.change(author, version, (consent) => {
      if (answer === 'no') {
        const wasGiven = consent.state === 'given';
        if (SAID_NO.has(consent.state)) return null;
        return [
          { ...consent, state: wasGiven ? 'withdrawn' : 'refused' },
          wasGiven ? 'recording_withdrawn' : 'recording_refused',
        ];
      }
      if (consent.state === 'given') return null;
      // Whoever said that they are under 18 does not become older by pressing again.
      if (consent.guardianEmail !== null) throw guardianDecides();
      return [{ ...consent, state: 'given' }, 'recording_given'];
    });
  }

  /** Whether another company may turn this person's speech into words. @throws AppError as `answer` */
  async answerTranscription(author: SignedInParticipant, answer: 'yes' | 'no', version: string): Promise<Consent> {
    if (answer === 'yes') await this.ownChanges.count(author.id);
    return this.change(author, version, (consent) => {
      const mayTranscribe = answer === 'yes';
      if (consent.mayTranscribe === mayTranscribe) return null;
      if (mayTranscribe && consent.guardianEmail !== null && consent.state !== 'given') throw guardianDecides();
      const no = consent.mayTranscribe === true ? 'transcription_withdrawn' : 'transcription_refused';
      return [{ ...consent, mayTranscribe }, mayTranscribe ? 'transcription_given' : no];
    });
  }

  /** Whether written answers, or photos, are kept of somebody who is not recorded. @throws AppError as `answer` */
  async answerAlone(
    author: SignedInParticipant,
    what: KeptAlone,
    answer: 'yes' | 'no',
    version: string,
  ): Promise<Consent> {
    if (answer === 'yes') await this.ownChanges.count(author.id);
    return this.change(author, version, (consent) => {
      if (answer === 'yes' && consent.guardianEmail !== null) throw guardianDecides();
      const field = ALONE_FIELDS[what];
      const mayKeep = answer === 'yes';
      if (consent[field] === mayKeep) return null;
      const no = consent[field] === true ? 'withdrawn' : 'refused';
      return [{ ...consent, [field]: mayKeep }, `${what}_${mayKeep ? 'given' : no}`];
    });
  }

  /**
   * Mails a parent or guardian; until they say yes, nothing of that person is taken. Another address may be given while
   * nobody has answered; whoever has said yes once stays the one who is asked.
   * @param alsoWrite runs in the same transaction
   * @throws AppError 409 `words_changed`, `guardian_decides`, `own_email`; 429 `too_many_mails`, also where others have had
   *   that mailbox mailed, `too_many_changes`; 503 `mail_not_sent`
   */
  async askGuardian(
    author: SignedInParticipant,
    email: string,
    version: string,
    alsoWrite: AlsoWrite,
  ): Promise<Consent> {
    const { email: own } = await this.participants.get(author.id);
    if (emailKey(email) === emailKey(own)) {
      throw new AppError(409, 'own_email', 'This is your own e-mail. Please give the one of a parent or guardian.');
    }
    await this.ownChanges.count(author.id);
    const token = newToken();
    const tokenHash = hashToken(token);
    let before: Readonly<RecordingConsent> | undefined;
    const decide: Decide = (consent) => {
      before = consent;
      if (consent.state === 'guardian_refused' || !isToBeAsked(consent, email)) throw guardianDecides();
      if (consent.guardianMails >= GUARDIAN_MAILS_MAX) {
        throw new AppError(429, 'too_many_mails', 'We have sent several mails already. Please write to us.');
      }
      const asked = {
        state: 'guardian_asked' as const,
        guardianEmail: email,
        guardianTokenHash: tokenHash,
        guardianAskedAt: new Date(),
        guardianMails: consent.guardianMails + 1,
      };
      return [{ ...consent, ...asked }, 'guardian_asked'];
    };
    return this.countingMailTo(email, async () => {
      const result = await this.change(author, version, decide, alsoWrite);
      const url = `${this.config.publicUrl}${GUARDIAN_PATH}#${token}`;
      try {
        await this.mailer.send(guardianMail(email, maskEmail(own), url, privacyFactsOf(this.config)));
      } catch (error) {
        await this.takeMailBack(author.id, tokenHash, before!);
        throw error;
      }
      return result;
    });
  }

  /** For whom a guardian's link is. @throws AppError 410 `link_expired` */
  async previewGuardian(token: string): Promise<GuardianPreview> {
    return this.presentToGuardian(await this.requireByToken(token));
  }

  /**
   * A guardian's yes can become a no at any time; a no stays. Both hold while nobody has claimed what was begun.
   * @param withNo runs in the same transaction where they say no, also again
   * @throws AppError 410 `link_expired`, 409 `words_changed`
   */
  async answerAsGuardian(
    token: string,
    answer: 'yes' | 'no',
    version: string,
    withNo: WithNo,
  ): Promise<GuardianPreview> {
    requirePresentWords(version);
    const { participantId } = await this.requireByToken(token);
    const kept = await this.keeping<Readonly<AnyConsent>>(async (transaction, keep) => {
      await this.participants.lock(participantId, transaction);
      const tokenHash = hashToken(token);
      const consent = (await this.findBoth(participantId, transaction)).find((each) =>
        isGuardiansLink(each, tokenHash),
      );
      // Somebody else was asked meanwhile.
      if (!consent) throw linkExpired();
      const subjectKey = isSetApart(consent) ? consent.subjectKey : undefined;
      const { state, guardianAgreedHashes: agreed } = consent;
      // What follows from a no may have been cut short before.
      if (answer === 'no' && state === 'guardian_refused') await withNo(participantId, transaction, subjectKey);
      if (state === 'guardian_refused' || (answer === 'yes' && state !== 'guardian_asked')) return consent;
      const changed: AnyConsent = {
        ...consent,
        state: answer === 'yes' ? 'given' : 'guardian_refused',
        guardianAgreedHashes:
          answer === 'yes' && !agreed.some((hash) => hash.equals(tokenHash)) ? [...agreed, tokenHash] : agreed,
        version,
        changedAt: await this.clock.tick(participantId, transaction),
      };
      if (answer === 'no') await withNo(participantId, transaction, subjectKey);
      const kind =
        answer === 'yes' ? 'recording_given' : agreed.length > 0 ? 'recording_withdrawn' : 'recording_refused';
      await keep(changed, {
        subject: subjectOf(changed),
        kind,
        actor: 'guardian',
        method: 'mailed_link',
        wording: WORDING,
      });
      return changed;
    });
    return this.presentToGuardian(kept);
  }

  /**
   * Within a claim, as the last thing in it: what a guardian said of what was begun holds for the person. Where both have said
   * something since, the stricter of each holds. What it is made of stands in the ledger; a database from before asks again.
   */
  async giveBack(participantId: string, transaction: Transaction): Promise<void> {
    const apart = await this.consents.findSetApart(participantId, transaction);
    if (!apart) return;
    await this.consents.removeSetApart(participantId, transaction);
    const { subjectKey, discardedAt: _, ...said } = apart;
    const own = await this.consents.find(participantId, transaction);
    const joined = own ? joinedOf(own, said) : said;
    if (own === null) {
      await this.consents.save(said, transaction);
      if (await this.receipts.giveBackKey(participantId, subjectKey, transaction)) return;
    } else {
      if (isDeepStrictEqual(joined, { ...own })) return;
      const changedAt = await this.clock.tick(participantId, transaction);
      await this.consents.save({ ...joined, changedAt }, transaction);
    }
    await this.receipts.append(transaction, {
      subject: { participantId },
      kind: REPEATED[joined.state] ?? 'recording_given',
      actor: 'system',
      method: 'automatic',
      wording: WORDING,
      details: { saidAt: said.changedAt.toISOString() },
    });
  }

  /** An earlier version knows nothing of it: where that has ended a beginning, it goes where that went, or is asked about again. */
  async settleLeftApart(): Promise<void> {
    for (const id of await this.consents.findLeftApart()) {
      await this.consents.inTransaction(async (transaction) => {
        const participant = await this.participants.findAndLock(id, transaction);
        if (!participant || (await this.participants.findUnclaimed(id, transaction))) return;
        if (participant.keptUnder?.includes(id)) await this.giveBack(id, transaction);
        else await this.participants.askAgain(id, transaction);
      });
    }
  }

  /**
   * Says again a no that the ledger knows, where an older database has a yes still, or nothing. Returns whether there was
   * anything to change. What was said before another browser proved the e-mail went with the proof: its owner is asked
   * anew, also where they have claimed what was begun there; what a guardian said waits with that.
   */
  repeat(word: ConsentWord, at: Date): Promise<boolean> {
    const { participantId } = word;
    return this.consents.inTransaction(async (transaction) => {
      const participant = await this.participants.findAndLock(participantId, transaction);
      const before = participant && (await this.findToRepeat(participant, word, at, transaction));
      if (!before) return false;
      const isLater = before.changedAt > at;
      const subject = subjectOf(before);
      // The same was answered since, of which the ledger does not know yet; another answer leaves this one as it is.
      if (isLater && (await this.receipts.hasSince(subject, FAMILIES[word.kind], at, transaction))) return false;
      const [change, kind] = repeatedOn(before, word);
      if (kind === undefined) return false;
      await this.consents.save({ ...before, ...change, changedAt: isLater ? before.changedAt : at }, transaction);
      await this.receipts.append(transaction, {
        subject,
        kind,
        actor: 'system',
        method: 'automatic',
        wording: WORDING,
        details: { saidAt: at.toISOString(), restored: true },
      });
      return true;
    });
  }

  /** What that word was said about, as it is here; null where it counts for nobody any more. */
  private async findToRepeat(
    { id, emailProvenAt, keptUnder }: Participant,
    word: ConsentWord,
    at: Date,
    transaction: Transaction,
  ): Promise<Readonly<AnyConsent> | null> {
    const own = await this.consents.find(id, transaction);
    // Only a proof elsewhere has it kept under another id.
    const wasAnothers = emailProvenAt !== null && emailProvenAt >= at && keptUnder !== null;
    const wentWithProof = wasAnothers && (!own || own.changedAt > at);
    if (word.kind !== 'guardian_refused' && !wentWithProof) return own ?? nothingSaid(id, at);
    const isUnder18 = word.kind === 'guardian_refused' || (word.kind === 'recording' && word.guardianDecides);
    if (isUnder18 && (await this.participants.findUnclaimed(id, transaction))) {
      return (await this.consents.findSetApart(id, transaction)) ?? nothingSaidApart(id, at);
    }
    if (word.kind !== 'guardian_refused') return null;
    // Claimed since, or not proven yet; what was not theirs is nobody's.
    return keptUnder === null || keptUnder.includes(id) ? (own ?? nothingSaid(id, at)) : null;
  }

  private async change(
    author: SignedInParticipant,
    version: string,
    decide: Decide,
    alsoWrite?: AlsoWrite,
  ): Promise<Consent> {
    requirePresentWords(version);
    const consent = await this.keeping<Readonly<RecordingConsent>>(async (transaction, keep) => {
      if (!(await this.participants.lockAs(author, transaction))) throw signedOut();
      const before = (await this.consents.find(author.id, transaction)) ?? nothingSaid(author.id);
      const decided = decide(before);
      if (decided === null) return before;
      const [after, kind] = decided;
      await alsoWrite?.(author.id, transaction);
      const changedAt = await this.clock.tick(author.id, transaction);
      await keep({ ...after, version, changedAt }, this.receiptOf(author.id, kind));
      return { ...after, version };
    });
    return this.present(consent);
  }

  /**
   * Runs `work` in a transaction. What it has kept stands with a receipt, and in the ledger: a no before the database agrees
   * to it, a yes only afterwards, since one that was not kept counts for nothing.
   */
  private async keeping<T>(
    work: (transaction: Transaction, keep: (consent: AnyConsent, receipt: NewReceipt) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const yeses: (() => Promise<void>)[] = [];
    const result = await this.consents.inTransaction((transaction) =>
      work(transaction, async (consent, receipt) => {
        const note = () => this.ledger.append(wordOf(consent, receipt.kind), consent.changedAt);
        await this.consents.save(consent, transaction);
        if (!receipt.kind.endsWith('_given')) await note();
        // What nobody has claimed is no word of theirs.
        else if (!isSetApart(consent)) yeses.push(note);
        await this.receipts.append(transaction, receipt);
      }),
    );
    for (const note of yeses) await note();
    return result;
  }

  /** The person's own, and what waits with a beginning. */
  private async findBoth(participantId: string, transaction: Transaction): Promise<Readonly<AnyConsent>[]> {
    const own = await this.consents.find(participantId, transaction);
    const apart = await this.consents.findSetApart(participantId, transaction);
    return [own, apart].filter((each) => each !== null);
  }

  private receiptOf(participantId: string, kind: ReceiptKind): NewReceipt {
    const isAdult = kind === 'recording_given';
    const alone = aloneOf(kind);
    return {
      subject: { participantId },
      kind,
      actor: 'participant',
      method: 'screen',
      wording: alone === null ? WORDING : ALONE_WORDINGS[alone],
      details: isAdult ? { isAdult } : {},
    };
  }

  private async requireByToken(token: string): Promise<Readonly<SaidConsent>> {
    const tokenHash = hashToken(token);
    const consent = await this.consents.findByGuardianToken(tokenHash);
    const isTooOld =
      consent?.state === 'guardian_asked' &&
      !consent.guardianAgreedHashes.some((hash) => hash.equals(tokenHash)) &&
      (consent.guardianAskedAt?.getTime() ?? 0) < Date.now() - GUARDIAN_LINK_MAX_AGE_MS;
    if (!consent || isTooOld) throw linkExpired();
    return consent;
  }

  private async presentToGuardian({ participantId, state }: Readonly<SaidConsent>): Promise<GuardianPreview> {
    const { email } = await this.participants.get(participantId);
    return { maskedEmail: maskEmail(email), recording: state };
  }

  private async present(consent: Readonly<RecordingConsent> | null): Promise<Consent> {
    const { transcriber } = privacyFactsOf(this.config);
    const words = consent && saidAlone('words', consent);
    const photos = consent && saidAlone('photos', consent);
    return {
      recording: consent?.state ?? 'none',
      version: consent?.version ?? null,
      guardian: consent?.guardianEmail ? maskEmail(consent.guardianEmail) : null,
      transcription: transcriber === null ? null : { service: transcriber, isAllowed: consent?.mayTranscribe ?? null },
      sound: await this.sounds.findAddress(),
      ...(words !== null && { words }),
      ...(photos !== null && { photos }),
    };
  }

  /** As if that mail had never been on its way; that they are under 18 stays said. */
  private takeMailBack(id: string, tokenHash: Buffer, before: Readonly<RecordingConsent>): Promise<void> {
    return this.consents.inTransaction(async (transaction) => {
      await this.participants.lock(id, transaction);
      const both = await this.findBoth(id, transaction);
      const asked = both.find((each) => each.guardianTokenHash?.equals(tokenHash));
      const consent = asked ?? both.find((each) => !isSetApart(each));
      if (!consent) return;
      const { guardianTokenHash, guardianAskedAt } = before;
      const isLast = asked !== undefined;
      const askedBefore = { guardianEmail: before.guardianEmail ?? '', guardianTokenHash, guardianAskedAt };
      const guardianMails = consent.guardianMails - 1;
      await this.consents.save({ ...consent, ...(isLast && askedBefore), guardianMails }, transaction);
    });
  }

  /**
   * Runs `work`, which mails somebody who did not ask for it: so many are sent to one mailbox, whoever has them sent.
   * @throws AppError 429 `too_many_mails`
   */
  private async countingMailTo<T>(email: string, work: () => Promise<T>): Promise<T> {
    const limits = [
      { subject: `guardian ${emailKey(email)}`, limit: GUARDIAN_MAILS_PER_MAILBOX, windowMs: GUARDIAN_MAIL_WINDOW_MS },
    ];
    const { waitSeconds } = await this.limits.take(limits);
    if (waitSeconds > 0) {
      const message = `We have mailed this address several times already. Please try again in ${writtenWait(waitSeconds)}.`;
      throw new AppError(429, 'too_many_mails', message, waitSeconds);
    }
    try {
      return await work();
    } catch (error) {
      await this.limits.giveBack(limits);
      throw error;
    }
  }
}

/** As the ledger keeps it. */
function wordOf(consent: AnyConsent, kind: ReceiptKind): ConsentWord {
  const { participantId, state, mayTranscribe, guardianEmail } = consent;
  if (isSetApart(consent)) return { kind: 'guardian_refused', participantId };
  const alone = aloneOf(kind);
  if (alone !== null) return { kind: alone, participantId, isAllowed: consent[ALONE_FIELDS[alone]] === true };
  return kind.startsWith('transcription_')
    ? { kind: 'transcription', participantId, isAllowed: mayTranscribe === true }
    : { kind: 'recording', participantId, state, guardianDecides: guardianEmail !== null };
}

/** Which of what is kept without a recording a receipt is about; null for another. */
function aloneOf(kind: ReceiptKind): KeptAlone | null {
  if (kind.startsWith('words_')) return 'words';
  return kind.startsWith('photos_') ? 'photos' : null;
}

/** What of it becomes another, and what the receipt says; nothing where it was no yes, or is none to repeat. */
function repeatedOn(
  before: Readonly<SaidConsent>,
  word: ConsentWord,
): [Partial<SaidConsent> & { guardianEmail?: string }, ReceiptKind | undefined] {
  if (word.kind === 'transcription') {
    const isKnown = word.isAllowed || before.mayTranscribe === false;
    return [{ mayTranscribe: false }, isKnown ? undefined : 'transcription_withdrawn'];
  }
  if (word.kind !== 'recording' && word.kind !== 'guardian_refused') {
    const field = ALONE_FIELDS[word.kind];
    const isKnown = word.isAllowed || before[field] === false;
    return [{ [field]: false }, isKnown ? undefined : `${word.kind}_withdrawn`];
  }
  const said = word.kind === 'guardian_refused' ? { state: 'guardian_refused' as const, guardianDecides: true } : word;
  // Which guardian said yes is in no ledger: they are asked again.
  const isUnknown = before.guardianEmail === null || before.state === 'none';
  const state = said.state === 'given' && said.guardianDecides && isUnknown ? 'guardian_asked' : said.state;
  const isNewlyUnder18 = said.guardianDecides && before.guardianEmail === null;
  const isKnown = before.state === state && !isNewlyUnder18;
  return [{ state, ...(isNewlyUnder18 && { guardianEmail: '' }) }, isKnown ? undefined : REPEATED[state]];
}

/** Of two of one person the stricter, in each; whoever was said to be under 18 does not become older by having said more. */
function joinedOf(own: Readonly<RecordingConsent>, said: Readonly<RecordingConsent>): Readonly<RecordingConsent> {
  const { guardianEmail, guardianTokenHash, guardianAskedAt } = own.guardianEmail ? own : said;
  const agreed = [...own.guardianAgreedHashes, ...said.guardianAgreedHashes];
  return {
    ...own,
    state: stricterOf(own, said),
    guardianEmail,
    guardianTokenHash,
    guardianAskedAt,
    guardianAgreedHashes: agreed,
    guardianMails: Math.max(own.guardianMails, said.guardianMails),
    mayTranscribe: ifBoth(own.mayTranscribe, said.mayTranscribe),
    mayKeepWords: ifBoth(own.mayKeepWords, said.mayKeepWords),
    mayKeepPhotos: ifBoth(own.mayKeepPhotos, said.mayKeepPhotos),
  };
}

function stricterOf(own: Readonly<RecordingConsent>, said: Readonly<RecordingConsent>): RecordingConsentState {
  if (own.state === 'guardian_refused' || said.state === 'guardian_refused') return 'guardian_refused';
  if (own.state === 'refused' || own.state === 'withdrawn') {
    // A no of their own is no guardian's yes.
    return lacksGuardiansYes(own) || lacksGuardiansYes(said) ? 'refused' : 'withdrawn';
  }
  return own.guardianEmail === null ? said.state : own.state;
}

function ifBoth(own: boolean | null, said: boolean | null): boolean | null {
  return own === false || said === false ? false : (own ?? said);
}

/** Whose receipts tell of it. */
function subjectOf(consent: Readonly<AnyConsent>): NewReceipt['subject'] {
  return isSetApart(consent) ? { subjectKey: consent.subjectKey } : { participantId: consent.participantId };
}

function nothingSaidApart(participantId: string, changedAt: Date): Readonly<GuardianSetApart> {
  return {
    ...nothingSaid(participantId, changedAt),
    guardianEmail: '',
    subjectKey: randomUUID(),
    discardedAt: null,
  };
}

function nothingSaid(participantId: string, changedAt = new Date()): Readonly<RecordingConsent> {
  return {
    participantId,
    state: 'none',
    version: PRIVACY.version,
    changedAt,
    mayTranscribe: null,
    mayKeepWords: null,
    mayKeepPhotos: null,
    guardianEmail: null,
    guardianTokenHash: null,
    guardianAgreedHashes: [],
    guardianAskedAt: null,
    guardianMails: 0,
  };
}

/** Whether this mailbox is asked: any one before somebody has said yes, then theirs, after a no of the person. */
function isToBeAsked({ state, guardianEmail, guardianAgreedHashes }: Readonly<RecordingConsent>, email: string) {
  if (guardianAgreedHashes.length === 0 || guardianEmail === null) return true;
  return state !== 'given' && emailKey(guardianEmail) === emailKey(email);
}

function requirePresentWords(version: string): void {
  if (version === PRIVACY.version) return;
  throw new AppError(409, 'words_changed', 'These words have changed. Please load the page anew and read them again.');
}

function guardianDecides(): AppError {
  const message = 'A parent or guardian decides this. If that is not right, please write to us.';
  return new AppError(409, 'guardian_decides', message);
}

function linkExpired(): AppError {
  const message = 'This link does not work any more. Please ask for a new one in the interview.';
  return new AppError(410, 'link_expired', message);
}
