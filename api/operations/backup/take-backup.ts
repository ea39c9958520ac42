import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { BACKUP_LOCK, MEDIA_REMOVAL_LOCK } from '../../platform/database/advisory-locks.js';
import type { DatabaseConnection } from '../../platform/database/data-source.js';
import { liftTimeouts } from '../../platform/database/lift-timeouts.js';
import { beginSnapshot, listSequences, listTables, readRows } from '../../platform/database/table-copies.js';
import type { MediaStore } from '../../media/store/media-store.js';
import { BlobArchive } from './blob-archive.js';
import {
  type Blob,
  backupsAmong,
  type Manifest,
  newBackupId,
  readBegun,
  readManifest,
  removeBegun,
  type StoredTable,
  writeBegun,
  writeManifest,
} from './manifest.js';
import { type Kept, prune } from './prune.js';
import type { Seal } from './seal.js';
import { StateFiles } from './state-files.js';

export interface BackupRequest {
  connection: DatabaseConnection;
  /** What is backed up. */
  store: MediaStore;
  stateDir: string;
  /** Where it goes. */
  place: MediaStore;
  seal: Seal;
  keep: Kept;
  /** Of the product. */
  version: string;
  say: (line: string) => void;
  now?: () => Date;
}

export interface BackupResult {
  manifest: Manifest;
  /** Files that were not there from an earlier backup. */
  copied: { files: number; bytes: number };
  /** Objects that are not as they were written, even at the second try. */
  broken: string[];
  removed: string[];
}

type Open = () => ReturnType<MediaStore['openRange']>;

interface MediaRow {
  key: string;
  sha256: string;
}

/** So much work at most is done again after a kill. */
const NOTED_EVERY_FILES = 50;

/**
 * Writes a backup beside the running server. Files never change under their keys, so most are copied first, without
 * keeping anybody from anything. Then, for the moment in which the rows' snapshot begins and what came meanwhile is
 * copied, bytes of removed files stay: no row of the snapshot lacks its file. The rows follow, out of that one snapshot.
 * All is read again before the backup is listed; one that ends early never is.
 * @throws Error with a sentence for whoever asked for it
 */
export async function takeBackup(request: BackupRequest): Promise<BackupResult> {
  const client = new pg.Client({ ...request.connection, application_name: 'stories backup', keepAlive: true });
  // A connection that ends also fails the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await liftTimeouts(client);
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [BACKUP_LOCK]);
    if (!rows[0]!.mine) throw new Error('Another backup is being made just now. Nothing was changed.');
    const { rows: found } = await client.query<{ there: boolean }>(
      `SELECT to_regclass('media_file') IS NOT NULL AS there`,
    );
    if (!found[0]!.there) throw new Error('The database is empty: there is nothing to back up. Is it the right one?');
    return await new Backup(request, client).take();
  } finally {
    await client.end().catch(() => undefined);
  }
}

class Backup {
  private readonly archive: BlobArchive;
  private readonly files: StateFiles;
  private readonly id: string;
  private readonly startedAt: Date;
  /** Content that lies in the place already, by hash. */
  private readonly known = new Map<string, Blob>();
  private readonly damaged: Manifest['damaged'] = [];
  private readonly added: Blob[] = [];

  constructor(
    private readonly request: BackupRequest,
    private readonly client: pg.Client,
  ) {
    this.archive = new BlobArchive(request.place, request.seal);
    this.files = new StateFiles(request.stateDir);
    this.startedAt = request.now?.() ?? new Date();
    this.id = newBackupId(this.startedAt);
  }

  async take(): Promise<BackupResult> {
    const { place, say } = this.request;
    const keys = await place.listKeys();
    const begun = await readBegun(place, keys);
    await this.learnWhatLiesThere(keys, begun.blobs);
    say('Copying files');
    await this.copy(await this.readMediaRows());
    await this.client.query('SELECT pg_advisory_lock($1)', [MEDIA_REMOVAL_LOCK]);
    await beginSnapshot(this.client);
    const media = await this.readMediaRows();
    await this.copy(media);
    await this.client.query('SELECT pg_advisory_unlock($1)', [MEDIA_REMOVAL_LOCK]);
    say('Copying the database');
    const manifest = await this.readDatabase(media);
    await this.client.query('COMMIT');
    say('Reading everything again');
    const broken = await this.verify(manifest);
    await writeManifest(place, manifest);
    await readManifest(place, this.id);
    for (const id of [...begun.ids, this.id]) await removeBegun(place, id);
    const removed = await prune(place, this.request.keep, manifest, say);
    const bytes = this.added.reduce((sum, blob) => sum + blob.bytes, 0);
    return { manifest, copied: { files: this.added.length, bytes }, broken, removed };
  }

  private async learnWhatLiesThere(keys: string[], begun: Blob[]): Promise<void> {
    const { place, say } = this.request;
    const lying = new Set(keys);
    const learn = (blobs: Blob[]) => {
      for (const blob of blobs) {
        if (blob.key === this.archive.keyOf(blob.sha256) && lying.has(blob.key)) this.known.set(blob.sha256, blob);
      }
    };
    for (const id of backupsAmong(keys, this.startedAt, say)) {
      // A damaged list is of no use, and none in the way of a new backup.
      const earlier = await readManifest(place, id).catch(() => null);
      if (earlier) learn(earlier.blobs);
    }
    learn(begun);
  }

