import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ConsentRepeats } from '../../people/consent/consent-repeats.service.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import {
  type ConsentWord,
  type LedgerEntry,
  type LedgerEvent,
  WithdrawalLedger,
} from '../../people/ledger/withdrawal-ledger.js';
import { besideIn } from './beside-words.js';
import { LedgerRepeats } from './ledger-repeats.service.js';
import { SUBJECTS, subjectOf } from './ledger-subjects.js';
import { writeMissing } from './missing-noes.js';
import { UnwrittenNoesRepository } from './unwritten-noes.repository.js';

/**
 * Before the first request, and before anything is published: what was taken back is taken back, also where the database is
 * an older one that was restored.
 */
@Injectable()
export class LedgerReplay implements OnApplicationBootstrap {
  private readonly logger = new Logger('Withdrawals');

  constructor(
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly repeats: LedgerRepeats,
    private readonly consentRepeats: ConsentRepeats,
    private readonly noes: UnwrittenNoesRepository,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.consentRepeats.settleLeftApart();
    await this.ledger.exchange();
    await this.writeMissing();
    const repeated = await this.apply();
    // What was said again may be a no to what is public.
    if (repeated > 0 && (await this.writeMissing()) > 0) await this.apply();
  }

  /**
   * Writes down what this database knows and the ledger does not: what was said to an earlier version, which had no ledger,
   * where the ledger was lost, or where a server ended between the two. Returns how many lines that were; doing it twice writes nothing.
   */
  async writeMissing(): Promise<number> {
    const count = await writeMissing(this.ledger, await this.noes.findKnown());
    if (count > 0) this.logger.log(`${count} earlier withdrawals and moves were added to the ledger.`);
    return count;
  }

  /** Returns how many withdrawals the database did not know. Doing it twice changes nothing. */
  async apply(): Promise<number> {
    const { entries, unread } = await this.ledger.read();
    if (unread.length > 0) {
      const lines = unread.map(({ number }) => number).join(', ');
      this.logger.error(
        `Of the ledger these lines say nothing, and were passed over: ${lines}. npm run doctor tells more.`,
      );
    }
    const besideOf = besideIn(entries);
    let repeated = 0;
    for (const { at, ...event } of lastWords(entries)) {
      const isNew = isConsentWord(event)
        ? await this.consentRepeats.repeat(event, new Date(at))
        : await this.repeats.repeat(event, new Date(at), besideOf(event, at));
      if (isNew) repeated += 1;
    }
    await this.clock.keepUpWith(entries);
    if (repeated > 0) this.logger.warn(`${repeated} withdrawals were done again, which the database did not know.`);
    return repeated;
  }
}

const CONSENT_WORDS = new Set<LedgerEvent['kind']>([
  'recording',
  'guardian_refused',
  'asked_anew',
  'transcription',
  'words',
  'photos',
]);

function isConsentWord(event: LedgerEvent): event is ConsentWord {
  return CONSENT_WORDS.has(event.kind);
}

/**
 * By the times that they say: a yes is written after its commit, and may come behind a later no. Older cuts that a no covers
 * are of its time, and come before it.
 */
function lastWords(entries: LedgerEntry[]): LedgerEntry[] {
  const sorted = entries.toSorted(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || Number(b.kind === 'covered') - Number(a.kind === 'covered'),
  );
  // What came before somebody left need not be said again.
  const left = new Set<string | null>(
    sorted.flatMap(({ kind, participantId }) => (kind === 'left' ? participantId : [])),
  );
  const provenAt = new Map(
    sorted.flatMap((entry) => (entry.kind === 'proven' && entry.isElsewhere ? [[entry.participantId, entry.at]] : [])),
  );
  // What a guardian said until then is no word of whoever proved it, which could take its place.
  const wasBeforeProof = ({ participantId, at }: LedgerEntry) =>
    Date.parse(at) <= Date.parse((participantId !== null && provenAt.get(participantId)) || '');
  const isBeforeProof = (entry: LedgerEntry) =>
    entry.kind === 'recording' && entry.guardianDecides && wasBeforeProof(entry);
  const keyOf = (entry: LedgerEntry) => `${isBeforeProof(entry) ? 'before the proof: ' : ''}${subjectOf(entry)}`;
  // What was said until then counts no more; of what another browser had begun, only where that was asked anew.
  const anew = Map.groupBy(
    sorted.filter(({ kind }) => kind === 'asked_anew'),
    ({ participantId }) => participantId,
  );
  const isAskedAnew = (entry: LedgerEntry) =>
    entry.kind === 'recording' &&
    (anew.get(entry.participantId) ?? []).some(
      (later) => Date.parse(later.at) >= Date.parse(entry.at) && wasBeforeProof(later) === wasBeforeProof(entry),
    );
  const last = new Map(sorted.map((entry) => [keyOf(entry), entry]));
  return sorted.filter((entry) => {
    if (isAskedAnew(entry)) return false;
    const counts = !(entry.kind in SUBJECTS) || last.get(keyOf(entry)) === entry;
    // What was moved to them goes with them.
    if (left.has(entry.participantId)) return entry.kind === 'left' || (entry.kind === 'moved' && counts);
    return counts;
  });
}
