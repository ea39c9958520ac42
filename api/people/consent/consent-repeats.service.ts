import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import type { ConsentWord } from '../ledger/withdrawal-ledger.js';
import type { Participant } from '../participants/participant.entity.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UnclaimedBeginnings } from '../participants/unclaimed-beginnings.service.js';
import {
  type AnyConsent,
  joinedOf,
  nothingSaid,
  nothingSaidApart,
  REPEATED,
  repeatedOn,
  subjectOf,
  WORDING,
} from './consent-state.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';
import { ReceiptsService } from './receipts.service.js';

/** How the kinds of receipts begin that are about each. */
const FAMILIES: Record<ConsentWord['kind'], string[]> = {
  recording: ['recording', 'guardian'],
  guardian_refused: ['recording', 'guardian'],
  asked_anew: ['recording', 'guardian'],
  transcription: ['transcription'],
  words: ['words'],
  photos: ['photos'],
};

/** What was said before comes to hold again: with a claim, and where the database is older than the ledger. */
@Injectable()
export class ConsentRepeats {
  constructor(
    private readonly consents: RecordingConsentRepository,
    private readonly receipts: ReceiptsService,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly clock: LedgerClock,
  ) {}

  /**
   * Within a claim, as the last thing in it: what a guardian said of what was begun holds for the person. Where both have said
   * something since, the stricter of each holds. What it is made of stands in the ledger; a database from before asks again.
   */
  async giveBack(participantId: string, transaction: Transaction): Promise<void> {
    const apart = await this.consents.findSetApart(participantId, transaction);
    if (!apart) return;
    await this.consents.removeSetApart(participantId, transaction);
    const { subjectKey, discardedAt: _, ...rest } = apart;
    const said = { ...rest, askedAnewAt: null };
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

  /**
   * An earlier version ends a beginning without what a guardian said of it. Where the beginning was claimed, that holds for
   * the person from now on; else they are asked about the beginning once more.
   */
  async settleLeftApart(): Promise<void> {
    for (const id of await this.consents.findLeftApart()) {
      await this.consents.inTransaction(async (transaction) => {
        const participant = await this.participants.lock(id, transaction);
        if (!participant || (await this.beginnings.find(id, transaction))) return;
        if (participant.keptUnder?.includes(id)) await this.giveBack(id, transaction);
        else await this.beginnings.askAgain(id, transaction);
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
      const participant = await this.participants.lock(participantId, transaction);
      const before = participant && (await this.findToRepeat(participant, word, at, transaction));
      if (!before) return false;
      const isLater = before.changedAt > at;
      const subject = subjectOf(before);
      // The same was answered since, of which the ledger does not know yet; another answer leaves this one as it is.
      if (isLater && (await this.receipts.hasSince(subject, FAMILIES[word.kind], at, transaction))) return false;
      const [after, kind] = repeatedOn(before, word, at);
      if (kind === undefined) return false;
      await this.consents.save({ ...after, changedAt: isLater ? before.changedAt : at }, transaction);
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
    if (isUnder18 && (await this.beginnings.find(id, transaction))) {
      return (await this.consents.findSetApart(id, transaction)) ?? nothingSaidApart(id, at);
    }
    if (word.kind !== 'guardian_refused') return null;
    // Claimed since, or not proven yet; what was not theirs is nobody's.
    return keptUnder === null || keptUnder.includes(id) ? (own ?? nothingSaid(id, at)) : null;
  }
}
