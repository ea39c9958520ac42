import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import type { ProofState } from '../../contract/media/recording-proof.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { HELD_FOR_SECONDS } from '../../platform/jobs/held-work.js';
import { RecordingProofRow } from './recording-proof.entity.js';

/** After a failure: a minute, then four, nine and so on, and an hour at most. */
const PAUSE = `least(interval '1 hour', interval '1 minute' * least(failures + 1, 10) ^ 2)`;

/** What came of checking a recording before it is kept. */
export type NewProof = Pick<RecordingProofRow, 'state' | 'problem' | 'recorded'>;

/** A recording whose turn it is: to be checked, or found flawed and to be told of. */
export type DueProof = Pick<RecordingProofRow, 'mediaId' | 'state' | 'problem' | 'recorded' | 'attempts' | 'failures'>;

/** Whose recording it is. */
export interface RecordingOwner {
  participantId: string;
  email: string;
  emailKey: string;
  /** Nobody has said yet that it is theirs. */
  isSetApart: boolean;
}

/** A recording that is not whole, of which its owner was not told. */
export interface UntoldFlaw {
  mediaId: string;
  /** The title of the question. */
  question: string;
  /** In words that go on from "This recording is not whole: ". */
  problem: string;
}

const OWNERS = `
  answer a JOIN participant p ON p.id = a.participant_id
  JOIN (SELECT id AS answer_id, media_id FROM answer UNION SELECT answer_id, media_id FROM answer_piece) recorded
    ON recorded.answer_id = a.id
  JOIN recording_proof r ON r.media_id = recorded.media_id`;

@Injectable()
export class RecordingProofsRepository {
  constructor(@InjectRepository(RecordingProofRow) private readonly proofs: Repository<RecordingProofRow>) {}

  /** By media. */
  async findAll(mediaIds: string[]): Promise<Map<string, RecordingProofRow>> {
    const rows = await this.proofs.findBy({ mediaId: In(mediaIds) });
    return new Map(rows.map((row) => [row.mediaId, row]));
  }

  async insert(mediaId: string, proof: NewProof, transaction: Transaction): Promise<void> {
    const dueAt = proof.state === 'checking' ? new Date() : null;
    await transaction.insert(RecordingProofRow, { ...proof, mediaId, attempts: 0, failures: 0, dueAt });
  }

  async findDue(): Promise<string[]> {
    const rows = await this.proofs.query<{ id: string }[]>(
      'SELECT media_id AS id FROM recording_proof WHERE due_at <= now() ORDER BY due_at, media_id',
    );
    return rows.map(({ id }) => id);
  }

  /** When the next is due; null when none is. */
  async secondsUntilDue(): Promise<number | null> {
    const [row] = await this.proofs.query<{ seconds: number | null }[]>(
      'SELECT extract(epoch FROM min(due_at) - now())::float8 AS seconds FROM recording_proof',
    );
    return row?.seconds ?? null;
  }

  /** Counts one more attempt; null when there is nothing to do any more, or not yet. */
  async begin(mediaId: string): Promise<DueProof | null> {
    const [[begun]] = await this.proofs.query<[DueProof[], number]>(
      `UPDATE recording_proof SET attempts = attempts + 1, due_at = now() + interval '${HELD_FOR_SECONDS} seconds'
       WHERE media_id = $1 AND due_at <= now()
       RETURNING media_id AS "mediaId", state, problem, recorded, attempts, failures`,
      [mediaId],
    );
    return begun ?? null;
  }

  /** Keeps it from everyone else for a while longer. */
  async hold(mediaId: string): Promise<void> {
    await this.proofs.query(
      `UPDATE recording_proof SET due_at = now() + interval '${HELD_FOR_SECONDS} seconds' WHERE media_id = $1 AND due_at IS NOT NULL`,
      [mediaId],
    );
  }

  /** What is flawed is due until its owner was told. */
  async note(mediaId: string, state: ProofState, problem: string | null): Promise<void> {
    await this.proofs.query(
      `UPDATE recording_proof SET state = $2, problem = $3, attempts = 0, failures = 0,
         due_at = CASE $2 WHEN 'flawed' THEN now() END
       WHERE media_id = $1`,
      [mediaId, state, problem],
    );
  }

  async noteTold(mediaIds: string[]): Promise<void> {
    await this.proofs.query('UPDATE recording_proof SET due_at = NULL WHERE media_id = ANY($1)', [mediaIds]);
  }

  /** Its owner is told later, unless they are told with another one meanwhile. Until then nothing was tried. */
  async waitToTell(mediaId: string, seconds: number, transaction: Transaction = this.proofs.manager): Promise<void> {
    await transaction.query(
      `UPDATE recording_proof SET attempts = 0, failures = 0, due_at = now() + $2 * interval '1 second'
       WHERE media_id = $1 AND due_at IS NOT NULL`,
      [mediaId, seconds],
    );
  }

  /**
   * Stopped through no fault of its own.
   * @param isLater it failed: tried again later, and later each time
   */
  async putOff(mediaId: string, { isLater }: { isLater: boolean }): Promise<void> {
    await this.proofs.query(
      `UPDATE recording_proof SET attempts = attempts - 1, failures = failures + $2::boolean::int,
         due_at = CASE WHEN $2 THEN now() + ${PAUSE} ELSE now() END
       WHERE media_id = $1 AND due_at IS NOT NULL`,
      [mediaId, isLater],
    );
  }

  /**
   * Null when nobody has it any more. Where it is set apart its owner is told later, unless they are just saying that it is
   * theirs.
   */
  async findOwnerToTell(mediaId: string, laterSeconds: number): Promise<RecordingOwner | null> {
    const found = await this.findOwner(mediaId, this.proofs.manager);
    if (!found?.isSetApart) return found;
    return this.proofs.manager.transaction(async (transaction) => {
      await transaction.query('SELECT FROM participant WHERE id = $1 FOR SHARE', [found.participantId]);
      const owner = await this.findOwner(mediaId, transaction);
      if (owner?.isSetApart) await this.waitToTell(mediaId, laterSeconds, transaction);
      return owner;
    });
  }

  private async findOwner(mediaId: string, transaction: Transaction): Promise<RecordingOwner | null> {
    const [row] = await transaction.query<RecordingOwner[]>(
      `SELECT p.id AS "participantId", p.email, p.email_key AS "emailKey", a.is_set_apart AS "isSetApart" FROM ${OWNERS}
       WHERE r.media_id = $1 ORDER BY a.is_set_apart LIMIT 1`,
      [mediaId],
    );
    return row ?? null;
  }

  /** In the order of the questions. */
  findUntold(participantId: string): Promise<UntoldFlaw[]> {
    return this.proofs.query<UntoldFlaw[]>(
      `SELECT DISTINCT r.media_id AS "mediaId", q.sequence, q.title AS question, coalesce(r.problem, '') AS problem
       FROM ${OWNERS} JOIN question q ON q.id = a.question_id
       WHERE NOT a.is_set_apart AND p.id = $1 AND r.state = 'flawed' AND r.due_at IS NOT NULL ORDER BY q.sequence, r.media_id`,
      [participantId],
    );
  }
}
