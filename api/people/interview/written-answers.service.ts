import { fromHelper } from '../participants/added-by-helper.entity.js';
import { Injectable } from '@nestjs/common';
import type {
  SaveWrittenAnswerRequest,
  WrittenAnswer as WrittenAnswerOnTheWire,
} from '../../contract/interview/written-answers.js';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/common/limits.js';
import { stepFieldsCompletedByAnswer } from '../../contract/interview/steps.js';
import { WORDS_CHANGED } from '../../contract/common/wordings.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { tooLong } from '../../platform/http/plain-text.js';
import { ConsentRules } from '../consent/consent-rules.service.js';
import type { OnlyThese } from '../participants/only-these.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { afterCommit } from '../ledger/after-commit.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { OwnChanges } from '../participants/own-changes.service.js';
import { ParticipantsService } from '../participants/participants.service.js';
import type { SignedInParticipant } from '../participants/signed-in-participant.js';
import { QuestionsService } from './questions.service.js';
import type { WrittenAnswer } from './written-answer.entity.js';
import { WrittenAnswersRepository } from './written-answers.repository.js';

/** As refusals name it. */
export const YOUR_ANSWER = 'Your answer';

/** What a participant answers in words: seen and changed by nobody else, and never overwritten unseen. */
@Injectable()
export class WrittenAnswersService {
  /** Answers of which the ledger was seen to know that they were emptied: when that was, in milliseconds. */
  private readonly notedAt = new Map<string, number>();

  constructor(
    private readonly answers: WrittenAnswersRepository,
    private readonly questions: QuestionsService,
    private readonly participants: ParticipantsService,
    private readonly consentRules: ConsentRules,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly ownChanges: OwnChanges,
  ) {}

  async list(participantId: string): Promise<WrittenAnswerOnTheWire[]> {
    return (await this.answers.findAllOf(participantId)).map(toWire);
  }

  /** Also what helpers have added, each marked: to be read, by the participant and by staff. */
  async listWithHelpers(participantId: string): Promise<WrittenAnswerOnTheWire[]> {
    return (await this.answers.findAllWithHelpers(participantId)).map(toWire);
  }

  /**
   * For staff, who make a chapter of it: the answer as nobody changes it until the transaction ends.
   * @throws AppError 404 `words_not_found`, also for what was taken back; 409 `consent_missing`
   */
  async lockForStaff(id: string, transaction: Transaction): Promise<WrittenAnswer> {
    const answer = await this.answers.findLocked(id, transaction);
    if (!answer || answer.text === '') throw noSuchWords();
    await this.consentRules.requireKeepable('words', answer.participantId, transaction);
    return answer;
  }

  /** The questions that are answered in words, by anybody. */
  async findAnswered(participantId: string, transaction: Transaction): Promise<number[]> {
    const answers = await this.answers.findAllWithHelpers(participantId, transaction);
    return answers.filter(({ text }) => text !== '').map(({ questionId }) => questionId);
  }

  /** Within the removal of a person, or of what they withdraw. Returns how many answers in their own words. */
  removeAllOf(participantId: string, transaction: Transaction, only?: OnlyThese): Promise<number> {
    return this.answers.removeAllOf(participantId, transaction, only);
  }

  /** Says again what the ledger knows, of what an older database has still; within a transaction. */
  repeatRemoval(participantId: string, id: string, transaction: Transaction): Promise<boolean> {
    return this.answers.removeOne(id, participantId, transaction);
  }

  /** As `repeatRemoval`: an older database has what was taken back still. */
  repeatEmptying(participantId: string, id: string, at: Date, transaction: Transaction): Promise<boolean> {
    return this.answers.empty(id, participantId, at, transaction);
  }

