import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { PreparationState } from '../../contract/media/preparation.js';
import { HELD_FOR_SECONDS } from '../../platform/jobs/held-work.js';
import { Transcode } from './transcode.entity.js';
import { guaranteedLine, PASSED_OVER_AFTER, TRANSCODE_LINES, type TranscodeLine } from '../store/transcode-line.js';

/** What is made of a file, step by step. */
export type Outcome = Partial<
  Omit<Transcode, 'mediaId' | 'line' | 'waitingSince' | 'claim' | 'claimedUntil' | 'changedAt'>
>;

/** A video that is being prepared, by whoever knows its `claim`. */
export type Claimed = Pick<Transcode, 'mediaId' | 'attempts' | 'posterMediaId'> & { claim: string };

const WITH_FILES = { posterMedia: true, playableMedia: true, audioMedia: true } as const;

const IS_FREE = `state IN ('waiting', 'working') AND (claimed_until IS NULL OR claimed_until < now())`;
const PLACE_IN_LINE = `array_position(ARRAY[${TRANSCODE_LINES.map((line) => `'${line}'`).join(', ')}], line)`;
const NEEDS_COPY = `copy_state = 'wanted' AND playable_media_id IS NULL`;

@Injectable()
export class TranscodesRepository {
  constructor(@InjectRepository(Transcode) private readonly transcodes: Repository<Transcode>) {}

  /** With their files. */
  findAll(mediaIds: string[]): Promise<Transcode[]> {
    return this.transcodes.find({ where: { mediaId: In(mediaIds) }, relations: WITH_FILES });
  }

