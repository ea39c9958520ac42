import { Injectable } from '@nestjs/common';
import type { InterviewQuestion } from '../../contract/interview/questions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { QuestionsRepository } from './questions.repository.js';

@Injectable()
export class QuestionsService {
  constructor(private readonly questions: QuestionsRepository) {}

  /** The questions in the order in which they are asked. */
  list(transaction?: Transaction): Promise<InterviewQuestion[]> {
    return this.questions.findAllInOrder(transaction);
  }

  /** Where each question is asked, counted from 1, by its id. */
  async findPlaces(): Promise<ReadonlyMap<number, number>> {
    return new Map((await this.list()).map(({ id, sequence }) => [id, sequence]));
  }

  /** @throws AppError 404 `question_not_found` */
  async requireQuestion(id: number): Promise<void> {
    const questions = await this.list();
    if (questions.some((question) => question.id === id)) return;
    throw noSuchQuestion();
  }
}

export function noSuchQuestion(): AppError {
  return new AppError(404, 'question_not_found', 'There is no such question.');
}
