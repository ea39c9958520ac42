import pg from 'pg';
import { SERVING_LOCK } from './advisory-locks.js';
import type { DatabaseConnection } from './data-source.js';
import { liftTimeouts } from './lift-timeouts.js';

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
      // A connection that could not claim is ended, and its end tries again.
      timer = setTimeout(() => void claim().catch(() => client?.end()), CLAIM_AGAIN_MS).unref();
    };
    own.on('error', again);
    own.on('end', again);
    await own.connect();
    await liftTimeouts(own);
    await own.query('SELECT pg_advisory_lock_shared($1)', [SERVING_LOCK]);
  };
  await claim();
  return async () => {
    hasEnded = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}

interface ServersKeptOut {
  /** Whether no server works on this database: a connection that broke is replaced, unless a server came before. */
  areOut: () => Promise<boolean>;
  letIn: () => Promise<void>;
}

/**
 * From the first time that `areOut` until `letIn`, through however many transactions, no server begins to work on this database.
 * @param applicationName under which others see the connection
 */
export function keepServersOut(connection: DatabaseConnection, applicationName: string): ServersKeptOut {
  let client: pg.Client | undefined;
  const letIn = async () => {
    await client?.end().catch(() => undefined);
    client = undefined;
  };
  const areOut = async () => {
    const isHeld = await client?.query('SELECT').then(
      () => true,
      () => false,
    );
    if (isHeld) return true;
    await letIn();
    client = new pg.Client({ ...connection, application_name: applicationName, keepAlive: true });
    client.on('error', () => undefined);
    await client.connect();
    await liftTimeouts(client);
    const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_lock($1) AS free', [SERVING_LOCK]);
    if (rows[0]!.free) return true;
    await letIn();
    return false;
  };
  return { areOut, letIn };
}

/**
 * In the transaction that is open, until its end: nobody keeps servers out.
 * @returns false while somebody does, as a restore
 */
export async function shareServing(client: Pick<pg.Client, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>('SELECT pg_try_advisory_xact_lock_shared($1) AS free', [
    SERVING_LOCK,
  ]);
  return rows[0]!.free;
}