  private async readMediaRows(): Promise<MediaRow[]> {
    const { rows } = await this.client.query<MediaRow>(
      `SELECT key, encode(sha256, 'hex') AS sha256 FROM media_file ORDER BY key`,
    );
    return rows;
  }

  private async copy(media: MediaRow[]): Promise<void> {
    for (const { key, sha256 } of media) {
      if (this.known.has(sha256)) continue;
      await this.copyOne(sha256, () => this.request.store.openRange(key));
    }
  }

  /**
   * What cannot be read is left to the end, where it counts only if the snapshot needs it.
   * @returns whether it was copied
   */
  private async copyOne(sha256: string, open: Open): Promise<boolean> {
    const source = await open().catch(() => null);
    if (!source) return false;
    let isUnread = false;
    source.on('error', () => (isUnread = true));
    try {
      const blob = await this.archive.add(sha256, source);
      if (!blob) return false;
      this.known.set(sha256, blob);
      this.added.push(blob);
      if (this.added.length % NOTED_EVERY_FILES === 0) await writeBegun(this.request.place, this.id, this.added);
      return true;
    } catch (error) {
      if (!isUnread) throw explained(error);
      return false;
    } finally {
      source.destroy();
    }
  }

  private async readDatabase(media: MediaRow[]): Promise<Manifest> {
    const { client } = this;
    const { rows: migrations } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
    const { rows: uploads } = await client.query<{ id: string }>(
      `SELECT id FROM upload_session WHERE result IS NULL OR audience IN ('participant', 'set_apart') ORDER BY id`,
    );
    const { rows: time } = await client.query<{ now: Date }>('SELECT now() AS now');
    const tables: StoredTable[] = [];
    for (const shape of await listTables(client)) {
      const rows = readRows(client, shape);
      const key = `tables/${this.id}/${String(tables.length).padStart(3, '0')}-${toSegment(shape.name)}.gz`;
      const zip = createGzip();
      // Both may fail after nobody reads them any more.
      rows.on('error', (error) => zip.on('error', () => undefined).destroy(error)).pipe(zip);
      const { stored } = await this.archive.write(key, zip).catch((error: unknown) => {
        throw explained(error);
      });
      tables.push({ ...shape, key, stored, rows: rows.rowCount });
    }
    const kept = await this.copyStateFiles();
    const blobs = new Map<string, Blob>();
    for (const { key, sha256 } of media) {
      const blob = this.known.get(sha256);
      if (blob) blobs.set(sha256, blob);
      else this.damaged.push({ key, problem: await this.problemOf(key) });
    }
    for (const { sha256 } of kept) blobs.set(sha256, this.known.get(sha256)!);
    return {
      format: 1,
      id: this.id,
      version: this.request.version,
      startedAt: this.startedAt.toISOString(),
      snapshotAt: time[0]!.now.toISOString(),
      seal: this.request.seal.label,
      migrations: migrations.map(({ name }) => name),
      tables,
      sequences: await listSequences(client),
      blobs: [...blobs.values()],
      files: kept,
      openUploads: uploads.map(({ id }) => id),
      damaged: this.damaged,
    };
  }

  /** They may grow meanwhile: a copy holds what was there when it was read. */
  private async copyStateFiles(): Promise<Manifest['files']> {
    const kept: Manifest['files'] = [];
    for (const path of await this.files.list()) {
      const content = await buffer(this.files.open(path));
      const sha256 = hashOf(content);
      if (!this.known.has(sha256)) await this.copyOne(sha256, async () => Readable.from([content]));
      kept.push({ path, sha256 });
    }
    return kept;
  }

  private async problemOf(key: string): Promise<'missing' | 'altered' | 'unread'> {
    try {
      await pipeline(await this.request.store.openRange(key), new Writable({ write: (_, __, done) => done() }));
      return 'altered';
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'missing' : 'unread';
    }
  }

  /** What lies there damaged from an earlier backup is copied once more, while its file is still there. */
  private async verify(manifest: Manifest): Promise<string[]> {
    const broken: string[] = [];
    for (const table of manifest.tables) {
      if (!(await this.archive.isWhole(table))) {
        throw new Error('The copy of the database cannot be read again as it was written. This backup is not kept.');
      }
    }
    const media = (await this.readMediaRows()).map(({ key, sha256 }) => {
      return { sha256, open: () => this.request.store.openRange(key) };
    });
    const files = manifest.files.map(({ path, sha256 }) => ({ sha256, open: async () => this.files.open(path) }));
    const sources = Map.groupBy([...media, ...files], ({ sha256 }) => sha256);
    for (const [index, blob] of manifest.blobs.entries()) {
      if (await this.archive.isWhole(blob)) continue;
      for (const { open } of sources.get(blob.sha256) ?? []) {
        if (await this.copyOne(blob.sha256, open)) break;
      }
      const again = this.known.get(blob.sha256)!;
      manifest.blobs[index] = again;
      if (!(await this.archive.isWhole(again))) broken.push(blob.sha256);
    }
    return broken;
  }
}

/** A table's name as a part of a key. */
function toSegment(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** What cannot be written ends the backup, in words where the cause is known. */
function explained(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return error;
  return new Error(
    'There is no room left where the backup goes. What was copied stays, and the next backup goes on from there; ' +
      'earlier backups are as they were.',
    { cause: error },
  );
}
