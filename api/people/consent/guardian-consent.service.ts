import { Injectable } from '@nestjs/common';
import { GUARDIAN_PATH, type GuardianPreview } from '../../contract/consent/consent.js';
import {
  GUARDIAN_LINK_MAX_AGE_MS,
  GUARDIAN_MAIL_WINDOW_MS,
  GUARDIAN_MAILS_MAX,
  GUARDIAN_MAILS_PER_MAILBOX,
} from '../../contract/common/limits.js';
import { hashToken, newToken } from '../../platform/auth/opaque-token.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { writtenWait } from '../../platform/http/written-wait.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.service.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { emailKey } from '../../contract/people/email-key.js';
import { maskEmail } from '../participants/mask-email.js';
import { OwnChanges } from '../participants/own-changes.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import {
  type AlsoWrite,
  ConsentKeeper,
  type Decide,
  guardianDecides,
  requirePresentWords,
} from './consent-keeper.service.js';
import { guardianMail } from './consent-mails.js';
import { type AnyConsent, ASKED_ANEW, askedAnew, readWords, subjectOf, WORDING } from './consent-state.js';
import { privacyFactsOf } from './privacy-facts.js';
import {
  isGuardiansLink,
  isSetApart,
  isUnder18,
  type RecordingConsent,
  type SaidConsent,
} from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';

/** @param subjectKey of whose receipts what follows is one, where nobody has claimed yet what the guardian is asked about */
type WithNo = (participantId: string, transaction: Transaction, subjectKey?: string) => Promise<void>;

/** What a parent or guardian says of somebody under 18, over a link that is mailed to them. */
@Injectable()
export class GuardianConsent {
  constructor(
    private readonly config: AppConfig,
    private readonly consents: RecordingConsentRepository,
    private readonly keeper: ConsentKeeper,
    private readonly participants: ParticipantsService,
    private readonly mailer: Mailer,
    private readonly rateLimits: RateLimits,
    private readonly ownChanges: OwnChanges,
    private readonly clock: LedgerClock,
  ) {}

  /**
   * Mails a parent or guardian; until they say yes, nothing of that person is taken. Another address may be given while
   * nobody has answered; whoever has said yes once stays the one who is asked.
   * @param alsoWrite runs in the same transaction
   * @throws AppError 409 `words_changed`, `guardian_decides`, `own_email`; 429 `too_many_mails`, also where others have had
   *   that mailbox mailed, `too_many_changes`; 503 `mail_not_sent`; 422 `mail_refused`
   */
  async ask(author: SignedInParticipant, email: string, version: string, alsoWrite: AlsoWrite): Promise<void> {
    requirePresentWords(version);
    const { email: own } = await this.participants.get(author.id);
    if (emailKey(email) === emailKey(own)) {
      throw new AppError(409, 'own_email', 'This is your own e-mail. Please give the one of a parent or guardian.');
    }
    await this.ownChanges.take(author.id);
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
    await this.countingMailTo(email, async () => {
      await this.keeper.change(author, version, decide, alsoWrite);
      const url = `${this.config.publicUrl}${GUARDIAN_PATH}#${token}`;
      try {
        await this.mailer.send(guardianMail(email, maskEmail(own), url, privacyFactsOf(this.config)));
      } catch (error) {
        await this.takeMailBack(author.id, tokenHash, before!);
        throw error;
      }
    });
  }

  /** For whom a guardian's link is. @throws AppError 410 `link_expired` */
  async preview(token: string): Promise<GuardianPreview> {
    return this.present(await this.requireByToken(token));
  }

