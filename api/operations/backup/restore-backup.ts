import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { plural } from '../../contract/grammar.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { migrateFully, migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';
import { keepServersOut } from '../../platform/database/serving-claim.js';
import {
  type Connection,
  inOrderOfReference,
  prepareLoading,
  refill,
  setSequence,
  writeRows,
} from '../../platform/database/table-copies.js';
import type { MediaStore } from '../../media/store/media-store.js';
import { BlobArchive } from './blob-archive.js';
import { type Blob, listBackups, type Manifest, readManifest, type StoredTable } from './manifest.js';
import {
  hasRestorePoint,
  inTransaction,
  makeRestorePoint,
  RESTORE_POINT,
  RESTORING,
  returnToRestorePoint,
} from './restore-point.js';
import type { Seal } from './seal.js';
import { StateFiles } from './state-files.js';

export interface RestoreRequest {
  connection: DatabaseConnection;
  /** Where the files go. */
  store: MediaStore;
  stateDir: string;
  /** Where the backup lies. */
  place: MediaStore;
  seal: Seal;
  /** The newest one unless told. */
  id?: string;
  /** Goes on without files whose bytes are damaged in the backup. */
  acceptsDamage?: boolean;
  /** Tries what was restored as a server would; whatever it throws undoes the restore. */
  checkHealth: () => Promise<void>;
  say: (line: string) => void;
}

export interface RestoreResult {
  manifest: Manifest;
  /** Files that were not there, or not as they should be. */
  filesWritten: number;
  /** Content that the backup no longer holds whole. */
  lost: string[];
}

/**
 * Puts a backup in the place of what is there. All of it is checked first. The database changes in one transaction, in
 * which the rows that were there become the restore point; files are only added, so that both states have theirs. If
 * the product then does not work with it, everything is as before.
 * @throws Error with a sentence for whoever asked for it
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { place, say } = request;
  const ids = await listBackups(place);
  if (ids.length === 0) throw new Error('There is no backup that was written to its end.');
  const id = request.id ?? ids.at(-1)!;
  if (!ids.includes(id)) throw new Error(`There is no backup ${id}. There are:\n  ${ids.join('\n  ')}`);
  const manifest = await readManifest(place, id);
  assertFits(manifest, request.seal);
  const restore = new Restore(request, manifest);
  say(`Checking the backup of ${manifest.snapshotAt}`);
  const lost = await restore.check();
  say('Writing the database and the files');
  const filesWritten = await restore.load(lost);
  try {
    await migrateFully(request.connection);
    say('Trying the product with it');
    await request.checkHealth();
  } catch (error) {
    await inTransaction(request.connection, returnToRestorePoint);
    throw new Error(
      `The product does not work with this backup: ${error instanceof Error ? error.message : String(error)}\n` +
        'Everything is as it was before.',
      { cause: error },
    );
  }
  return { manifest, filesWritten, lost };
}

/** Back to what was there before the last restore. */
export async function undoRestore(connection: DatabaseConnection): Promise<void> {
  await inTransaction(connection, async (client) => {
    await assertNobodyServes(client);
    if (!(await hasRestorePoint(client))) throw new Error('There is no restore point to go back to.');
    await returnToRestorePoint(client);
  });
}

class Restore {
  private readonly archive: BlobArchive;
  private readonly files: StateFiles;

  constructor(
    private readonly request: RestoreRequest,
    private readonly manifest: Manifest,
  ) {
    this.archive = new BlobArchive(request.place, request.seal);
    this.files = new StateFiles(request.stateDir);
  }

