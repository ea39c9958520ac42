import { Injectable } from '@nestjs/common';
import {
  type CutChanged,
  RELEASE_BLOCKS,
  RELEASE_REQUIRED,
  type ReleaseRequest,
  type ReleaseStanding,
} from '../../../contract/releases.js';
import { AppConfig } from '../../../platform/config/app-config.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/app-error.js';
import type { ShowcaseVideoRow } from '../showcase-video-row.js';
import { cutHashOf, standingOf } from './release-state.js';
import { ReleasesRepository } from './releases.repository.js';

/** What people say to finished cuts: a "no" always holds, and silence is never a yes. */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly config: AppConfig,
    private readonly releases: ReleasesRepository,
  ) {}

  standing(video: ShowcaseVideoRow): ReleaseStanding {
    return standingOf(video.release, cutHashOf(video));
  }

  /** @throws AppError 409 `release_refused`, or `release_missing` where one is required, in words */
  requireLive(video: ShowcaseVideoRow): void {
    const standing = this.standing(video);
    if (standing === 'no' || standing === 'change') {
      throw new AppError(409, 'release_refused', RELEASE_BLOCKS[standing]);
    }
    if (!this.config.requireRelease || standing === 'yes') return;
    throw new AppError(409, 'release_missing', RELEASE_REQUIRED[standing]);
  }

  /** Whether what is public by now may not be so any more. What never had an answer stays as it was approved. */
  isTakenBack(video: ShowcaseVideoRow): boolean {
    const standing = this.standing(video);
    if (standing === 'outdated') return this.config.requireRelease;
    return standing === 'no' || standing === 'change';
  }

  /**
   * Within a transaction that holds the video: keeps what its person says to it.
   * @throws AppError 409 `cut_changed` when that is another cut than they watched
   */
  async record(
    video: ShowcaseVideoRow,
    { cutHash: watched, decision, words = '' }: ReleaseRequest,
    transaction: Transaction,
  ): Promise<void> {
    const cutHash = cutHashOf(video);
    if (watched !== cutHash) throw cutChanged(cutHash);
    const { participantId, film } = video;
    const release = { participantId, film, cutHash, decision, words: decision === 'change' ? words : '' };
    await this.releases.insert(release, transaction);
  }

  /** Within a withdrawal: what was said to the film goes, and a "no" to it stays. */
  async refuse(video: ShowcaseVideoRow, transaction: Transaction): Promise<void> {
    const { participantId, film } = video;
    await this.releases.removeOf(participantId, film, transaction);
    const release = { participantId, film, cutHash: cutHashOf(video), decision: 'no', words: '' } as const;
    await this.releases.insert(release, transaction);
  }
}

function cutChanged(cutHash: string): AppError {
  const message = 'This video has changed since you watched it. Please watch it again first.';
  return new AppError(409, 'cut_changed', message, undefined, { cutHash } satisfies Partial<CutChanged>);
}
