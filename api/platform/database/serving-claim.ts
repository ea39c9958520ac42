import pg from 'pg';
import { SERVING_LOCK } from './advisory-locks.js';
import type { DatabaseConnection } from './data-source.js';

const CLAIM_AGAIN_MS = 1000;

/**
 * Tells others, as long as this process lives, that a server works on this database; while it is being restored this waits.
 * A connection that breaks is replaced.
 * @returns what ends the claim
 */
export async function claimServing(connection: DatabaseConnection): Promise<() => Promise<void>> {
  let hasEnded = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  const claim = async () => {
    const own = new pg.Client({ ...connection, application_name: 'stories serving', keepAlive: true });
    client = own;
    let isAgain = false;
    const again = () => {
      if (hasEnded || isAgain) return;
      isAgain = true;
      timer = setTimeout(() => void claim().catch(again), CLAIM_AGAIN_MS).unref();
    };
    own.on('error', again);
    own.on('end', again);
    await own.connect();
    await own.query('SELECT pg_advisory_lock_shared($1)', [SERVING_LOCK]);
  };
  await claim();
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}

/**
 * In the transaction that is open, until its end: no server works on this database.
 * @returns false when one does
 */
export async function keepServersOut(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS free', [
    SERVING_LOCK,
  ]);
  return rows[0]!.free;
}
