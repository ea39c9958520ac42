import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Publication } from '../stories/shown-video.js';
import { type Appearance, AppearancesRepository } from './appearances.repository.js';
import type { FeedNames } from './plan/desired-pages.js';

export type { Appearance };

/**
 * Each time that a story is public it has a new id that tells nothing of it. Whoever has a copy can be told by that id alone
 * that it is gone.
 */
@Injectable()
export class AppearancesService {
  constructor(private readonly appearances: AppearancesRepository) {}

  /**
   * Ends those of stories that are not public any more, or not at that address. Only for the holder of the publishing lock.
   * @param publications every public story of these people
   * @param participantIds whose they are; null: everybody's
   */
  async bringUpToDate(publications: Publication[], participantIds: string[] | null): Promise<FeedNames> {
    const present = await this.appearances.findPresent(participantIds);
    const stories = publications.map(({ participantId, userName, isUnlisted }) => {
      return { participantId, userName, isListed: !isUnlisted };
    });
    const desired = new Set(stories.map(keyOf));
    const known = new Set(present.map(keyOf));
    const begun = stories.filter((story) => !known.has(keyOf(story)));
    const ended = present.filter((appearance) => !desired.has(keyOf(appearance)));
    await this.appearances.end(ended.map(({ id }) => id));
    const now = [
      ...present.filter((appearance) => desired.has(keyOf(appearance))),
      ...(await this.appearances.begin(begun)),
    ];
    await this.appearances.removeLongEnded();
    const told = await this.appearances.findTold();
    return {
      ids: new Map(now.flatMap(({ id, participantId }) => (participantId === null ? [] : [[participantId, id]]))),
      gone: told.map(({ id, endedAt }) => ({ id, at: endedAt.toISOString() })),
    };
  }

  /**
   * Those that are public now.
   * @param participantIds those of these people, and of whoever is gone; null: all
   */
  listPresent(participantIds: string[] | null = null): Promise<Appearance[]> {
    return this.appearances.findPresent(participantIds);
  }

  /** When these ended, as far as they have and that is still known. */
  async findEnds(ids: string[]): Promise<Map<string, string>> {
    const ended = await this.appearances.findEnded(ids);
    return new Map(ended.map(({ id, endedAt }) => [id, endedAt.toISOString()]));
  }

  /**
   * Within a transaction that has taken something back: where nothing of that story is public any more, its time ends.
   * Returns what it was called, and whether that is over; null where nothing was public.
   */
  async takeBack(
    participantId: string,
    transaction: Transaction,
  ): Promise<{ id: string; isListed: boolean; isOver: boolean } | null> {
    if (await this.appearances.isShown(participantId, transaction)) {
      const present = await this.appearances.findPresentOf(participantId, transaction);
      return present && { ...present, isOver: false };
    }
    const ended = await this.appearances.endOf(participantId, transaction);
    return ended && { ...ended, isOver: true };
  }
}

function keyOf({ participantId, userName, isListed }: Omit<Appearance, 'id'>): string {
  return `${participantId} ${userName} ${isListed}`;
}
