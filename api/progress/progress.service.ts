import { Injectable } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { ProgressStats, UpdateStatusResponse } from '../contract/participants.js';
import { AppError } from '../http/app-error.js';
import { AnswersService } from '../interview/answers.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import { PhotosService } from '../photos/photos.service.js';

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
   * @throws AppError 409 `questions_missing`, 409 `photo_required`
   */
  async submit(participantId: string): Promise<UpdateStatusResponse> {
    const { status, photosNeeded } = await this.participants.get(participantId);
    if (status !== 'submitted') {
      await this.refuseUnfinished(participantId, photosNeeded);
      await this.participants.markSubmitted(participantId);
    }
    return { status: 'submitted' };
  }

  private async refuseUnfinished(participantId: string, photosNeeded: boolean): Promise<void> {
    if (!(await this.answers.coverAllQuestions(participantId))) {
      throw new AppError(409, 'questions_missing', 'Please record a response to every question before submitting.');
    }
    if (photosNeeded && (await this.photos.countFor(participantId)) === 0) {
      throw new AppError(409, 'photo_required', 'Please upload at least one photo before submitting.');
    }
  }
}
