import type { DataSource, EntityManager } from 'typeorm';
import { until } from './until.js';

/**
 * Does `work` in a transaction that stays open, with its locks.
 * @returns what commits it; with `await using` also where the case fails before, whose locks would hold up all others
 */
export async function holdTransaction(
  dataSource: DataSource,
  work: (transaction: EntityManager) => Promise<unknown>,
): Promise<(() => Promise<void>) & AsyncDisposable> {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ended = dataSource.transaction(async (transaction) => {
    await work(transaction);
    begun.resolve();
    await end.promise;
  });
  await Promise.race([begun.promise, ended]);
  const commit = async () => {
    end.resolve();
    await ended;
  };
  return Object.assign(commit, { [Symbol.asyncDispose]: commit });
}

/** Whether so many statements in this database wait for what other transactions hold. */
export async function areBlocked(dataSource: DataSource, count = 1): Promise<boolean> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await dataSource.query<unknown[]>(waiting)).length >= count;
}

/** Waits until they do. */
export const untilBlocked = (dataSource: DataSource, count = 1): Promise<void> =>
  until(() => areBlocked(dataSource, count));
