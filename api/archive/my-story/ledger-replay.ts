import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { type LedgerEntry, WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { WithdrawalsService } from './withdrawals.service.js';

/**
 * Before the first request, and before anything is published: what was taken back is taken back, also where the database is
 * an older one that was restored.
 */
@Injectable()
export class LedgerReplay implements OnApplicationBootstrap {
  private readonly logger = new Logger('Withdrawals');

  constructor(
    private readonly ledger: WithdrawalLedger,
    private readonly withdrawals: WithdrawalsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.apply();
  }

  /** Returns how many withdrawals the database did not know. Doing it twice changes nothing. */
  async apply(): Promise<number> {
    let repeated = 0;
    for (const { at, ...event } of lastWords(await this.ledger.read())) {
      if (await this.withdrawals.repeat(event, new Date(at))) repeated += 1;
    }
    if (repeated > 0) this.logger.warn(`${repeated} withdrawals were done again, which the database did not know.`);
    return repeated;
  }
}

/** Of hiding and showing again, a person's last word; what came before somebody left need not be said again. */
function lastWords(entries: LedgerEntry[]): LedgerEntry[] {
  const left = new Set(entries.flatMap(({ kind, participantId }) => (kind === 'left' ? participantId : [])));
  const visibility = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    if (entry.kind === 'hidden' || entry.kind === 'shown') visibility.set(entry.participantId, entry);
  }
  return entries.filter((entry) => {
    if (left.has(entry.participantId)) return entry.kind === 'left';
    if (entry.kind === 'hidden' || entry.kind === 'shown') return visibility.get(entry.participantId) === entry;
    return true;
  });
}
