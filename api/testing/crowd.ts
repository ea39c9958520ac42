import { DataSource } from 'typeorm';
import { holdTransaction, untilBlocked } from './hold-transaction.js';
import type { TestApp } from './test-app.js';

/** How many connections `pg` opens at most, unless told. */
const CONNECTIONS = 10;

/**
 * Sends as many requests at once as the API has connections, all of which wait for one row, a person's unless told, and then
 * lets it go. More would wait for a connection themselves, which a slow machine gives them too late.
 * @returns their statuses
 */
export async function crowdAt(
  { dataSource }: TestApp,
  id: string,
  send: () => PromiseLike<{ status: number }>,
  table = 'participant',
): Promise<number[]> {
  const aside = await new DataSource(dataSource.options).initialize();
  try {
    const letGo = await holdTransaction(aside, (transaction) =>
      transaction.query(`SELECT FROM ${table} WHERE id = $1 FOR NO KEY UPDATE`, [id]),
    );
    try {
      const sent = Array.from({ length: CONNECTIONS }, async () => (await send()).status);
      await untilBlocked(aside, CONNECTIONS);
      await letGo();
      return await Promise.all(sent);
    } finally {
      await letGo();
    }
  } finally {
    await aside.destroy();
  }
}
