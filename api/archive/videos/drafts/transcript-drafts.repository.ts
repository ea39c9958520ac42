import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DraftCue } from '../../../contract/transcript-drafts.js';

/** What a video is transcribed from. */
export interface VideoToTranscribe {
  videoId: string;
  mediaId: string;
}

/** Prepared, with sound, and without timed lines from anybody. */
const OPEN = `
  FROM showcase_video v
  JOIN video_preparation p ON p.media_id = v.media_id AND p.state = 'ready' AND p.audio_media_id IS NOT NULL
  LEFT JOIN transcript_draft d ON d.video_id = v.id
  WHERE v.cues IS NULL AND (d.state IS NULL OR d.state = 'waiting')`;

@Injectable()
export class TranscriptDraftsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async findOpen(): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(`SELECT v.id ${OPEN} ORDER BY v.created_at`);
    return rows.map(({ id }) => id);
  }

  async findOpenOfMedia(mediaId: string): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(`SELECT v.id ${OPEN} AND v.media_id = $1`, [mediaId]);
    return rows.map(({ id }) => id);
  }

  /** Notes that it waits; null when it is not, or no longer, to be transcribed. */
  async begin(videoId: string): Promise<VideoToTranscribe | null> {
    const [row] = await this.dataSource.query<VideoToTranscribe[]>(
      `SELECT v.id AS "videoId", v.media_id AS "mediaId" ${OPEN} AND v.id = $1`,
      [videoId],
    );
    if (row) {
      await this.dataSource.query(
        `INSERT INTO transcript_draft (video_id, state, changed_at) SELECT id, 'waiting', now() FROM showcase_video
         WHERE id = $1 ON CONFLICT DO NOTHING`,
        [videoId],
      );
    }
    return row ?? null;
  }

  /** Only of a draft that is still waited for: a person may have been quicker. */
  async finish(videoId: string, outcome: { cues: DraftCue[] } | { problem: string; isFinal: boolean }): Promise<void> {
    const isReady = 'cues' in outcome;
    const state = isReady ? 'ready' : outcome.isFinal ? 'failed' : 'waiting';
    const cues = isReady ? JSON.stringify(outcome.cues) : null;
    await this.dataSource.query(
      `UPDATE transcript_draft SET state = $2, cues = $3, problem = $4, changed_at = now()
       WHERE video_id = $1 AND state = 'waiting'`,
      [videoId, state, cues, isReady ? null : outcome.problem],
    );
  }

  /** False when it has not failed. */
  async forgetFailure(videoId: string): Promise<boolean> {
    const [, affected] = await this.dataSource.query<[unknown, number]>(
      `DELETE FROM transcript_draft WHERE video_id = $1 AND state = 'failed'`,
      [videoId],
    );
    return affected > 0;
  }

  /** From now on the transcript is the work of people. False when there was no draft to settle. */
  async settle(videoId: string): Promise<boolean> {
    const [, affected] = await this.dataSource.query<[unknown, number]>(
      `UPDATE transcript_draft SET state = 'settled', cues = NULL, problem = NULL, changed_at = now()
       WHERE video_id = $1 AND state <> 'settled'`,
      [videoId],
    );
    return affected > 0;
  }
}
