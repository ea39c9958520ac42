import pg from 'pg';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import type { Manifest } from './manifest.js';

/**
 * Notes that a backup was written and read again. A database whose schema is older than this version notes nothing.
 * @param isWhole whether every file was in it
 */
export async function recordBackup(
  connection: DatabaseConnection,
  { id, snapshotAt, tables, blobs }: Manifest,
  isWhole: boolean,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'stories backup' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass('backup_record') IS NOT NULL AS there`);
    if (!rows[0]!.there) return;
    await client.query(
      `INSERT INTO backup_record (id, snapshot_at, proven_at, is_whole, rows, files, bytes)
       VALUES ($1, $2, now(), $3, $4, $5, $6) ON CONFLICT (id) DO UPDATE SET proven_at = now()`,
      [
        id,
        snapshotAt,
        isWhole,
        tables.reduce((sum, table) => sum + table.rows, 0),
        blobs.length,
        blobs.reduce((sum, blob) => sum + blob.bytes, 0),
      ],
    );
    await client.query(`DELETE FROM backup_record WHERE proven_at < now() - interval '400 days'`);
  } finally {
    await client.end();
  }
}
