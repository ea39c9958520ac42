import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { type StoryChoice, StoryChoicesRepository } from './story-choices.repository.js';

export type { StoryChoice };

/** What people have decided about their own story; what is hidden or withdrawn is public nowhere, whatever is approved. */
@Injectable()
export class StoryChoicesService {
  constructor(private readonly choices: StoryChoicesRepository) {}

  find(participantId: string, transaction?: Transaction): Promise<StoryChoice> {
    return this.choices.find(participantId, transaction);
  }

  /** Within a transaction that holds the person. */
  set(participantId: string, choice: Partial<StoryChoice>, transaction: Transaction): Promise<void> {
    return this.choices.set(participantId, choice, transaction);
  }

  /** @throws AppError 409 while nothing of this person may be published */
  async requirePublishable(participantId: string, transaction: Transaction): Promise<void> {
    const { hiddenAt, withdrawnAt } = await this.choices.find(participantId, transaction);
    if (withdrawnAt !== null) {
      throw new AppError(409, 'story_withdrawn', 'This person has withdrawn their story. It cannot be published.');
    }
    if (hiddenAt === null) return;
    const message = 'This person has hidden their story. It can be published again once they show it again.';
    throw new AppError(409, 'story_hidden', message);
  }
}
