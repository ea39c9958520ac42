import { createHash } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { plural } from '../../contract/common/grammar.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { migrateFully, migrationNames, withSchemaOf } from '../../platform/database/migrate-to.js';
import { keysOfRestorePoints, RESTORE_POINT } from '../../media/store/restore-points.js';
import { keepServersOut, shareServing } from '../../platform/database/serving-claim.js';
import {
  type Connection,
  inOrderOfReference,
  prepareLoading,
  refill,
  setSequence,
  writeRows,
} from '../../platform/database/table-copies.js';
import type { MediaStore } from '../../media/store/media-store.js';
import type { S3Bucket } from '../../media/store/s3-bucket.js';
import { UPLOADS_IN_BUCKET } from '../../media/store/s3-media-store.js';
import { uploadPiece } from '../../media/uploads/s3-upload-session-files.js';
import { BlobArchive } from './blob-archive.js';
import { carryOver, endUnknownGuardians } from './carry-over.js';
import { type Blob, listBackups, type Manifest, readManifest, type StoredTable } from './manifest.js';
import {
  dropDiscarded,
  dropRestorePoints,
  inTransaction,
  listRestorePoints,
  makeRestorePoint,
  noteDeletions,
  RESTORING,
  returnToRestorePoint,
  markRestorePoint,
} from './restore-point.js';
import type { Seal } from './seal.js';
import { StateFiles } from './state-files.js';

export interface RestoreRequest {
  connection: DatabaseConnection;
  /** Where the files go. */
  store: MediaStore;
  stateDir: string;
  /** Where uploads that are on their way lie, where that is not STATE_DIR. */
  uploads?: S3Bucket;
  /** Where the backup lies. */
  place: MediaStore;
  seal: Seal;
  /** The newest one unless told. */
  id?: string;
  /** Goes on without files whose bytes are damaged in the backup. */
  acceptsDamage?: boolean;
  /** Keeps outside of the database, before anything of it changes, what people took back as far as it alone knows. */
  keepNoes: () => Promise<void>;
  /** Tries what was restored as a server would; whatever it throws undoes the restore. */
  checkHealth: () => Promise<void>;
  say: (line: string) => void;
}

