import { Injectable } from '@nestjs/common';
import { isStoryOverview, STORY_OVERVIEW_TITLE } from '../../contract/questions.js';
import type { CreateShowcaseVideoFields } from '../../contract/showcase.js';
import { AppError } from '../../platform/http/app-error.js';
import { QuestionsService } from '../../people/interview/questions.service.js';
import { ShowcaseVideosRepository } from './showcase-videos.repository.js';

/** Whose a video is, and what it answers. */
@Injectable()
export class ShowcaseSubjects {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly questions: QuestionsService,
  ) {}

  /** The title of the question. 404 when there is no such person or question. */
  async require({ userId, questionId }: Pick<CreateShowcaseVideoFields, 'userId' | 'questionId'>): Promise<string> {
    if (!(await this.videos.hasUser(userId))) throw noSuchUser();
    if (isStoryOverview(questionId)) return STORY_OVERVIEW_TITLE;
    const question = (await this.questions.list()).find(({ id }) => id === questionId);
    if (!question) throw new AppError(404, 'question_not_found', 'There is no such question.');
    return question.title;
  }
}

export function noSuchUser(): AppError {
  return new AppError(404, 'user_not_found', 'There is no such user.');
}
