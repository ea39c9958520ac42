import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type {
  ProgressStats,
  ReopenResponse,
  UpdateStatusRequest,
  UpdateStatusResponse,
} from '../../contract/people/participants.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { MediaService } from '../../media/store/media.service.js';
import { AnswersService } from './answers.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { ConsentRules } from '../consent/consent-rules.service.js';
import type { Participant } from '../participants/participant.entity.js';
import { openSinceOf } from '../participants/to-current-user.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { UnclaimedBeginnings } from '../participants/unclaimed-beginnings.service.js';
import { PhotosService } from '../photos/photos.service.js';
import { PHOTO_REQUIRED } from '../../contract/common/wordings.js';

/** How far the collection is, and the step that ends one person's part in it. */
@Injectable()
export class ProgressService {
  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly answers: AnswersService,
    private readonly photos: PhotosService,
    private readonly consentRules: ConsentRules,
    private readonly media: MediaService,
    private readonly audit: AuditService,
  ) {}

  async stats(): Promise<ProgressStats> {
    const [totalUsers, completedInterviews] = await Promise.all([
      this.participants.countAll(),
      this.participants.countSubmitted(),
    ]);
    return { totalUsers, completedInterviews, goalStories: this.config.storyGoal };
  }

  /**
   * Hands the story in, without the earlier recordings. Once handed in it stays so, whatever is asked again.
   * @throws AppError 409 `reopened`, 409 `unclaimed`, 409 `questions_missing`, 409 `photo_required`, 409 `recordings_changed`
   */
  async submit(author: SignedInParticipant, asked: UpdateStatusRequest): Promise<UpdateStatusResponse> {
    const { openSince, earlierRecordings: told } = asked;
    await this.participants.markSubmitted(author, async (participant, transaction) => {
      refuseReopened(participant, openSince);
      if (await this.beginnings.find(author.id, transaction)) throw undecided();
      await this.refuseUnfinished(participant, transaction);
      const removed = await this.answers.removeAllEarlierOf(author.id, transaction);
      if (told && removed.some((id) => !told.includes(id))) throw recordingsChanged();
    });
    await this.media.sweepDeletions();
    return { status: 'submitted' };
  }

  /** What was handed in can be changed again. Staff see that, and the audit holds it. */
  async reopen(author: SignedInParticipant): Promise<ReopenResponse> {
    const since = await this.participants.reopen(author, (transaction) =>
      this.audit.record('story_reopened', { type: 'participant', id: author.id }, transaction),
    );
    return { status: 'in_progress', openSince: since.toISOString() };
  }

  private async refuseUnfinished({ id, photosNeeded }: Participant, transaction: Transaction): Promise<void> {
    if (!(await this.answers.coverAllQuestions(id, transaction))) {
      throw new AppError(409, 'questions_missing', 'Please record a response to every question before submitting.');
    }
    if (!photosNeeded || (await this.photos.countFor(id, transaction)) > 0) return;
    // A yes that is the price of handing in would be none.
    if (!(await this.consentRules.saidNoToPhotos(id, transaction))) {
      throw new AppError(409, 'photo_required', PHOTO_REQUIRED);
    }
  }
}

/** Whoever has reopened their story since they pressed Submit may still be changing it. */
function refuseReopened(participant: Participant, pressedAsOpenSince: string | undefined): void {
  if (pressedAsOpenSince === undefined) return;
  if (Date.parse(pressedAsOpenSince) !== openSinceOf(participant).getTime()) {
    throw new AppError(
      409,
      'reopened',
      'You have reopened your story since you pressed Submit here. Submit it again when you are done.',
    );
  }
}

function recordingsChanged(): AppError {
  const message =
    'Another page or device has changed which recordings would be deleted. Please look at them, then submit again.';
  return new AppError(409, 'recordings_changed', message);
}

/** What a story consists of, and whose name it bears, is known only then. */
function undecided(): AppError {
  const message = 'Please say first whether what was recorded before is yours. Nothing is lost until you have decided.';
  return new AppError(409, 'unclaimed', message);
}
