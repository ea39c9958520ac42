import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { DraftCue } from '../../../contract/transcripts/transcript-drafts.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { IS_WITHOUT_GUARDIAN } from '../../../people/consent/without-guardian.js';

/** What a video is transcribed from. */
export interface VideoToTranscribe {
  videoId: string;
  mediaId: string;
}

/**
 * Prepared, with sound, without timed lines from anybody, and of somebody who said that another company may hear it, and
 * whom nobody has refused to be recorded: they themselves, or a parent or guardian, who may not have answered yet.
 */
const OPEN = `
  FROM showcase_video v
  JOIN video_preparation p ON p.media_id = v.media_id AND p.state = 'ready' AND p.audio_media_id IS NOT NULL
  JOIN recording_consent c ON c.participant_id = v.participant_id AND c.may_transcribe
    AND (c.state = 'given' OR (c.state = 'none' AND c.asked_anew_at IS NULL))
  LEFT JOIN transcript_draft d ON d.video_id = v.id
  WHERE NOT ${IS_WITHOUT_GUARDIAN} AND v.cues IS NULL AND (d.state IS NULL OR d.state = 'waiting')`;
const IS_DUE = '(d.due_at IS NULL OR d.due_at <= now())';
/** After a try in vain: a second, twice as long each time, and ten minutes at most. */
const PAUSE = `least(interval '10 minutes', interval '1 second' * 2 ^ least(tries, 10))`;

@Injectable()
export class TranscriptDraftsRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** The videos that are to be transcribed now: all of them, or those that are kept as one file. */
  async findDue(mediaId: string | null = null): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `SELECT v.id ${OPEN} AND ${IS_DUE} AND ($1::uuid IS NULL OR v.media_id = $1) ORDER BY v.created_at`,
      [mediaId],
    );
    return rows.map(({ id }) => id);
  }

  /** When one that was tried in vain is tried again; null when none is. */
  async secondsUntilDue(): Promise<number | null> {
    const [{ seconds }] = await this.dataSource.query<[{ seconds: number | null }]>(
      `SELECT extract(epoch FROM min(d.due_at) - now())::float8 AS seconds ${OPEN} AND NOT ${IS_DUE}`,
    );
    return seconds;
  }

  /** Notes that it waits; null when it is not, or no longer, to be transcribed. */
  async begin(videoId: string): Promise<VideoToTranscribe | null> {
    const [row] = await this.dataSource.query<VideoToTranscribe[]>(
      `SELECT v.id AS "videoId", v.media_id AS "mediaId" ${OPEN} AND ${IS_DUE} AND v.id = $1`,
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

  /** Whether it is still to be transcribed: a no, or another file, may have come since. */
  async isOpen({ videoId, mediaId }: VideoToTranscribe): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(`SELECT ${OPEN} AND v.id = $1 AND v.media_id = $2`, [
      videoId,
      mediaId,
    ]);
    return rows.length > 0;
  }

  /** Only of a draft that is still waited for: a person may have been quicker, also with a no. */
  async finish(
    { videoId, mediaId }: VideoToTranscribe,
    outcome: { cues: DraftCue[] } | { problem: string; isFinal: boolean },
  ): Promise<void> {
    const isReady = 'cues' in outcome;
    const state = isReady ? 'ready' : outcome.isFinal ? 'failed' : 'waiting';
    const cues = isReady ? JSON.stringify(outcome.cues) : null;
    await this.dataSource.query(
      `UPDATE transcript_draft SET state = $2, cues = $3, problem = $4, changed_at = now(),
         tries = tries + 1, due_at = CASE $2 WHEN 'waiting' THEN now() + ${PAUSE} END
       WHERE video_id = $1 AND state = 'waiting' AND EXISTS (SELECT ${OPEN} AND v.id = $1 AND v.media_id = $5)`,
      [videoId, state, cues, isReady ? null : outcome.problem, mediaId],
    );
    await this.leave(videoId);
  }

  /** Nobody waits for what is not to be transcribed any more. */
  async leave(videoId: string): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM transcript_draft WHERE video_id = $1 AND state = 'waiting' AND NOT EXISTS (SELECT ${OPEN} AND v.id = $1)`,
      [videoId],
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
  async settle(videoId: string, transaction: Transaction | DataSource = this.dataSource): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE transcript_draft SET state = 'settled', cues = NULL, problem = NULL, changed_at = now()
       WHERE video_id = $1 AND state <> 'settled'`,
      [videoId],
    );
    return affected > 0;
  }
}
