import { Injectable } from '@nestjs/common';
import type { SaveWrittenAnswerRequest, WrittenAnswer as WrittenAnswerOnWire } from '../../contract/written-answers.js';
import { stepFieldsCompletedByAnswer } from '../../contract/steps.js';
import { WORDS_CHANGED } from '../../contract/wordings.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { QuestionsService } from './questions.service.js';
import type { WrittenAnswer } from './written-answer.entity.js';
import { WrittenAnswersRepository } from './written-answers.repository.js';

/** What a participant answers in words: seen and changed by nobody else, and never overwritten unseen. */
@Injectable()
export class WrittenAnswersService {
  constructor(
    private readonly answers: WrittenAnswersRepository,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
  ) {}

  async list(participantId: string): Promise<WrittenAnswerOnWire[]> {
    return (await this.answers.findAllOf(participantId)).map(toWire);
  }

  /** The questions that are answered in words. */
  async findAnswered(participantId: string): Promise<number[]> {
    const answers = await this.answers.findAllOf(participantId);
    return answers.filter(({ text }) => text !== '').map(({ questionId }) => questionId);
  }

  /** Within the removal of a person, or of all their answers. `until`: what came later stays. */
  removeAllOf(participantId: string, transaction: Transaction, until?: Date): Promise<void> {
    return this.answers.removeAllOf(participantId, transaction, until);
  }

  /**
   * The same words again are no change.
   * @throws AppError 404 `question_not_found`; 409 `words_changed`, 409 `submitted`
   */
  async save(
    author: SignedInParticipant,
    questionId: number,
    { text, revision }: SaveWrittenAnswerRequest,
  ): Promise<WrittenAnswerOnWire> {
    await this.questions.requireQuestion(questionId);
    const participantId = author.id;
    return this.participants.change(author, async (transaction) => {
      const kept = await this.answers.findAt(participantId, questionId, transaction);
      if (kept?.text === text) return toWire(kept);
      if ((kept?.revision ?? 0) !== revision) throw wordsChanged();
      const saved = kept
        ? await this.answers.change(kept, text, transaction)
        : await this.answers.insert({ participantId, questionId, text }, transaction);
      if (text !== '') {
        await this.participants.recordSteps(participantId, stepFieldsCompletedByAnswer(questionId), transaction);
      }
      return toWire(saved);
    });
  }
}

function toWire({ questionId, text, revision, changedAt }: WrittenAnswer): WrittenAnswerOnWire {
  return { questionId, text, revision, changedAt: changedAt.toISOString() };
}

function wordsChanged(): AppError {
  return new AppError(409, 'words_changed', WORDS_CHANGED);
}
