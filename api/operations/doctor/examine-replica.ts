import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Examination } from './examine.js';

const TIMEOUT_MS = 10_000;
/** Later than that, hardly anything is read from it: each change of the public site is ahead of it. */
const BEHIND_MS = 10_000;
const POLL_INTERVAL_MS = 200;

/** Whether the replica can be asked, follows, and is of this very database. */
export const replica: Examination = async ({ config: { databaseReadUrl }, query }, report) => {
  if (databaseReadUrl === null) return;
  const client = new pg.Client({
    connectionString: databaseReadUrl,
    application_name: 'stories doctor',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const ask = async <Row extends object>(sql: string, values: unknown[] = []) =>
      (await client.query<Row>(sql, values)).rows[0]!;
    const system = 'SELECT system_identifier::text AS id FROM pg_control_system()';
    const [own] = await query<{ id: string }>(system);
    if ((await ask<{ id: string }>(system)).id !== own!.id) {
      report({ severity: 'wrong', text: 'It is a copy of another database, or none: nothing may be read from it.' });
      return;
    }
    const { follows } = await ask<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
    if (!follows) {
      report({ severity: 'notice', text: 'It follows nothing: it takes what is written, as after a promotion.' });
      return;
    }
    const [newest] = await query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn() AS lsn');
    const isThere = 'SELECT coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) AS is';
    const deadline = Date.now() + BEHIND_MS;
    while (!(await ask<{ is: boolean }>(isThere, [newest!.lsn])).is) {
      if (Date.now() > deadline) {
        report({ severity: 'wrong', text: `It is more than ${BEHIND_MS / 1_000} s behind.` });
        return;
      }
      await pause(POLL_INTERVAL_MS);
    }
  } finally {
    await client.end();
  }
};
