import type pg from 'pg';

/** Whatever ends a connection, or a statement of it, for the time that it takes. Some came with later versions of PostgreSQL. */
const TIMEOUTS = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
];

/** For a connection that works, waits or says nothing for hours, as a backup's: whatever this server's or this role's habits are. */
export async function liftTimeouts(connection: Pick<pg.Client, 'query'>): Promise<void> {
  await connection.query(`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = ANY ($1)`, [TIMEOUTS]);
}
