import { Injectable } from '@nestjs/common';
import {
  type InterviewQuestion,
  isStoryOverview,
  STORY_OVERVIEW_TITLE,
} from '../../../contract/interview/questions.js';
import type { CreateShowcaseVideoFields, StaffUserOption } from '../../../contract/videos/showcase.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { AppError } from '../../../platform/http/app-error.js';
import { noSuchQuestion, QuestionsService } from '../../../people/interview/questions.service.js';
import { ShowcaseSubjectsRepository } from './showcase-subjects.repository.js';
import { LOCALE } from '../../../contract/common/language.js';

const byName = new Intl.Collator(LOCALE);

/** Whose a video can be, and what it can answer. */
@Injectable()
export class ShowcaseSubjectsService {
  constructor(
    private readonly people: ShowcaseSubjectsRepository,
    private readonly questions: QuestionsService,
  ) {}

  /** Everyone, sorted by full name. */
  async listUsers(): Promise<StaffUserOption[]> {
    const users = await this.people.findOptions();
    return users.toSorted((a, b) => byName.compare(fullName(a), fullName(b)) || byName.compare(a.email, b.email));
  }

  listQuestions(): Promise<InterviewQuestion[]> {
    return this.questions.list();
  }

  /**
   * The title of the question.
   * @throws AppError 404 `user_not_found` or `question_not_found`
   */
  async require(
    { userId, questionId }: Pick<CreateShowcaseVideoFields, 'userId' | 'questionId'>,
    transaction?: Transaction,
  ): Promise<string> {
    if ((await this.findName(userId, transaction)) === null) throw noSuchUser();
    const title = await this.findTitle(questionId, transaction);
    if (title === null) throw noSuchQuestion();
    return title;
  }

  /** First and last name; null of nobody who is there. */
  findName(userId: string, transaction?: Transaction): Promise<string | null> {
    return this.people.findName(userId, transaction);
  }

  /** Null of no question that is there. */
  async findTitle(questionId: number | null, transaction?: Transaction): Promise<string | null> {
    if (isStoryOverview(questionId)) return STORY_OVERVIEW_TITLE;
    return (await this.questions.list(transaction)).find(({ id }) => id === questionId)?.title ?? null;
  }
}

export function noSuchUser(): AppError {
  return new AppError(404, 'user_not_found', 'There is no such user.');
}

function fullName({ firstName, lastName }: StaffUserOption): string {
  return `${firstName} ${lastName}`;
}
