import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, In } from 'typeorm';
import type { PreparationState } from '../../contract/media/preparation.js';
import { MEDIA_REMOVAL_LOCK } from '../../platform/database/advisory-locks.js';
import { filesOfRestorePoints, keysOfRestorePoints, RESTORE_POINTS, type RestorePointRow } from './restore-points.js';
import { MediaDeletion } from './media-deletion.entity.js';
import { MediaFile } from './media-file.entity.js';
import type { TranscodeLine } from './transcode-line.js';

/** What was made of the files of removed rows. */
type Removed = [{ made: (string | null)[] }[], number];

/** How long storing one file may take before its bytes count as left behind. */
const STORING_MAX = '6 hours';

@Injectable()
export class MediaRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  find(id: string): Promise<MediaFile | null> {
    return this.dataSource.manager.findOneBy(MediaFile, { id });
  }

  /** Before the first byte of a new file is stored: should this process die, the sweep removes what it stored. */
  async announce(keys: string[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO media_deletion (key, requested_at) SELECT unnest($1::text[]), now() + interval '${STORING_MAX}'`,
      [keys],
    );
  }

  /** Writes the rows of announced files, and with them whatever `work` writes. */
  commit<T>(files: MediaFile[], work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const keys = files.map(({ key }) => key);
    return this.dataSource.transaction(async (transaction) => {
      const { affected } = await transaction.delete(MediaDeletion, { key: In(keys) });
      if (affected !== keys.length) throw new Error('Storing took so long that the bytes were swept away.');
      await transaction.insert(MediaFile, files);
      return work(transaction);
    });
  }

  /** The bytes of announced files may go at once. Files that were committed after all are no longer announced. */
  async giveUp(keys: string[]): Promise<void> {
    await this.dataSource.query('UPDATE media_deletion SET requested_at = now() WHERE key = ANY($1::text[])', [keys]);
  }

  /** Notes that much is to be made of these files. */
  async requestTranscode(
    ids: string[],
    { state, line }: { state: PreparationState; line: TranscodeLine },
    transaction: Transaction,
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO video_preparation (media_id, state, line, waiting_since, changed_at)
       SELECT unnest($1::uuid[]), $2, $3, now(), now()`,
      [ids, state, line],
    );
  }

  /** Removes rows, also of what was made of those files, and notes that their bytes have to go. */
  async scheduleRemoval(ids: string[], transaction: Transaction): Promise<void> {
    // What is made of them just now is waited for and seen by the next statements: the sizes of a picture hold its
    // original, a preparation its own row.
    await transaction.query('SELECT FROM media_file WHERE id = ANY($1::uuid[]) ORDER BY id FOR UPDATE', [ids]);
    const [prepared] = await transaction.query<Removed>(
      `DELETE FROM video_preparation WHERE media_id = ANY($1::uuid[])
       RETURNING ARRAY[poster_media_id, playable_media_id, audio_media_id, copy_media_id] AS made`,
      [ids],
    );
    const [pictures] = await transaction.query<Removed>(
      `DELETE FROM picture WHERE media_id = ANY($1::uuid[])
       RETURNING ARRAY[large_media_id, medium_media_id, thumbnail_media_id] AS made`,
      [ids],
    );
    const made = [...prepared, ...pictures].flatMap((row) => row.made);
    await transaction.query(
      `WITH removed AS (DELETE FROM media_file WHERE id = ANY($1::uuid[]) RETURNING key)
       INSERT INTO media_deletion (key, requested_at) SELECT key, now() FROM removed`,
      [[...ids, ...made]],
    );
  }

  /** The SHA-256 of all files by their keys. */
  findHashes(): Promise<Map<string, Buffer>> {
    return this.readHashes('SELECT key, sha256 FROM media_file');
  }

  /** As `findHashes`, also of what is kept for who goes back behind a restore. */
  async findNeeded(): Promise<Map<string, Buffer>> {
    const points = await this.dataSource.query<RestorePointRow[]>(RESTORE_POINTS);
    return this.readHashes(`${filesOfRestorePoints(points)} UNION ALL SELECT key, sha256 FROM media_file`);
  }

  /** Whether a file is kept, being stored or about to be removed under this key, or kept for who goes back behind a restore. */
  async isKnown(key: string): Promise<boolean> {
    const kept = keysOfRestorePoints(await this.dataSource.query<RestorePointRow[]>(RESTORE_POINTS));
    const rows = await this.dataSource.query<unknown[]>(
      `SELECT FROM media_file WHERE key = $1 UNION ALL SELECT FROM media_deletion WHERE key = $1
       UNION ALL SELECT FROM (${kept}) kept WHERE key = $1`,
      [key],
    );
    return rows.length > 0;
  }

  /** Whether a file is kept under this key. */
  async isKept(key: string): Promise<boolean> {
    return (await this.dataSource.query<unknown[]>('SELECT FROM media_file WHERE key = $1', [key])).length > 0;
  }

  async findDueDeletions(): Promise<string[]> {
    const rows = await this.dataSource.query<{ key: string }[]>(
      'SELECT key FROM media_deletion WHERE requested_at <= now() ORDER BY requested_at',
    );
    return rows.map(({ key }) => key);
  }

  /** Runs `removeBytes` unless another process is at it or done, then forgets the key. */
  async settleDeletion(key: string, removeBytes: () => Promise<void>): Promise<void> {
    await this.dataSource.transaction(async (transaction) => {
      const locked = await transaction.query<unknown[]>(
        'SELECT 1 FROM media_deletion WHERE key = $1 FOR UPDATE SKIP LOCKED',
        [key],
      );
      if (locked.length === 0) return;
      // A backup is just copying what the rows of its snapshot name.
      const [lock] = await transaction.query<[{ free: boolean }]>(
        'SELECT pg_try_advisory_xact_lock_shared($1) AS free',
        [MEDIA_REMOVAL_LOCK],
      );
      if (!lock.free) return;
      await removeBytes();
      await transaction.delete(MediaDeletion, { key });
    });
  }

  private async readHashes(sql: string): Promise<Map<string, Buffer>> {
    const rows = await this.dataSource.query<{ key: string; sha256: Buffer }[]>(sql);
    return new Map(rows.map(({ key, sha256 }) => [key, sha256]));
  }
}
