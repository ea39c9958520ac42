import { Injectable } from '@nestjs/common';
import { type KeptAlone, PHOTOS_CONSENT, WORDS_CONSENT } from '../../contract/consent/consent.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import type { ReceiptKind } from '../../contract/consent/receipts.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { afterCommit } from '../ledger/after-commit.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { aloneOf, type AnyConsent, ASKED_ANEW, nothingSaid, readWords, wordOf } from './consent-state.js';
import { isSetApart, type RecordingConsent } from './recording-consent.entity.js';
import { RecordingConsentRepository } from './recording-consent.repository.js';
import { type NewReceipt, ReceiptsService } from './receipts.service.js';

const ALONE_WORDINGS: Record<KeptAlone, NewReceipt['wording']> = {
  words: { version: PRIVACY.version, words: JSON.stringify(WORDS_CONSENT) },
  photos: { version: PRIVACY.version, words: JSON.stringify(PHOTOS_CONSENT) },
};

export type AlsoWrite = (participantId: string, transaction: Transaction) => Promise<void>;
/** What becomes of it and what the receipt says; null where nothing changes. */
export type Decide = (consent: Readonly<RecordingConsent>) => [Readonly<RecordingConsent>, ReceiptKind] | null;

/** Keeps what was said, with its receipt and its line in the ledger, each in its order. */
@Injectable()
export class ConsentKeeper {
  constructor(
    private readonly consents: RecordingConsentRepository,
    private readonly receipts: ReceiptsService,
    private readonly participants: ParticipantsService,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
  ) {}

  /**
   * What the person says of themselves.
   * @param version of the words that they have read
   * @param alsoWrite runs in the same transaction, where anything changes
   * @throws AppError 401 `signed_out`
   */
  async change(
    author: SignedInParticipant,
    version: string,
    decide: Decide,
    alsoWrite?: AlsoWrite,
  ): Promise<Readonly<RecordingConsent>> {
    const wording = readWords(version);
    return this.keeping<Readonly<RecordingConsent>>(async (transaction, keep) => {
      if (!(await this.participants.lockAuthor(author, transaction))) throw signedOut();
      const before = (await this.consents.find(author.id, transaction)) ?? nothingSaid(author.id);
      const decided = decide(before);
      if (decided === null) return before;
      const [after, kind] = decided;
      await alsoWrite?.(author.id, transaction);
      const changedAt = await this.clock.tick(author.id, transaction);
      const isOfRecording = kind === 'guardian_asked' || kind.startsWith('recording_');
      const kept = { ...after, version: isOfRecording ? wording.version : before.version };
      await keep({ ...kept, changedAt }, receiptOf(author.id, kind, wording));
      return kept;
    });
  }

  /**
   * Runs `work` in a transaction. What it has kept stands with a receipt, and in the ledger: a no before the database agrees
   * to it, a yes only afterwards, since one that was not kept counts for nothing, and so what staff have asked anew.
   */
  async keeping<T>(
    work: (transaction: Transaction, keep: (consent: AnyConsent, receipt: NewReceipt) => Promise<void>) => Promise<T>,
  ): Promise<T> {
    const noted: (() => Promise<void>)[] = [];
    const result = await this.consents.inTransaction((transaction) =>
      work(transaction, async (consent, receipt) => {
        const note = () => this.ledger.append(wordOf(consent, receipt.kind), consent.changedAt);
        await this.consents.save(consent, transaction);
        if (!receipt.kind.endsWith('_given') && receipt.kind !== ASKED_ANEW) await note();
        // What nobody has claimed is no word of theirs.
        else if (!isSetApart(consent)) noted.push(note);
        await this.receipts.append(transaction, { ...receipt, at: consent.changedAt });
      }),
    );
    await afterCommit(async () => {
      for (const note of noted) await note();
    });
    return result;
  }
}

function receiptOf(participantId: string, kind: ReceiptKind, wording: NewReceipt['wording']): NewReceipt {
  const isAdult = kind === 'recording_given';
  const alone = aloneOf(kind);
  return {
    subject: { participantId },
    kind,
    actor: 'participant',
    method: 'screen',
    wording: alone === null ? wording : ALONE_WORDINGS[alone],
    details: isAdult ? { isAdult } : {},
  };
}

/** Before a yes, or what asks for one; a no holds whatever was read. @throws AppError 409 `words_changed` */
export function requirePresentWords(version: string): void {
  if (version === PRIVACY.version) return;
  throw new AppError(409, 'words_changed', 'These words have changed. Please load the page anew and read them again.');
}

export function guardianDecides(): AppError {
  const message = 'A parent or guardian decides this. If that is not right, please write to us.';
  return new AppError(409, 'guardian_decides', message);
}
