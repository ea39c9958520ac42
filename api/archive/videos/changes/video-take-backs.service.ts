import { Injectable } from '@nestjs/common';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { StoryChoicesService } from '../../../people/participants/story-choices.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import type { BlockedVideo } from '../../publishing/publisher.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import { VideoLocks } from './video-locks.service.js';

interface TakeBack {
  /** It is another cut now than was approved. */
  isAnotherCut?: boolean;
  /** The time, for the ledger, at which older approved cuts that it covered are unapproved with it; null: they stay. */
  coveredAt: Date | null;
}

/**
 * Finished videos that were approved and wait for approval again, as what their person says, or what they are by now, does
 * not let them be public. What is taken back has to be blocked by the archive after the commit (see
 * `PersonVideosService.takeDown`).
 */
@Injectable()
export class VideoTakeBacks {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly locks: VideoLocks,
    private readonly releases: ReleasesService,
    private readonly choices: StoryChoicesService,
    private readonly audit: AuditService,
    private readonly ledger: WithdrawalLedger,
  ) {}

  /** Within a change of one video. Returns it as it was where it is taken back, and then the older cuts. */
  async unapproveUnreleased(id: string, how: TakeBack, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    const taken = await this.takeBack(id, how, transaction);
    if (taken.length > 0) await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
    return taken;
  }

  /**
   * Within a transaction, of all videos of a person: the same film may stand in several. Returns as `unapproveUnreleased`.
   */
  async unapproveUnreleasedOf(
    participantId: string,
    how: TakeBack,
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow[]> {
    const ids = (await this.rows.findLockedOf(participantId, transaction)).map((video) => video.id);
    const taken: ShowcaseVideoRow[] = [];
    for (const id of ids) taken.push(...(await this.unapproveUnreleased(id, how, transaction)));
    return taken;
  }

  /** In a transaction of its own, because the time is over that its person has set; `alsoWrite` tells of it. Returns as `unapproveUnreleased`. */
  unapproveOver(
    id: string,
    alsoWrite: (video: ShowcaseVideoRow, transaction: Transaction) => Promise<void>,
  ): Promise<ShowcaseVideoRow[]> {
    return this.videos.transact(async (transaction) => {
      const held = await this.locks.lockWithPerson(id, transaction);
      const [video, ...covered] = held ? await this.takeBack(id, { coveredAt: held.at }, transaction) : [];
      if (!video) return [];
      await alsoWrite(video, transaction);
      return [video, ...covered];
    });
  }

  /** Within a transaction: what the public sees of the video becomes another cut by `change`. */
  async changePicture(id: string, transaction: Transaction, change: () => Promise<void>): Promise<void> {
    const held = await this.locks.lockWithPerson(id, transaction);
    await change();
    if (held) await this.unapproveUnreleased(id, { isAnotherCut: true, coveredAt: held.at }, transaction);
  }

  /**
   * A cut that was approved later may have been made to leave out what these say: where its person takes it back, or their
   * time does, none of them comes up in its place. Returns them.
   */
  async unapproveCovered(covered: ShowcaseVideoRow[], at: Date, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    for (const { id, participantId } of covered) {
      await this.unapprove(id, transaction);
      await this.ledger.append({ kind: 'covered', participantId, id }, at);
    }
    return covered;
  }

  /**
   * Within a transaction, of videos that were made of what is not their person's: none is approved any more, and no paper
   * counts. Returns those that were approved, and the ids of those to which nothing is said now.
   */
  async disclaimAllOf(
    participantId: string,
    transaction: Transaction,
  ): Promise<{ approved: BlockedVideo[]; unsaid: string[] }> {
    const { films, isLinkOnlyOver } = await this.releases.removeSaidOnPaper(participantId, transaction);
    if (isLinkOnlyOver) await this.choices.set(participantId, { isUnlisted: false }, transaction);
    const videos = await this.rows.findLockedOf(participantId, transaction);
    const approved = videos.filter(({ isApproved }) => isApproved);
    for (const { id } of approved) await this.unapprove(id, transaction);
    const unsaid = videos.filter(({ film, release }) => films.includes(film) && release === null);
    return { approved, unsaid: unsaid.map(({ id }) => id) };
  }

  private async takeBack(
    id: string,
    { isAnotherCut = false, coveredAt }: TakeBack,
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow[]> {
    const video = await this.rows.find(id, transaction);
    if (!video?.isApproved || !this.releases.isTakenBack(video, isAnotherCut)) return [];
    const covered = coveredAt ? await this.rows.findCoveredBy(video, transaction) : [];
    await this.videos.setApproved(id, false, transaction);
    return [video, ...(coveredAt ? await this.unapproveCovered(covered, coveredAt, transaction) : [])];
  }

  private async unapprove(id: string, transaction: Transaction): Promise<void> {
    await this.videos.setApproved(id, false, transaction);
    await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
  }
}