  /** Those that still have to be made, in no order that matters. */
  async findOpen(): Promise<string[]> {
    const rows = await this.transcodes.query<{ id: string }[]>(
      `SELECT media_id AS id FROM video_preparation WHERE state IN ('waiting', 'working') ORDER BY waiting_since, media_id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Of a video that waits: whose turn it is changes with that. */
  async setLine(mediaId: string, line: TranscodeLine): Promise<void> {
    await this.transcodes.query('UPDATE video_preparation SET line = $2 WHERE media_id = $1', [mediaId, line]);
  }

  /** Takes the video whose turn it is and counts one more attempt; null when none waits. */
  async claimNext(): Promise<Claimed | null> {
    // Turns in which nothing is done are none: else they could be just those that somebody is guaranteed.
    const [next] = await this.transcodes.query<{ turn: string }[]>(
      `SELECT nextval('video_preparation_turn') AS turn WHERE EXISTS (SELECT FROM video_preparation WHERE ${IS_FREE})`,
    );
    if (!next) return null;
    const [[claimed]] = await this.transcodes.query<[Claimed[], number]>(
      `UPDATE video_preparation SET state = 'working', attempts = attempts + 1, claim = gen_random_uuid(),
         claimed_until = now() + interval '${HELD_FOR_SECONDS} seconds', changed_at = now()
       WHERE media_id = (
         SELECT media_id FROM video_preparation WHERE ${IS_FREE}
         ORDER BY line IS NOT DISTINCT FROM $1 AND waiting_since < now() - interval '${PASSED_OVER_AFTER}' DESC,
                  ${PLACE_IN_LINE}, waiting_since, media_id
         LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING media_id AS "mediaId", attempts, poster_media_id AS "posterMediaId", claim`,
      [guaranteedLine(Number(next.turn))],
    );
    return claimed ?? null;
  }

  /** Whether any waits: one that `claimNext` did not return is just being changed by somebody. */
  async isAnyFree(): Promise<boolean> {
    const rows = await this.transcodes.query<unknown[]>(`SELECT FROM video_preparation WHERE ${IS_FREE} LIMIT 1`);
    return rows.length > 0;
  }

  /** When somebody may begin with what is claimed or put off; null when nothing is. */
  async secondsUntilFree(): Promise<number | null> {
    const [{ seconds }] = await this.transcodes.query<[{ seconds: number | null }]>(
      `SELECT extract(epoch FROM min(claimed_until) - now())::float8 AS seconds FROM video_preparation
       WHERE state IN ('waiting', 'working') AND claimed_until >= now()`,
    );
    return seconds;
  }

  /** Keeps what is being prepared from everyone else for a while longer. */
  async holdClaim({ mediaId, claim }: Claimed): Promise<void> {
    await this.transcodes.query(
      `UPDATE video_preparation SET claimed_until = now() + interval '${HELD_FOR_SECONDS} seconds' WHERE media_id = $1 AND claim = $2`,
      [mediaId, claim],
    );
  }

  /** False when the video has been removed meanwhile, or is in other hands. */
  async note(
    { mediaId, claim }: Claimed,
    outcome: Outcome,
    transaction: Transaction = this.transcodes.manager,
  ): Promise<boolean> {
    const isOver = outcome.state !== undefined;
    const freed = isOver ? { claim: null, claimedUntil: null } : {};
    const changes = { ...outcome, ...freed, changedAt: new Date() };
    return (await transaction.update(Transcode, { mediaId, claim }, changes)).affected === 1;
  }

  /**
   * Stopped through no fault of its own.
   * @param isLater it goes to the others first: the longer it has waited, the longer it waits now
   */
  async putBack({ mediaId, claim }: Claimed, { isLater }: { isLater: boolean }): Promise<void> {
    await this.transcodes.query(
      `UPDATE video_preparation SET state = 'waiting', attempts = attempts - 1, claim = NULL, changed_at = now(),
         claimed_until = CASE WHEN $3 THEN now() + greatest('1 second', least(now() - waiting_since, '10 minutes')) END
       WHERE media_id = $1 AND claim = $2`,
      [mediaId, claim, isLater],
    );
  }

  /** What failed is tried again; returns whether it had failed. A copy that could not be made is tried again as well. */
  async retry(mediaId: string, state: PreparationState): Promise<boolean> {
    const [, affected] = await this.transcodes.query<[unknown, number]>(
      `UPDATE video_preparation SET state = $2, problem = NULL, attempts = 0, waiting_since = now(), changed_at = now(),
         copy_state = CASE copy_state WHEN 'impossible' THEN 'wanted' ELSE copy_state END
       WHERE media_id = $1 AND state = 'failed'`,
      [mediaId, state],
    );
    return affected > 0;
  }

  /** Whether there are video tools: what is not made yet waits for them, or does without. */
  async setAvailable(isAvailable: boolean): Promise<void> {
    await this.transcodes.query(
      isAvailable
        ? `UPDATE video_preparation SET state = 'waiting', changed_at = now() WHERE state = 'off'`
        : `UPDATE video_preparation SET state = 'off', changed_at = now() WHERE state IN ('waiting', 'working')`,
    );
  }

  /** As `setAvailable(false)`, of these alone. */
  async leaveAsTheyCame(mediaIds: string[]): Promise<void> {
    const leave = `UPDATE video_preparation SET state = 'off', changed_at = now() WHERE media_id = ANY($1) AND state = 'waiting'`;
    await this.transcodes.query(leave, [mediaIds]);
  }

  /** From now on the public needs something of this video; returns whether it could be there in a moment. */
  async wantCopy(mediaId: string): Promise<boolean> {
    await this.transcodes.query(
      `UPDATE video_preparation SET copy_state = 'wanted'
       WHERE media_id = $1 AND copy_state IS NULL AND playable_media_id IS NULL`,
      [mediaId],
    );
    return this.isCopyAwaited(mediaId);
  }

  /** Whether a copy is about to be made, and needed. */
  async isCopyAwaited(mediaId: string): Promise<boolean> {
    const rows = await this.transcodes.query<unknown[]>(
      `SELECT FROM video_preparation WHERE media_id = $1 AND ${NEEDS_COPY} AND state <> 'off'`,
      [mediaId],
    );
    return rows.length > 0;
  }

  async findWantedCopies(): Promise<string[]> {
    const rows = await this.transcodes.query<{ id: string }[]>(
      `SELECT media_id AS id FROM video_preparation WHERE ${NEEDS_COPY} ORDER BY ${PLACE_IN_LINE}, waiting_since, media_id`,
    );
    return rows.map(({ id }) => id);
  }

  /** False when none is wanted any more, or the video has been removed. */
  async noteCopy(
    mediaId: string,
    copyMediaId: string | null,
    transaction: Transaction = this.transcodes.manager,
  ): Promise<boolean> {
    const [, affected] = await transaction.query<[unknown, number]>(
      `UPDATE video_preparation SET copy_state = CASE WHEN $2::uuid IS NULL THEN 'impossible' ELSE 'made' END, copy_media_id = $2
       WHERE media_id = $1 AND ${NEEDS_COPY}`,
      [mediaId, copyMediaId],
    );
    return affected > 0;
  }

  /** Forgets the copies that nobody can be watching any more; returns their files. */
  async takeSpentCopies(transaction: Transaction): Promise<string[]> {
    const spent = await transaction.query<{ id: string; copyId: string }[]>(
      `SELECT media_id AS id, copy_media_id AS "copyId" FROM video_preparation
       WHERE state = 'ready' AND copy_media_id IS NOT NULL AND changed_at < now() - interval '1 day' FOR UPDATE SKIP LOCKED`,
    );
    await transaction.query(
      'UPDATE video_preparation SET copy_media_id = NULL, copy_state = NULL WHERE media_id = ANY($1::uuid[])',
      [spent.map(({ id }) => id)],
    );
    return spent.map(({ copyId }) => copyId);
  }

  transact<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.transcodes.manager.transaction(work);
  }
}
