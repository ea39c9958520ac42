import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import type { PreparationState } from '../../contract/preparation.js';
import { Preparation } from './preparation.entity.js';

/** A transaction in which media change together with what is known of their preparation. */
export type Transaction = EntityManager;

/** What is made of a file, step by step. */
export type Outcome = Partial<Omit<Preparation, 'mediaId' | 'changedAt'>>;

const WITH_FILES = { posterMedia: true, playableMedia: true, audioMedia: true } as const;

@Injectable()
export class PreparationsRepository {
  constructor(@InjectRepository(Preparation) private readonly preparations: Repository<Preparation>) {}

  /** With their files. */
  findAll(mediaIds: string[]): Promise<Preparation[]> {
    return this.preparations.find({ where: { mediaId: In(mediaIds) }, relations: WITH_FILES });
  }

  /** Those that still have to be made, the oldest first. */
  async findOpen(): Promise<string[]> {
    const rows = await this.preparations.query<{ id: string }[]>(
      `SELECT p.media_id AS id FROM video_preparation p JOIN media_file m ON m.id = p.media_id
       WHERE p.state IN ('waiting', 'working') ORDER BY m.created_at, m.id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Counts one more attempt; answers what is there of it, or null when it is finished or its video gone. */
  async begin(mediaId: string): Promise<Preparation | null> {
    const [, affected] = await this.preparations.query<[unknown, number]>(
      `UPDATE video_preparation SET state = 'working', attempts = attempts + 1, changed_at = now()
       WHERE media_id = $1 AND state IN ('waiting', 'working')`,
      [mediaId],
    );
    return affected === 0 ? null : this.preparations.findOneBy({ mediaId });
  }

  /** Answers false when the video has been removed meanwhile. */
  async note(
    mediaId: string,
    outcome: Outcome,
    transaction: Transaction = this.preparations.manager,
  ): Promise<boolean> {
    const { affected } = await transaction.update(Preparation, { mediaId }, { ...outcome, changedAt: new Date() });
    return affected === 1;
  }

  /** Stopped through no fault of its own. */
  async putBack(mediaId: string): Promise<void> {
    await this.preparations.query(
      `UPDATE video_preparation SET state = 'waiting', attempts = attempts - 1, changed_at = now()
       WHERE media_id = $1 AND state = 'working'`,
      [mediaId],
    );
  }

  /** What failed is open again; answers whether it had failed. */
  async reopen(mediaId: string, state: PreparationState): Promise<boolean> {
    const [, affected] = await this.preparations.query<[unknown, number]>(
      `UPDATE video_preparation SET state = $2, problem = NULL, attempts = 0, changed_at = now()
       WHERE media_id = $1 AND state = 'failed'`,
      [mediaId, state],
    );
    return affected > 0;
  }

  /** Whether there are video tools: what is not made yet waits for them, or does without. */
  async setAvailable(isAvailable: boolean): Promise<void> {
    await this.preparations.query(
      isAvailable
        ? `UPDATE video_preparation SET state = 'waiting', changed_at = now() WHERE state = 'off'`
        : `UPDATE video_preparation SET state = 'off', changed_at = now() WHERE state IN ('waiting', 'working')`,
    );
  }
}
