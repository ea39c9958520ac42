import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

interface StoredSound {
  mimeType: string;
  bytes: number;
  sha256: Buffer;
  /** Of the words that are read. */
  wordingVersion: string;
  changedAt: Date;
  changedBy: string | null;
}

type NewSound = Omit<StoredSound, 'bytes' | 'changedAt'> & { content: Buffer };

/** At most one, in the database: it is small, and belongs to no person. */
@Injectable()
export class ConsentSoundRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  async find(): Promise<StoredSound | null> {
    const [row] = await this.dataSource.query<StoredSound[]>(
      `SELECT mime_type AS "mimeType", length(content) AS bytes, sha256, wording_version AS "wordingVersion",
         changed_at AS "changedAt", changed_by AS "changedBy" FROM consent_sound`,
    );
    return row ?? null;
  }

  /** Null when it is another one by now. */
  async findContent(sha256: Buffer): Promise<Buffer | null> {
    const [row] = await this.dataSource.query<{ content: Buffer }[]>(
      'SELECT content FROM consent_sound WHERE sha256 = $1',
      [sha256],
    );
    return row?.content ?? null;
  }

  async save(sound: NewSound, transaction: Transaction): Promise<void> {
    const { content, mimeType, sha256, wordingVersion, changedBy } = sound;
    await transaction.query(
      `INSERT INTO consent_sound (content, mime_type, sha256, wording_version, changed_by, changed_at)
       VALUES ($1, $2, $3, $4, $5, now())
       ON CONFLICT (is_only) DO UPDATE SET content = excluded.content, mime_type = excluded.mime_type,
         sha256 = excluded.sha256, wording_version = excluded.wording_version, changed_by = excluded.changed_by,
         changed_at = excluded.changed_at`,
      [content, mimeType, sha256, wordingVersion, changedBy],
    );
  }

  /** Whether there was one. */
  async remove(transaction: Transaction): Promise<boolean> {
    const [, count] = await transaction.query<[unknown[], number]>('DELETE FROM consent_sound');
    return count > 0;
  }
}
