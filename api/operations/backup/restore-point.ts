import pg from 'pg';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { liftTimeouts } from '../../platform/database/lift-timeouts.js';
import {
  earlierPoint,
  keysOfRestorePoints,
  RESTORE_POINT,
  RESTORE_POINTS,
  type RestorePointRow,
} from '../../media/store/restore-points.js';
import { moveObjects } from '../../platform/database/schema-move.js';
import type { Connection } from '../../platform/database/table-copies.js';
import type { Replaced } from './carry-over.js';
import { JOBS_SCHEMA } from '../../platform/jobs/job-queue.js';

/** The name under which a restore connects. */
export const RESTORING = 'stories restore';

/** Where rows lie that go with the end of the transaction. */
const DISCARDED = 'discarded_by_restore';

const UNTRIED = 'untried';
const TRIED = 'tried';

export interface RestorePoint extends RestorePointRow {
  /** Since when it may be gone back to. */
  since: Date;
  /** Nobody knows yet whether the product works with what took its place, and nobody has used that. */
  isUntried: boolean;
  /** What the backup is of that took its place; not of restores of an earlier version. */
  snapshotAt?: string;
}

/** The newest first. */
export async function listRestorePoints(connection: Connection): Promise<RestorePoint[]> {
  const { rows } = await connection.query<RestorePointRow>(RESTORE_POINTS);
  return rows.map((row) => {
    const [since, mark, snapshotAt] = row.said.split(' ');
    return { ...row, since: new Date(since || 0), isUntried: mark === UNTRIED, snapshotAt };
  });
}

/**
 * In the transaction that is open: what the database holds becomes the restore point, and an earlier one goes aside. Only what an earlier
 * restore has brought that was ended before it was tried becomes none: it is to be discarded, see `dropDiscarded`, and the point stays.
 */
export async function makeRestorePoint(connection: Connection, snapshotAt: string): Promise<void> {
  const points = await listRestorePoints(connection);
  const isUntried = points[0]?.isUntried === true;
  if (points[0]?.name === RESTORE_POINT && !isUntried) {
    const turn = Math.max(...points.map((point) => point.turn)) + 1;
    await connection.query(`ALTER SCHEMA ${RESTORE_POINT} RENAME TO ${earlierPoint(turn)}`);
  }
  await moveAll(connection, isUntried ? DISCARDED : RESTORE_POINT);
  await markRestorePoint(connection, { isUntried: true, snapshotAt });
  await connection.query(`DROP SCHEMA IF EXISTS ${JOBS_SCHEMA} CASCADE`);
}

/** In that same transaction, once the rows of the backup are there. */
export async function dropDiscarded(connection: Connection): Promise<void> {
  const { rows } = await connection.query('SELECT FROM pg_namespace WHERE nspname = $1', [DISCARDED]);
  if (rows.length > 0) await dropSchema(connection, DISCARDED);
}

/**
 * In the transaction that is open. What was aside can be gone back to again.
 * @param carry takes over what that knows which goes
 */
export async function returnToRestorePoint(
  connection: Connection,
  carry?: (connection: Connection, replaced: Replaced) => Promise<void>,
): Promise<void> {
  const [point, earlier] = await listRestorePoints(connection);
  if (point?.name !== RESTORE_POINT) throw new Error('There is no restore point to go back to.');
  const schema = await currentSchema(connection);
  await moveAll(connection, DISCARDED);
  await moveObjects(connection, RESTORE_POINT, schema);
  await connection.query(`DROP SCHEMA ${RESTORE_POINT} CASCADE`);
  if (earlier) await connection.query(`ALTER SCHEMA ${earlier.name} RENAME TO ${RESTORE_POINT}`);
  const since = point.since.toISOString();
  await carry?.(connection, { from: DISCARDED, since, mailedSince: since, toldUntil: point.snapshotAt });
  await dropSchema(connection, DISCARDED);
  // Jobs of what is gone; whoever works on them adds its own anew.
  await connection.query(`DROP SCHEMA IF EXISTS ${JOBS_SCHEMA} CASCADE`);
}

/**
 * In the transaction that is open: the time of the newest begins now. Earlier ones stay theirs: whoever looks for the right backup among
 * several can still go back to what was there before the first.
 */
export async function markRestorePoint(
  connection: Connection,
  { isUntried, snapshotAt = '' }: Pick<RestorePoint, 'isUntried' | 'snapshotAt'>,
): Promise<void> {
  const said = [new Date().toISOString(), isUntried ? UNTRIED : TRIED, snapshotAt].join(' ').trim();
  await connection.query(`COMMENT ON SCHEMA ${RESTORE_POINT} IS '${said}'`);
}

/** In the transaction that is open: nobody can go back to these any more. */
export async function dropRestorePoints(connection: Connection, points: RestorePoint[]): Promise<void> {
  for (const { name } of points) await dropSchema(connection, name);
}

/**
 * Notes that the bytes under these keys have to go, unless a row or a restore point needs them.
 * @param keys SQL, with `parameters`
 * @param except a restore point that is about to go
 */
export async function noteDeletions(
  connection: Connection,
  keys: string,
  { except, parameters = [] }: { except?: string; parameters?: unknown[] },
): Promise<void> {
  const { rows } = await connection.query<{ knows: boolean }>(
    `SELECT to_regclass('media_deletion') IS NOT NULL AS knows`,
  );
  if (!rows[0]!.knows) return;
  const points = await listRestorePoints(connection);
  const kept = keysOfRestorePoints(points.filter(({ name }) => name !== except));
  await connection.query(
    `INSERT INTO media_deletion (key, requested_at)
     SELECT DISTINCT key, now() FROM (${keys}) gone
     WHERE key NOT IN (SELECT key FROM media_file) AND key NOT IN (${kept})
     ON CONFLICT DO NOTHING`,
    parameters,
  );
}

/** Does `work` in one transaction on a connection of its own. */
export async function inTransaction<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: RESTORING, keepAlive: true });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await liftTimeouts(client);
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    // Whatever was open goes with the connection.
    await client.end().catch(() => undefined);
  }
}

/** All that the database holds goes into a schema of its own. */
async function moveAll(connection: Connection, to: string): Promise<void> {
  await connection.query(`CREATE SCHEMA ${to}`);
  await moveObjects(connection, await currentSchema(connection), to);
}

/** Its rows are gone for good. The bytes that only it knew, and those that were to go anyway, are noted as needed by nobody. */
async function dropSchema(connection: Connection, name: string): Promise<void> {
  const { rows } = await connection.query<{ knows: boolean }>(
    `SELECT to_regclass('${name}.media_file') IS NOT NULL AS knows`,
  );
  const keys = `SELECT key FROM ${name}.media_file UNION ALL SELECT key FROM ${name}.media_deletion`;
  if (rows[0]!.knows) await noteDeletions(connection, keys, { except: name });
  await connection.query(`DROP SCHEMA ${name} CASCADE`);
}

async function currentSchema(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>('SELECT current_schema() AS name');
  return rows[0]!.name;
}
