import pg from 'pg';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { dropObjects, moveObjects } from '../../platform/database/schema-move.js';
import type { Connection } from '../../platform/database/table-copies.js';

/** Where the database as it was before a restore waits, in case that it is wanted again. */
export const RESTORE_POINT = 'before_restore';

/** The name under which a restore connects. */
export const RESTORING = 'stories restore';

export async function hasRestorePoint(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query('SELECT FROM pg_namespace WHERE nspname = $1', [RESTORE_POINT]);
  return rows.length > 0;
}

/** In the transaction that is open: what the database holds becomes the restore point, in place of an earlier one. */
export async function makeRestorePoint(connection: Connection): Promise<void> {
  await dropRestorePoint(connection);
  await connection.query(`CREATE SCHEMA ${RESTORE_POINT}`);
  await connection.query(`COMMENT ON SCHEMA ${RESTORE_POINT} IS '${new Date().toISOString()}'`);
  await moveObjects(connection, await currentSchema(connection), RESTORE_POINT);
}

/** In the transaction that is open. */
export async function returnToRestorePoint(connection: Connection): Promise<void> {
  const schema = await currentSchema(connection);
  await dropObjects(connection, schema);
  await moveObjects(connection, RESTORE_POINT, schema);
  await connection.query(`DROP SCHEMA ${RESTORE_POINT} CASCADE`);
}

/** Its rows are gone for good, and the bytes of files that only it knew are noted as needed by nobody. */
export async function dropRestorePoint(connection: Connection): Promise<void> {
  if (!(await hasRestorePoint(connection))) return;
  const { rows } = await connection.query<{ knows: boolean }>(
    `SELECT to_regclass('${RESTORE_POINT}.media_file') IS NOT NULL AND to_regclass('media_deletion') IS NOT NULL AS knows`,
  );
  if (rows[0]!.knows) {
    await connection.query(
      `INSERT INTO media_deletion (key, requested_at)
       SELECT key, now() FROM ${RESTORE_POINT}.media_file
       WHERE key NOT IN (SELECT key FROM media_file) AND key NOT IN (SELECT key FROM media_deletion)`,
    );
  }
  await connection.query(`DROP SCHEMA ${RESTORE_POINT} CASCADE`);
}

/** When it was made; null where there is none. */
export async function findRestorePoint(connection: Connection): Promise<Date | null> {
  const { rows } = await connection.query<{ at: string | null }>(
    `SELECT obj_description(oid, 'pg_namespace') AS at FROM pg_namespace WHERE nspname = $1`,
    [RESTORE_POINT],
  );
  return rows[0] ? new Date(rows[0].at ?? 0) : null;
}

/** Does `work` in one transaction on a connection of its own. */
export async function inTransaction<T>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, application_name: RESTORING });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    // Whatever was open goes with the connection.
    await client.end().catch(() => undefined);
  }
}

async function currentSchema(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ name: string }>('SELECT current_schema() AS name');
  return rows[0]!.name;
}
