import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { WordField, WordVersionSummary } from '../../../contract/videos/showcase-words.js';
import { WordVersion } from './word-version.entity.js';

const LATEST = 50;

export interface Origin {
  producer: string | null;
  restoredFrom?: number;
}

type SummaryRow = Omit<WordVersionSummary, 'savedAt' | 'changed'> & { savedAt: Date } & Record<WordField, boolean>;

@Injectable()
export class WordVersionsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Keeps the words that the video has now. Its row is held, so that the numbers follow one another. */
  async append(videoId: string, { producer, restoredFrom }: Origin, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO word_version (video_id, number, title, description, transcript, cues, producer, restored_from)
       SELECT v.id, coalesce((SELECT max(number) FROM word_version WHERE video_id = v.id), 0) + 1,
              v.title, v.description, v.transcript, v.cues, $2, $3
       FROM showcase_video v WHERE v.id = $1`,
      [videoId, producer, restoredFrom ?? null],
    );
  }

  /** Newest first, each with what is other in it than in the one before. */
  findAll(videoId: string): Promise<SummaryRow[]> {
    return this.dataSource.query(
      `SELECT number, producer, restored_from AS "restoredFrom", saved_at AS "savedAt",
              title IS DISTINCT FROM coalesce(lag(title) OVER w, '') AS title,
              description IS DISTINCT FROM coalesce(lag(description) OVER w, '') AS description,
              transcript IS DISTINCT FROM coalesce(lag(transcript) OVER w, '') AS transcript,
              cues IS DISTINCT FROM lag(cues) OVER w AS captions
       FROM word_version WHERE video_id = $1 WINDOW w AS (ORDER BY number) ORDER BY number DESC`,
      [videoId],
    );
  }

  find(
    videoId: string,
    number: number,
    transaction: Transaction = this.dataSource.manager,
  ): Promise<WordVersion | null> {
    return transaction.findOneBy(WordVersion, { videoId, number });
  }

  /** Newest first, whole, and no more of them than fit in memory. */
  findLatest(videoId: string, transaction: Transaction): Promise<WordVersion[]> {
    return transaction.find(WordVersion, { where: { videoId }, order: { number: 'DESC' }, take: LATEST });
  }
}
