import type { Transaction } from '../../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DataSource, QueryFailedError } from 'typeorm';
import type { ReadTranscript } from '../../../contract/transcripts/transcript-input.js';
import { FILM } from '../../stories/film.js';
import { ShowcaseVideo } from './showcase-video.entity.js';

/** Texts that change; what is left out stays. */
interface TextChanges {
  title?: string;
  description?: string;
  transcript: ReadTranscript | null;
}

/** What changes of showcase videos, each within a transaction. */
@Injectable()
export class ShowcaseChangesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** False when the person has been deleted meanwhile. */
  async insert(video: ShowcaseVideo, transaction: Transaction): Promise<boolean> {
    try {
      await transaction.insert(ShowcaseVideo, video);
      return true;
    } catch (error) {
      if (isMissingParticipant(error)) return false;
      throw error;
    }
  }

  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Returns whether that changed anything. */
  async setApproved(id: string, isApproved: boolean, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video
       SET is_approved = $2, approved_at = CASE WHEN $2 THEN clock_timestamp() END, revision = revision + 1
       WHERE id = $1 AND is_approved <> $2`,
      [id, isApproved],
    );
    return affected > 0;
  }

  /** Sets the given texts of a video that this transaction holds; returns whether that changed anything. */
  async edit(id: string, { title, description, transcript }: TextChanges, transaction: Transaction): Promise<boolean> {
    const cues = transcript?.cues ? JSON.stringify(transcript.cues) : null;
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video v
       SET title = n.title, description = n.description, transcript = n.transcript, cues = n.cues, revision = v.revision + 1
       FROM (SELECT id, coalesce($2, title) AS title, coalesce($3, description) AS description,
                    coalesce($4, transcript) AS transcript,
                    CASE WHEN $4 IS NULL OR ($5::jsonb IS NULL AND $4 = transcript) THEN cues ELSE $5 END AS cues
             FROM showcase_video WHERE id = $1) n
       WHERE v.id = n.id AND (n.title, n.description, n.transcript, n.cues)
                             IS DISTINCT FROM (v.title, v.description, v.transcript, v.cues)`,
      [id, title, description, transcript?.transcript, cues],
    );
    return affected > 0;
  }

  /** Sets the words to those of an earlier version, exactly; returns whether that changed anything. */
  async restore(id: string, version: number, transaction: Transaction): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE showcase_video v
       SET title = n.title, description = n.description, transcript = n.transcript, cues = n.cues, revision = v.revision + 1
       FROM word_version n
       WHERE v.id = $1 AND n.video_id = v.id AND n.number = $2
         AND (n.title, n.description, n.transcript, n.cues) IS DISTINCT FROM (v.title, v.description, v.transcript, v.cues)`,
      [id, version],
    );
    return affected > 0;
  }

  /** Keeps the sentence that was chosen, or that none is; returns whether that changed anything. */
  async chooseSentence(id: string, sentence: string | null, transaction: Transaction): Promise<boolean> {
    const [, affected] =
      sentence === null
        ? await transaction.query<[unknown, number]>('DELETE FROM chosen_sentence WHERE video_id = $1', [id])
        : [
            null,
            (
              await transaction.query<unknown[]>(
                `INSERT INTO chosen_sentence AS c (video_id, sentence) VALUES ($1, $2)
                 ON CONFLICT (video_id) DO UPDATE SET sentence = excluded.sentence WHERE c.sentence <> excluded.sentence
                 RETURNING video_id`,
                [id, sentence],
              )
            ).length,
          ];
    return affected > 0;
  }

  /** Whose video it is, and what it answers. False when that person has been deleted meanwhile. */
  async place(
    id: string,
    { participantId, questionId, isApproved }: Pick<ShowcaseVideo, 'participantId' | 'questionId' | 'isApproved'>,
    transaction: Transaction,
  ): Promise<boolean> {
    try {
      await transaction.query(
        `UPDATE showcase_video
         SET participant_id = $2, question_id = $3, is_approved = $4, approved_at = CASE WHEN $4 THEN approved_at END,
             revision = revision + 1
         WHERE id = $1`,
        [id, participantId, questionId, isApproved],
      );
      return true;
    } catch (error) {
      if (isMissingParticipant(error)) return false;
      throw error;
    }
  }

  /** Within a transaction that holds it: the time of its last move that is known here. */
  async findMovedAt(id: string, transaction: Transaction): Promise<Date | null> {
    const [row] = await transaction.query<{ at: Date | null }[]>(
      'SELECT moved_at AS at FROM showcase_video WHERE id = $1',
      [id],
    );
    return row?.at ?? null;
  }

  async setMovedAt(id: string, at: Date, transaction: Transaction): Promise<void> {
    await transaction.query('UPDATE showcase_video SET moved_at = $2 WHERE id = $1', [id, at]);
  }

  /** The video stands at this address from now on, and its file, if it had one, is needed no longer. */
  async move(id: string, videoUrl: string, transaction: Transaction): Promise<void> {
    await transaction.query(
      `INSERT INTO former_film (video_id, film)
       SELECT v.id, ${FILM} FROM showcase_video v LEFT JOIN media_file m ON m.id = v.media_id WHERE v.id = $1
       ON CONFLICT DO NOTHING`,
      [id],
    );
    await transaction.query(
      `UPDATE showcase_video SET media_id = NULL, filename = NULL, video_url = $2, revision = revision + 1 WHERE id = $1`,
      [id, videoUrl],
    );
  }

  /** Counts a change of what the public sees of these videos. Returns whether any of them is approved. */
  async touch(
    by: { id: string } | { mediaId: string } | { participantId: string },
    transaction: Transaction,
  ): Promise<boolean> {
    const { affected } = await transaction.increment(ShowcaseVideo, { ...by, isApproved: true }, 'revision', 1);
    return (affected ?? 0) > 0;
  }

  async remove(id: string, transaction: Transaction): Promise<void> {
    await transaction.delete(ShowcaseVideo, { id });
  }
}

function isMissingParticipant(error: unknown): boolean {
  const cause = error instanceof QueryFailedError ? (error.driverError as { constraint?: string }) : null;
  return cause?.constraint === 'showcase_video_participant_id_fkey';
}
