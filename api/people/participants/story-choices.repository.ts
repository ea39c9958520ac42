import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Transaction } from '../../platform/database/transaction.js';

/** What a person has decided about their story. Without a row nothing is. */
export interface StoryChoice {
  hiddenAt: Date | null;
  /** When it was shown again last. */
  shownAt: Date | null;
  withdrawnAt: Date | null;
  /** Null: the first name. */
  shownName: string | null;
  /** When the shown name was changed last. */
  namedAt: Date | null;
  /** When a handle was taken back last. */
  handlesTakenAt: Date | null;
  /** When the time of the answers was over. */
  answersEndedAt: Date | null;
  /** Found by its link alone. */
  isUnlisted: boolean;
}

const NOTHING_CHOSEN: StoryChoice = {
  hiddenAt: null,
  shownAt: null,
  withdrawnAt: null,
  shownName: null,
  namedAt: null,
  handlesTakenAt: null,
  answersEndedAt: null,
  isUnlisted: false,
};
const COLUMNS: Record<keyof StoryChoice, string> = {
  hiddenAt: 'hidden_at',
  shownAt: 'shown_at',
  withdrawnAt: 'withdrawn_at',
  shownName: 'shown_name',
  namedAt: 'named_at',
  handlesTakenAt: 'handles_taken_at',
  answersEndedAt: 'answers_ended_at',
  isUnlisted: 'is_unlisted',
};

@Injectable()
export class StoryChoicesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  async find(participantId: string, transaction: Transaction = this.dataSource.manager): Promise<StoryChoice> {
    const columns = Object.entries(COLUMNS).map(([field, column]) => `${column} AS "${field}"`);
    const [row] = await transaction.query<StoryChoice[]>(
      `SELECT ${columns.join(', ')} FROM story_choice WHERE participant_id = $1`,
      [participantId],
    );
    return row ?? NOTHING_CHOSEN;
  }

  async set(participantId: string, choice: Partial<StoryChoice>, transaction: Transaction): Promise<void> {
    const given = Object.keys(choice).map((field) => COLUMNS[field as keyof StoryChoice]);
    const places = given.map((_, index) => `$${index + 2}`);
    await transaction.query(
      `INSERT INTO story_choice (participant_id, ${given.join(', ')}) VALUES ($1, ${places.join(', ')})
       ON CONFLICT (participant_id) DO UPDATE SET ${given.map((column) => `${column} = excluded.${column}`).join(', ')}`,
      [participantId, ...Object.values(choice)],
    );
  }
}
