import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';

/** A video whose picture its host is still to be asked for. */
export interface ThumbnailToFetch {
  videoUrl: string;
  tries: number;
}

@Injectable()
export class HostedThumbnailsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** From now on the host is to be asked. */
  async request(videoId: string, transaction: Transaction): Promise<void> {
    await transaction.query('INSERT INTO hosted_thumbnail (video_id, due_at) VALUES ($1, now())', [videoId]);
  }

  /** Forgets the pictures of videos; returns their files, which are the caller's to remove. */
  async take(videoIds: string[], transaction: Transaction): Promise<string[]> {
    const [rows] = await transaction.query<[{ mediaId: string | null }[], number]>(
      'DELETE FROM hosted_thumbnail WHERE video_id = ANY($1::uuid[]) RETURNING media_id AS "mediaId"',
      [videoIds],
    );
    return rows.flatMap(({ mediaId }) => mediaId ?? []);
  }

  /** The videos whose host is to be asked now, the longest due first. */
  async findDue(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      'SELECT video_id AS id FROM hosted_thumbnail WHERE due_at <= now() ORDER BY due_at',
    );
    return rows.map(({ id }) => id);
  }

  /** Null when the host is not to be asked, or no longer. */
  async find(videoId: string): Promise<ThumbnailToFetch | null> {
    const [row] = await this.dataSource.query<ThumbnailToFetch[]>(
      `SELECT v.video_url AS "videoUrl", t.tries FROM hosted_thumbnail t JOIN showcase_video v ON v.id = t.video_id
       WHERE t.video_id = $1 AND t.due_at IS NOT NULL`,
      [videoId],
    );
    return row ?? null;
  }

  /** Notes the picture that was made for the video at this address; false when it has been moved or removed meanwhile. */
  async keep(videoId: string, videoUrl: string, mediaId: string, transaction: Transaction): Promise<boolean> {
    // First by itself: whoever moves or removes the video just now is waited for, and seen by the next statement.
    const video = await transaction.query<unknown[]>(
      'SELECT FROM showcase_video WHERE id = $1 AND video_url = $2 FOR UPDATE',
      [videoId, videoUrl],
    );
    if (video.length === 0) return false;
    const [, affected] = await transaction.query<[unknown, number]>(
      'UPDATE hosted_thumbnail SET media_id = $2, due_at = NULL WHERE video_id = $1 AND due_at IS NOT NULL',
      [videoId, mediaId],
    );
    return affected > 0;
  }

  /** Counts one more try in vain; `dueAt` null is the last one. False when the video has been moved or removed meanwhile. */
  async putOff(videoId: string, videoUrl: string, dueAt: Date | null): Promise<boolean> {
    const [, affected] = await this.dataSource.query<[unknown, number]>(
      `UPDATE hosted_thumbnail t SET tries = tries + 1, due_at = $3 FROM showcase_video v
       WHERE t.video_id = $1 AND v.id = t.video_id AND v.video_url = $2 AND t.due_at IS NOT NULL`,
      [videoId, videoUrl, dueAt],
    );
    return affected > 0;
  }
}