  /** @returns the hashes of damaged files, where that is accepted */
  async check(): Promise<string[]> {
    const { tables, blobs } = this.manifest;
    const damagedTables: string[] = [];
    for (const table of tables) if (!(await this.archive.isWhole(table))) damagedTables.push(table.name);
    const damaged: string[] = [];
    for (const blob of blobs) if (!(await this.archive.holds(blob))) damaged.push(blob.sha256);
    if (damagedTables.length > 0) {
      throw new Error(
        `The backup is damaged: the rows of ${damagedTables.join(', ')}. Nothing was changed. ${ANOTHER}`,
      );
    }
    if (damaged.length > 0 && !this.request.acceptsDamage) {
      const count = plural(damaged.length, { one: 'one file is', other: `${damaged.length} files are` });
      throw new Error(
        `The backup is damaged: ${count} not as written.\n  ${damaged.slice(0, 20).join('\n  ')}\n` +
          `Nothing was changed. ${ANOTHER} --accept-damage restores everything else.`,
      );
    }
    return damaged;
  }

  /** @returns how many files had to be written */
  async load(lost: string[]): Promise<number> {
    const schema = { names: this.manifest.migrations, applicationName: RESTORING };
    return withSchemaOf(this.request.connection, schema, async (client, makeSchema) => {
      await assertNobodyServes(client);
      await prepareLoading(client);
      const before = await this.readSignedIn(client);
      await makeRestorePoint(client);
      await client.query('DROP SCHEMA IF EXISTS pgboss CASCADE');
      await makeSchema();
      await this.loadRows(client);
      await this.endWhatCannotGoOn(client, before);
      const written = await this.writeFiles(client, new Set(lost));
      for (const { path, sha256 } of this.manifest.files) {
        const blob = this.manifest.blobs.find((candidate) => candidate.sha256 === sha256)!;
        await this.files.unite(path, await buffer(await this.archive.read(blob)));
      }
      return written;
    });
  }

  private async loadRows(client: Connection): Promise<void> {
    const tables = new Map(this.manifest.tables.map((table) => [table.name, table]));
    const names = await inOrderOfReference(client, [...tables.keys()]);
    await refill(client, names, async () => {
      for (const name of names) await this.loadTable(client, tables.get(name)!);
    });
    for (const sequence of this.manifest.sequences) await setSequence(client, sequence);
  }

  private async loadTable(client: Connection, table: StoredTable): Promise<void> {
    const sealed = await this.archive.read(table);
    const unzipped = createGunzip();
    sealed.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
    const rows = await writeRows(client, table, unzipped);
    if (rows === table.rows) return;
    throw new Error(`Of ${table.name} ${rows} rows came back, and it had ${table.rows}. Nothing was changed.`);
  }