  /**
   * A guardian's yes can become a no at any time; a no stays. Both hold while nobody has claimed what was begun. Nobody says
   * yes over a mailbox that is the person's own by now.
   * @param withNo runs in the same transaction where they say no, also again
   * @throws AppError 410 `link_expired`; of a yes 409 `words_changed`, `own_email`
   */
  async answer(token: string, answer: 'yes' | 'no', version: string, withNo: WithNo): Promise<GuardianPreview> {
    if (answer === 'yes') requirePresentWords(version);
    const wording = readWords(version);
    const { participantId } = await this.requireByToken(token);
    const kept = await this.keeper.keeping<Readonly<AnyConsent>>(async (transaction, keep) => {
      const person = await this.participants.lock(participantId, transaction);
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
      if (answer === 'yes' && person?.emailKey === emailKey(consent.guardianEmail ?? '')) throw ownByNow();
      const changed: AnyConsent = {
        ...consent,
        state: answer === 'yes' ? 'given' : 'guardian_refused',
        guardianAgreedHashes:
          answer === 'yes' && !agreed.some((hash) => hash.equals(tokenHash)) ? [...agreed, tokenHash] : agreed,
        version: wording.version,
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
        wording,
      });
      return changed;
    });
    return this.present(kept);
  }

  /** Of whom a parent or guardian decides: all of them, or that person. */
  async listUnder18(participantId?: string): Promise<ReadonlySet<string>> {
    return new Set(await this.consents.findUnder18(participantId));
  }

  /**
   * Staff have somebody asked anew: what was said of a parent or guardian, and over their links, counts no more. Nothing of
   * what there is changes, and nothing more is taken or approved before a yes. A beginning that nobody has claimed keeps its own.
   * @param alsoWrite runs in the same transaction
   * @throws AppError 404 `participant_not_found`, 409 `no_guardian` where none is asked about them
   */
  async askAnew(id: string, alsoWrite: (transaction: Transaction) => Promise<void>): Promise<void> {
    await this.keeper.keeping(async (transaction, keep) => {
      await this.participants.requireLocked(id, transaction);
      const before = await this.consents.find(id, transaction);
      if (!before || !isUnder18(before)) throw noGuardian();
      await alsoWrite(transaction);
      await keep(askedAnew(before, await this.clock.tick(id, transaction)), {
        subject: { participantId: id },
        kind: ASKED_ANEW,
        actor: 'staff',
        method: 'staff_screen',
        wording: WORDING,
        producerName: currentProducerName(),
      });
    });
  }

  /** The person's own, and what waits with a beginning. */
  private async findBoth(participantId: string, transaction: Transaction): Promise<Readonly<AnyConsent>[]> {
    const own = await this.consents.find(participantId, transaction);
    const apart = await this.consents.findSetApart(participantId, transaction);
    return [own, apart].filter((each) => each !== null);
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

  private async present({ participantId, state }: Readonly<SaidConsent>): Promise<GuardianPreview> {
    const { email } = await this.participants.get(participantId);
    return { maskedEmail: maskEmail(email), recording: state };
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
      // Staff may have had them asked anew meanwhile.
      const guardianMails = Math.max(0, consent.guardianMails - 1);
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
    const { waitSeconds } = await this.rateLimits.take(limits);
    if (waitSeconds > 0) {
      const message = `We have mailed this address several times already. Please try again in ${writtenWait(waitSeconds)}.`;
      throw new AppError(429, 'too_many_mails', message, waitSeconds);
    }
    try {
      return await work();
    } catch (error) {
      await this.rateLimits.giveBack(limits);
      throw error;
    }
  }
}

/** Whether this mailbox is asked: any one before somebody has said yes, then theirs, after a no of the person. */
function isToBeAsked({ state, guardianEmail, guardianAgreedHashes }: Readonly<RecordingConsent>, email: string) {
  if (guardianAgreedHashes.length === 0 || guardianEmail === null) return true;
  return state !== 'given' && emailKey(guardianEmail) === emailKey(email);
}

function noGuardian(): AppError {
  return new AppError(409, 'no_guardian', 'No parent or guardian is asked about this person.');
}

function ownByNow(): AppError {
  const message =
    'This is the e-mail of whoever tells the story by now. Please have them give another one of a parent or guardian.';
  return new AppError(409, 'own_email', message);
}

function linkExpired(): AppError {
  const message = 'This link does not work any more. Please ask for a new one in the interview.';
  return new AppError(410, 'link_expired', message);
}
