import { Injectable } from '@nestjs/common';
import type { StoryWishes, StoryWishesRequest } from '../../contract/stories/my-story.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { StoryWishesRepository } from './story-wishes.repository.js';

const FIELDS = ['words', 'contactName', 'contact'] as const;

/** What people wish for their story in case that they die, or cannot decide any more. Goes with the person. */
@Injectable()
export class StoryWishesService {
  constructor(
    private readonly wishes: StoryWishesRepository,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
  ) {}

  async find(participantId: string): Promise<StoryWishes | null> {
    const found = await this.wishes.find(participantId);
    return found && { ...found, changedAt: found.changedAt.toISOString() };
  }

  /** Whether they are what there is already, without some of it. */
  async onlyTakesAway(participantId: string, wishes: StoryWishesRequest): Promise<boolean> {
    if (isEmpty(wishes)) return true;
    const before = await this.wishes.find(participantId);
    const others = FIELDS.filter((field) => wishes[field] !== (before?.[field] ?? ''));
    return others.length > 0 && others.every((field) => wishes[field] === '');
  }

  /** Within a transaction that holds the person. Returns whether they are others now. */
  async set(participantId: string, wishes: StoryWishesRequest, transaction: Transaction): Promise<boolean> {
    if (!isEmpty(wishes)) {
      const at = await this.clock.tick(participantId, transaction);
      return this.wishes.save(participantId, wishes, at, transaction);
    }
    const changedAt = await this.wishes.remove(participantId, transaction);
    if (changedAt === null) return false;
    const at = await this.clock.tick(participantId, transaction, changedAt);
    await this.ledger.append({ kind: 'wishes', participantId }, at);
    return true;
  }

  /** Says again what the ledger knows, of what an older database has still; within a transaction. Returns whether there were any. */
  removeUntil(participantId: string, at: Date, transaction: Transaction): Promise<boolean> {
    return this.wishes.removeUntil(participantId, at, transaction);
  }
}

/** Empty wishes are none. */
function isEmpty(wishes: StoryWishesRequest): boolean {
  return FIELDS.every((field) => wishes[field] === '');
}