  /** Who is signed in before; null where that cannot be known. */
  private async readSignedIn(client: Connection): Promise<boolean> {
    const { rows } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('participant_session') IS NOT NULL AND to_regclass('device_token') IS NOT NULL AS known`,
    );
    if (!rows[0]!.known) return false;
    const counted = await client.query<{ some: boolean }>('SELECT EXISTS (SELECT FROM participant) AS some');
    return counted.rows[0]!.some;
  }

  /**
   * Whoever has signed out since stays signed out, links of helpers end, mailed links and staff have to sign in anew, and uploads whose bytes
   * are not here begin anew.
   */
  private async endWhatCannotGoOn(client: Connection, hasSignedIn: boolean): Promise<void> {
    await client.query('DELETE FROM staff_session');
    await client.query('DELETE FROM sign_in_link');
    const helpers = await client.query<{ known: boolean }>(`SELECT to_regclass('helper_link') IS NOT NULL AS known`);
    // Some may have been ended since.
    if (helpers.rows[0]!.known) await client.query('UPDATE helper_link SET ended_at = now() WHERE ended_at IS NULL');
    // What was due since may have been mailed.
    for (const table of await this.scheduledMails(client)) {
      await client.query(`UPDATE ${table} SET sent_at = now() WHERE sent_at IS NULL AND due_at <= now()`);
    }
    if (hasSignedIn) {
      for (const table of ['participant_session', 'device_token']) {
        await client.query(
          `DELETE FROM ${table} WHERE token_hash NOT IN (SELECT token_hash FROM ${RESTORE_POINT}.${table})`,
        );
      }
    }
    const { rows } = await client.query<{ id: string; bytes: string }>(
      `SELECT id, total_size AS bytes FROM upload_session WHERE result IS NULL OR audience IN ('participant', 'set_apart')`,
    );
    for (const { id, bytes } of rows) {
      if ((await this.files.uploadBytes(id)) === Number(bytes)) continue;
      await client.query('DELETE FROM upload_session WHERE id = $1', [id]);
    }
    const point = await client.query<{ known: boolean }>(
      `SELECT to_regclass('${RESTORE_POINT}.media_file') IS NOT NULL AS known`,
    );
    // Bytes that were on their way then may have become a file since, which the restore point needs.
    if (point.rows[0]!.known) {
      await client.query(`DELETE FROM media_deletion WHERE key IN (SELECT key FROM ${RESTORE_POINT}.media_file)`);
    }
  }

  /** The tables of mails that wait for their time: each of those says when that is, and when it was sent. */
  private async scheduledMails(client: Connection): Promise<string[]> {
    const { rows } = await client.query<{ name: string }>(
      `SELECT attrelid::regclass::text AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relkind = 'r' AND pg_table_is_visible(attrelid) AND attname IN ('due_at', 'sent_at')
       GROUP BY attrelid HAVING count(*) = 2`,
    );
    return rows.map(({ name }) => name);
  }

  private async writeFiles(client: Connection, lost: Set<string>): Promise<number> {
    const { rows } = await client.query<{ key: string; sha256: string }>(
      `SELECT key, encode(sha256, 'hex') AS sha256 FROM media_file ORDER BY key`,
    );
    const blobs = new Map<string, Blob>(this.manifest.blobs.map((blob) => [blob.sha256, blob]));
    const missing: (Blob & { to: string })[] = [];
    for (const { key, sha256 } of rows) {
      const blob = blobs.get(sha256);
      if (blob && !lost.has(sha256) && !(await this.isStored(key, sha256))) missing.push({ ...blob, to: key });
    }
    await this.assertRoom(missing.reduce((sum, { bytes }) => sum + bytes, 0));
    for (const blob of missing) {
      const source = await this.archive.read(blob);
      const { sha256 } = await this.request.store.put(blob.to, source).finally(() => source.destroy());
      if (sha256.toString('hex') !== blob.sha256) throw new Error(`The file ${blob.to} did not come back whole.`);
    }
    return missing.length;
  }

  private async isStored(key: string, sha256: string): Promise<boolean> {
    const hash = createHash('sha256');
    try {
      await pipeline(await this.request.store.openRange(key), hash);
    } catch {
      return false;
    }
    return hash.digest('hex') === sha256;
  }

  /** Of a store over a network nobody knows. */
  private async assertRoom(bytes: number): Promise<void> {
    if (this.request.store.localPath('room') === null) return;
    const { bavail, bsize } = await statfs(this.request.stateDir);
    if (bavail * bsize >= bytes) return;
    throw new Error(`The files need ${megabytes(bytes)} MB, and there are ${megabytes(bavail * bsize)} MB of room.`);
  }
}

const ANOTHER = 'Another backup may be whole: --list shows them, --backup ID takes one.';

function assertFits(manifest: Manifest, seal: Seal): void {
  const unknown = manifest.migrations.filter((name) => !migrationNames().includes(name));
  if (unknown.length > 0) {
    throw new Error(
      `This backup was made by version ${manifest.version}, which is newer than this one. Put that version in place first.`,
    );
  }
  if (manifest.seal !== seal.label) {
    const isSealed = manifest.seal !== 'plain';
    throw new Error(
      isSealed
        ? 'This backup is encrypted, with another key: give its file by --key.'
        : 'This backup is not encrypted.',
    );
  }
  if (!seal.canOpen)
    throw new Error('This key only closes backups. To open one, give the file that begins AGE-SECRET-KEY.');
}

async function assertNobodyServes(client: Connection): Promise<void> {
  if (await keepServersOut(client)) return;
  throw new Error('The server is running on this database. Stop it first; nothing was changed.');
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
