import { Injectable } from '@nestjs/common';
import { isStoryOverview, STORY_OVERVIEW_QUESTION_ID } from '../../../contract/interview/questions.js';
import type { EditShowcaseVideoRequest } from '../../../contract/videos/showcase.js';
import { UploadSessionsService } from '../../../media/uploads/upload-sessions.service.js';
import { afterCommit } from '../../../people/ledger/after-commit.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { StoryChoicesService } from '../../../people/participants/story-choices.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { ElsewhereService } from '../../elsewhere/elsewhere.service.js';
import { Publisher } from '../../publishing/publisher.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import { noSuchUser } from '../subjects/showcase-subjects.service.js';
import { type ShowcaseVideoRow, videoMoved } from '../catalogue/showcase-video-row.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { VideoTransactions } from './video-transactions.service.js';

/** Showcase videos that become another person's, or answer another question. */
@Injectable()
export class VideoMoves {
  constructor(
    private readonly transactions: VideoTransactions,
    private readonly videos: ShowcaseChangesRepository,
    private readonly choices: StoryChoicesService,
    private readonly releases: ReleasesService,
    private readonly uploadSessions: UploadSessionsService,
    private readonly elsewhere: ElsewhereService,
    private readonly ledger: WithdrawalLedger,
    private readonly publisher: Publisher,
  ) {}

  /**
   * Gives the video to another person or question; returns whether that is another one. With another person it is looked at
   * again, for it was approved for the page of the first.
   */
  async place(
    video: ShowcaseVideoRow,
    { userId, questionId, fromUserId, fromQuestionId }: EditShowcaseVideoRequest,
    at: Date,
    transaction: Transaction,
  ): Promise<boolean> {
    const participantId = userId ?? video.participantId;
    const question = orOverview(questionId, video.questionId);
    const isSamePerson = !isOther(userId, video);
    if (isSamePerson && question === orOverview(video.questionId)) return false;
    const isElsewhere = orOverview(fromQuestionId, video.questionId) !== orOverview(video.questionId);
    if (isElsewhere || isOther(fromUserId, video)) throw videoMoved();
    if (!isSamePerson) {
      this.releases.requireMovable(video);
      await this.choices.requirePublishable(video.participantId, transaction);
    }
    const isApproved = video.isApproved && isSamePerson;
    const placed = { participantId, questionId: isStoryOverview(question) ? null : question, isApproved };
    if (!(await this.videos.place(video.id, placed, transaction))) throw noSuchUser();
    if (!isSamePerson) {
      await this.uploadSessions.reassign(video.id, participantId, transaction);
      await this.videos.setMovedAt(video.id, at, transaction);
    }
    await this.transactions.note('video_moved', video.id, transaction);
    if (video.isApproved && !isApproved) {
      await this.transactions.note('video_unapproved', video.id, transaction);
      // At its host it may stay, as the other's.
      const shown = { participantId: video.participantId, cause: 'moved' as const, videos: [], isAnothers: true };
      await this.elsewhere.recall(shown, transaction);
    }
    return true;
  }

  /**
   * After the commit: nothing of it is public as the first person's, and the ledger has whose it is now.
   * @param movedAt when it became theirs, where the change says whose it is, and it was ever somebody else's
   */
  async finish(before: ShowcaseVideoRow, userId: string | undefined, movedAt: Date | null): Promise<void> {
    if (before.isApproved && isOther(userId, before)) this.publisher.block(before);
    // An older backup shows it as somebody else's. Only now: a move that was not kept counts for nothing. Once more where
    // it was asked for once more, for the line may not have been written.
    if (movedAt !== null) {
      const participantId = userId!.toLowerCase();
      await afterCommit(() => this.ledger.append({ kind: 'moved', participantId, id: before.id }, movedAt));
    }
  }
}

function isOther(userId: string | undefined, { participantId }: ShowcaseVideoRow): userId is string {
  return userId !== undefined && userId.toLowerCase() !== participantId;
}

/** The first question that is given; the overview, which is null where it is kept, by its number. */
export function orOverview(...[given, otherwise]: (number | null | undefined)[]): number {
  return (given === undefined ? otherwise : given) ?? STORY_OVERVIEW_QUESTION_ID;
}
