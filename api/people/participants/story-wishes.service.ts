import { Injectable } from '@nestjs/common';
import type { StoryWishes, StoryWishesRequest } from '../../contract/my-story.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { StoryWishesRepository } from './story-wishes.repository.js';

/** What people wish for their story in case that they die, or cannot decide any more. Goes with the person. */
@Injectable()
export class StoryWishesService {
  constructor(private readonly wishes: StoryWishesRepository) {}

  async find(participantId: string): Promise<StoryWishes | null> {
    const found = await this.wishes.find(participantId);
    return found && { ...found, changedAt: found.changedAt.toISOString() };
  }

  /** Within a transaction that holds the person. Empty wishes are none. @returns whether they are others now */
  set(participantId: string, wishes: StoryWishesRequest, transaction: Transaction): Promise<boolean> {
    if (Object.values(wishes).join('') === '') return this.wishes.remove(participantId, transaction);
    return this.wishes.save(participantId, wishes, transaction);
  }
}
