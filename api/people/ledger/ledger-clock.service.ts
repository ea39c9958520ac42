import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { LedgerClockRepository } from './ledger-clock.repository.js';
import type { LedgerEntry } from './withdrawal-ledger.js';

/**
 * The times of what people say. Of two words of one person the later one counts, so each has a time behind that of the one
 * before it, also where a clock was put back meanwhile, or another server has another clock.
 */
@Injectable()
export class LedgerClock {
  constructor(private readonly clock: LedgerClockRepository) {}

  /**
   * Now, or a millisecond after that person's last word. Within a transaction that holds the person.
   * @param notBefore where what the word is about may have been made by another clock
   */
  tick(participantId: string, transaction: Transaction, notBefore?: Date | null): Promise<Date> {
    const now = new Date();
    return this.clock.tick(participantId, notBefore && notBefore > now ? notBefore : now, transaction);
  }

  /** As `tick`, of all of them at once, whom it holds from then on; who is not there is passed over. */
  async tickTogether(participantIds: string[], transaction: Transaction): Promise<Date> {
    const ids = participantIds.length > 0 ? await this.clock.lock(participantIds, transaction) : [];
    let at = new Date();
    for (const id of ids) at = await this.clock.tick(id, at, transaction);
    if (ids.length > 1) await this.clock.keepUp(new Map(ids.map((id) => [id, at])), transaction);
    return at;
  }

  /** What the ledger has of a person may be later than a database that was restored. */
  async keepUpWith(entries: LedgerEntry[]): Promise<void> {
    const times = new Map<string, Date>();
    for (const { participantId, at } of entries) {
      if (participantId === null) continue;
      times.set(participantId, new Date(Math.max(Date.parse(at), times.get(participantId)?.getTime() ?? -Infinity)));
    }
    await this.clock.keepUp(times);
  }
}
