import { Injectable } from '@nestjs/common';
import { OWN_CHANGES_PER_DAY, OWN_CHANGES_WINDOW_MS } from '../../contract/common/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import { writtenWait } from '../../platform/http/written-wait.js';
import { RateLimits } from '../../platform/rate-limits/rate-limits.service.js';

/**
 * Counts what people may change again and again, and of which something stays each time. A no is never refused: each that
 * takes something back comes after a yes, which is counted.
 */
@Injectable()
export class OwnChanges {
  constructor(private readonly rateLimits: RateLimits) {}

  /**
   * One more of those that a day has.
   * @throws AppError 429 `too_many_changes` when there is none left
   */
  async take(participantId: string): Promise<void> {
    const subject = `own changes ${participantId}`;
    const { waitSeconds } = await this.rateLimits.take([
      { subject, limit: OWN_CHANGES_PER_DAY, windowMs: OWN_CHANGES_WINDOW_MS },
    ]);
    if (waitSeconds === 0) return;
    const message = `You have changed this many times today. Please try again in ${writtenWait(waitSeconds)}.`;
    throw new AppError(429, 'too_many_changes', message, waitSeconds);
  }
}
