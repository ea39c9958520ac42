import type { DataSource, EntityManager } from 'typeorm';
import { until } from './until.js';

/**
 * Does `work` in a transaction that stays open, with its locks.
 * @returns what commits it
 */
export async function holdTransaction(
  dataSource: DataSource,
  work: (transaction: EntityManager) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ended = dataSource.transaction(async (transaction) => {
    await work(transaction);
    begun.resolve();
    await end.promise;
  });
  await Promise.race([begun.promise, ended]);
  return async () => {
    end.resolve();
    await ended;
  };
}

/** Waits until so many statements in this database wait for what other transactions hold. */
export async function untilBlocked(dataSource: DataSource, count = 1): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await until(async () => (await dataSource.query<unknown[]>(waiting)).length >= count);
}
