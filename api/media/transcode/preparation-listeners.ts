import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';

/**
 * Told when something new has been made of a video, in the transaction that notes it; answers what to do after its commit,
 * if anything.
 */
export type PreparationListener = (
  mediaId: string,
  transaction: Transaction,
) => Promise<(() => Promise<void>) | undefined>;

/** Who wants to know what has been made of which video. */
@Injectable()
export class PreparationListeners {
  private readonly listeners: PreparationListener[] = [];

  add(listener: PreparationListener): void {
    this.listeners.push(listener);
  }

  /** Answers what all of them want to do after the commit. */
  async tell(mediaId: string, transaction: Transaction): Promise<(() => Promise<void>)[]> {
    const after: (() => Promise<void>)[] = [];
    for (const listener of this.listeners) {
      const work = await listener(mediaId, transaction);
      if (work) after.push(work);
    }
    return after;
  }
}
