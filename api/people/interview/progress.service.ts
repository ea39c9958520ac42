import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { ProgressStats, UpdateStatusResponse } from '../../contract/participants.js';
import { AppError } from '../../platform/http/app-error.js';
import { AnswersService } from './answers.service.js';
import { type SignedInParticipant, signedOut } from '../participants/signed-in-participant.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { PhotosService } from '../photos/photos.service.js';
import { PHOTO_REQUIRED } from '../../contract/wordings.js';

/** How far the collection is, and the step that ends one person's part in it. */
@Injectable()
export class ProgressService {
  constructor(
    private readonly config: AppConfig,
    private readonly participants: ParticipantsService,
    private readonly answers: AnswersService,
    private readonly photos: PhotosService,
  ) {}

  async stats(): Promise<ProgressStats> {
    const [totalUsers, completedInterviews] = await Promise.all([
      this.participants.countAll(),
      this.participants.countSubmitted(),
    ]);
    return { totalUsers, completedInterviews, goalStories: this.config.storyGoal };
  }

  /**
   * Hands the story in. Once handed in it stays so, whatever is asked again.
   * @throws AppError 409 `unclaimed`, 409 `questions_missing`, 409 `photo_required`
   */
  async submit(author: SignedInParticipant): Promise<UpdateStatusResponse> {
    const { id, status, photosNeeded } = await this.participants.get(author.id);
    if (status !== 'submitted') {
      if (await this.participants.findUnclaimed(id)) throw undecided();
      await this.refuseUnfinished(id, photosNeeded);
      if (!(await this.participants.markSubmitted(author))) throw signedOut();
    }
    return { status: 'submitted' };
  }

  private async refuseUnfinished(participantId: string, photosNeeded: boolean): Promise<void> {
    if (!(await this.answers.coverAllQuestions(participantId))) {
      throw new AppError(409, 'questions_missing', 'Please record a response to every question before submitting.');
    }
    if (photosNeeded && (await this.photos.countFor(participantId)) === 0) {
      throw new AppError(409, 'photo_required', PHOTO_REQUIRED);
    }
  }
}

/** What a story consists of, and whose name it bears, is known only then. */
function undecided(): AppError {
  const message = 'Please say first whether what was recorded before is yours. Nothing is lost until you have decided.';
  return new AppError(409, 'unclaimed', message);
}