  /**
   * The same words again are no change. What became longer than it may be, of two answers, may stay so and become shorter.
   * @throws AppError 404 `question_not_found`; 400 where it is too long; 409 `words_changed`, 409 `submitted`, 409 `consent_missing`; 429
   *   `too_many_changes` where words come again and again after those before them were taken back
   */
  async save(
    author: SignedInParticipant,
    questionId: number,
    { text, revision }: SaveWrittenAnswerRequest,
  ): Promise<WrittenAnswerOnTheWire> {
    await this.questions.requireQuestion(questionId);
    const participantId = author.id;
    if (text !== '' && (await this.isEmptied(participantId, questionId))) await this.ownChanges.take(participantId);
    let emptied = null as 'now' | 'before' | null;
    const saved = await this.participants.change(author, async (transaction) => {
      const kept = await this.answers.findAt(participantId, questionId, transaction);
      if (kept?.text === text) {
        if (text === '' && kept.revision !== revision) emptied = 'before';
        return kept;
      }
      if (text.length > Math.max(WRITTEN_ANSWER_MAX_LENGTH, kept?.text.length ?? 0)) throw wordsTooLong();
      // To take words back is nobody's to refuse.
      if (text !== '') await this.consentRules.requireKeepable('words', participantId, transaction);
      if ((kept?.revision ?? 0) !== revision) throw wordsChanged();
      const at = await this.clock.tick(participantId, transaction, kept?.changedAt);
      if (text === '') emptied = 'now';
      else await this.participants.recordSteps(participantId, stepFieldsCompletedByAnswer(questionId), transaction);
      return kept
        ? this.answers.change(kept, text, at, transaction)
        : this.answers.insert({ participantId, questionId, text, helperLinkId: null }, at, transaction);
    });
    // Only now: words that stay, because this failed, may be saved again as they are. Asked for once more, the line may not
    // have been written.
    if (emptied === 'now' || (emptied === 'before' && !(await this.isNoted(saved)))) {
      await afterCommit(async () => {
        for (const id of idsOf(saved)) {
          await this.ledger.append({ kind: 'emptied', participantId, id }, saved.changedAt);
        }
      });
    }
    return toWire(saved);
  }

  /**
   * What somebody who helps writes stands beside the participant's own words. The same words again are one.
   * @throws AppError 404 `question_not_found`; 400 `words_missing`; 409 `words_there`, `submitted`, `consent_missing`
   */
  async addAsHelper(helper: SignedInParticipant, questionId: number, text: string): Promise<void> {
    await this.questions.requireQuestion(questionId);
    if (text === '') throw new AppError(400, 'words_missing', 'Please write something first.');
    const { id: participantId, helperLinkId = null } = helper;
    await this.participants.change(helper, async (transaction) => {
      const kept = await this.answers.findAt(participantId, questionId, transaction, helperLinkId);
      if (kept?.text === text) return;
      if (kept) throw wordsThere();
      await this.consentRules.requireKeepable('words', participantId, transaction);
      await this.answers.insert({ participantId, questionId, text, helperLinkId }, new Date(), transaction);
      await this.participants.recordSteps(participantId, stepFieldsCompletedByAnswer(questionId), transaction);
    });
  }

  /** Whether the ledger knows that these were emptied when they were: it is long, and not read again and again for that. */
  private async isNoted(answer: WrittenAnswer): Promise<boolean> {
    const at = answer.changedAt.getTime();
    if (this.notedAt.get(answer.id) === at) return true;
    const { entries } = await this.ledger.read();
    const isNoted = idsOf(answer).every((id) =>
      entries.some((entry) => entry.kind === 'emptied' && entry.id === id && Date.parse(entry.at) >= at),
    );
    if (isNoted) this.notedAt.set(answer.id, at);
    return isNoted;
  }

  private async isEmptied(participantId: string, questionId: number): Promise<boolean> {
    const answers = await this.answers.findAllOf(participantId);
    return answers.some((answer) => answer.questionId === questionId && answer.text === '');
  }
}

/** All by which an older database may have these words. */
function idsOf({ id, joinedIds }: WrittenAnswer): string[] {
  return [id, ...joinedIds];
}

function noSuchWords(): AppError {
  return new AppError(404, 'words_not_found', 'These words are not there any more.');
}

function wordsThere(): AppError {
  const message = 'You have added words to this question already. Remove those first, and nothing is overwritten.';
  return new AppError(409, 'words_there', message);
}

function toWire({ id, questionId, text, revision, changedAt, ...row }: WrittenAnswer): WrittenAnswerOnTheWire {
  const changed = changedAt.toISOString();
  return { id, questionId, text, revision, changedAt: changed, ...fromHelper(row) };
}

function wordsTooLong(): AppError {
  return new AppError(400, 'bad_request', tooLong(YOUR_ANSWER, WRITTEN_ANSWER_MAX_LENGTH));
}

function wordsChanged(): AppError {
  return new AppError(409, 'words_changed', WORDS_CHANGED);
}