/** A file of STATE_DIR, as a backup has it. */
interface ReadFile {
  path: string;
  sha256: string;
  content: Buffer;
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
 * the product then does not work with it, everything is as before. Until that is known no server begins to work on it.
 * @throws Error with a sentence for whoever asked for it
 */
export async function restoreBackup(request: RestoreRequest): Promise<RestoreResult> {
  const { place, connection, say } = request;
  const ids = await listBackups(place, say);
  if (ids.length === 0) throw new Error('There is no backup that was written to its end.');
  const id = request.id ?? ids.at(-1)!;
  if (!ids.includes(id)) throw new Error(`There is no backup ${id}. There are:\n  ${ids.join('\n  ')}`);
  const manifest = await readManifest(place, id);
  assertFits(manifest, request.seal);
  return withoutServers(connection, async (assertNobodyServes) => {
    const restore = new Restore(request, manifest);
    say(`Checking the backup of ${manifest.snapshotAt}`);
    const lost = await restore.check();
    say('Writing the database and the files');
    await restore.announce();
    await request.keepNoes();
    const filesWritten = await restore.load(lost, assertNobodyServes);
    try {
      await migrateFully(connection);
      say('Trying the product with it');
      await request.checkHealth();
      await inTransaction(connection, (client) =>
        markRestorePoint(client, { isUntried: false, snapshotAt: manifest.snapshotAt }),
      );
    } catch (error) {
      const why = `The product does not work with this backup: ${reasonOf(error)}`;
      await goBack(connection, assertNobodyServes).catch((failure: unknown) => {
        throw new Error(`${why}\n${reasonOf(failure)}\nWhat was there before waits: --undo goes back to it.`, {
          cause: error,
        });
      });
      throw new Error(`${why}\nEverything is as it was before.`, { cause: error });
    }
    return { manifest, filesWritten, lost };
  });
}

/**
 * Back to what was there before the last restore. It has been used since: what ended meanwhile, and who came, holds as after a
 * restore.
 * @param keepNoes as of a restore
 */
export function undoRestore(connection: DatabaseConnection, keepNoes: () => Promise<void>): Promise<void> {
  return withoutServers(connection, async (assertNobodyServes) => {
    await keepNoes();
    await goBack(connection, assertNobodyServes, carryOver);
  });
}

/** What was there before restores is gone; the bytes that only it needed go at the next start. */
export function forgetRestorePoints(connection: DatabaseConnection): Promise<void> {
  return inTransaction(connection, async (client) => {
    if (!(await shareServing(client))) throw new Error('A restore is being made just now. Nothing was changed.');
    await dropRestorePoints(client, await listRestorePoints(client));
  });
}

function goBack(
  connection: DatabaseConnection,
  assertNobodyServes: () => Promise<void>,
  carry?: typeof carryOver,
): Promise<void> {
  return inTransaction(connection, async (client) => {
    await returnToRestorePoint(client, carry);
    await assertNobodyServes();
  });
}

/** Does `work`, in however many transactions, while no server works on the database. */
async function withoutServers<T>(
  connection: DatabaseConnection,
  work: (assertNobodyServes: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const servers = keepServersOut(connection, RESTORING);
  const assertNobodyServes = async () => {
    if (await servers.areOut()) return;
    throw new Error('The server is running on this database, or another restore is. Stop it first.');
  };
  try {
    await assertNobodyServes();
    return await work(assertNobodyServes);
  } finally {
    await servers.letIn();
  }
}

class Restore {
  private readonly archive: BlobArchive;
  private readonly files: StateFiles;
  /** Each content once, though many backups have it. */
  private readonly united = new Set<string>();

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

  /**
   * Notes in what is there that the bytes of files of the backup that it does not know have to go: however the restore ends, they do unless
   * it is kept.
   */
  async announce(): Promise<void> {
    const table = this.manifest.tables.find(({ name }) => name === 'media_file');
    if (!table) return;
    const at = table.columns.indexOf('key');
    const rows = (await text(await this.readTable(table))).split('\n').slice(0, -1);
    const keys = rows.map((row) => row.split('\t')[at]!);
    await inTransaction(this.request.connection, (client) =>
      noteDeletions(client, 'SELECT unnest($1::text[]) AS key', { parameters: [keys] }),
    );
  }

  /** @returns how many files had to be written */
  async load(damaged: string[], assertNobodyServes: () => Promise<void>): Promise<number> {
    const lost = new Set(damaged);
    const schema = { names: this.manifest.migrations, applicationName: RESTORING };
    return withSchemaOf(this.request.connection, schema, async (client, makeSchema) => {
      await prepareLoading(client);
      await makeRestorePoint(client, this.manifest.snapshotAt);
      await makeSchema();
      await this.loadRows(client);
      await dropDiscarded(client);
      await this.endWhatCannotGoOn(client);
      const written = await this.writeFiles(client, lost);
      await this.uniteFiles(lost);
      await assertNobodyServes();
      return written;
    });
  }

  /** What people took back until later backups of the place stands in those alone: each that can be read tells what it has. */
  private async uniteFiles(lost: ReadonlySet<string>): Promise<void> {
    const { place, say } = this.request;
    const whole = this.manifest.files.filter(({ sha256 }) => !lost.has(sha256));
    await this.unite(await this.readFiles({ ...this.manifest, files: whole }));
    const unread = whole.length === this.manifest.files.length ? [] : [this.manifest.id];
    for (const id of (await listBackups(place)).filter((other) => other !== this.manifest.id)) {
      const told = await readManifest(place, id)
        .then((other) => this.readFiles(other))
        .catch(() => null);
      if (told === null) unread.push(id);
      else await this.unite(told);
    }
    if (unread.length > 0) say(`What people took back cannot be read in these backups: ${unread.join(', ')}.`);
  }

  /**
   * Those that are not united yet.
   * @throws Error when one is not as it was written
   */
  private async readFiles({ files, blobs }: Pick<Manifest, 'files' | 'blobs'>): Promise<ReadFile[]> {
    const read: ReadFile[] = [];
    for (const { path, sha256 } of files.filter((file) => !this.united.has(file.path + file.sha256))) {
      const blob = blobs.find((candidate) => candidate.sha256 === sha256)!;
      if (!(await this.archive.holds(blob))) throw new Error(`${path} is damaged.`);
      read.push({ path, sha256, content: await buffer(await this.archive.read(blob)) });
    }
    return read;
  }

  private async unite(files: ReadFile[]): Promise<void> {
    for (const { path, sha256, content } of files) {
      await this.files.unite(path, content);
      this.united.add(path + sha256);
    }
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
    const rows = await writeRows(client, table, await this.readTable(table));
    if (rows === table.rows) return;
    throw new Error(`Of ${table.name} ${rows} rows came back, and it had ${table.rows}. Nothing was changed.`);
  }

  /** The rows of a table as COPY wrote them. */
  private async readTable(table: StoredTable): Promise<Readable> {
    const sealed = await this.archive.read(table);
    const unzipped = createGunzip();
    return sealed.on('error', (error) => unzipped.destroy(error)).pipe(unzipped);
  }

  /** Uploads whose bytes are not here begin anew; the rest see `carryOver`. */
  private async endWhatCannotGoOn(client: Connection): Promise<void> {
    await carryOver(client, { from: RESTORE_POINT, since: this.manifest.snapshotAt });
    await endUnknownGuardians(client, RESTORE_POINT);
    const { rows } = await client.query<{ id: string; bytes: string }>(
      `SELECT id, total_size AS bytes FROM upload_session WHERE result IS NULL OR audience IN ('participant', 'set_apart')`,
    );
    for (const { id, bytes } of rows) {
      if (await this.holdsUpload(client, id, Number(bytes))) continue;
      await client.query('DELETE FROM upload_session WHERE id = $1', [id]);
    }
    // Bytes that were on their way then may have become a file since, which a restore point needs.
    const kept = keysOfRestorePoints(await listRestorePoints(client));
    await client.query(`DELETE FROM media_deletion WHERE key IN (${kept})`);
  }

  /** Whether what the backup knows of an upload is here. A recording may have grown since; it goes on from there. */
  private async holdsUpload(client: Connection, id: string, bytes: number): Promise<boolean> {
    const { uploads } = this.request;
    if (!uploads) return ((await this.files.uploadBytes(id)) ?? -1) >= bytes;
    // Chunks of an earlier version have no checksum.
    const { rows } = await client.query<{ index: number; checksum: number | null }>(
      `SELECT chunk_index AS index, (to_jsonb(c) ->> 'checksum')::int AS checksum FROM upload_chunk c WHERE upload_id = $1`,
      [id],
    );
    const pieces = new Set<string>();
    for await (const { key } of uploads.list(`${UPLOADS_IN_BUCKET}${id}/`)) pieces.add(key);
    return rows.every(({ index, checksum }) => pieces.has(uploadPiece(id, index, checksum)));
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
