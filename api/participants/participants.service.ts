import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { RegisterRequest } from '../contract/participants.js';
import type { StepField } from '../contract/steps.js';
import { storySlug } from '../contract/story-slug.js';
import { AppError } from '../http/app-error.js';
import { emailKey } from './email-key.js';
import type { Participant } from './participant.entity.js';
import { ParticipantsRepository, type Transaction } from './participants.repository.js';

export type { Transaction };

/** People who tell their story, from registration to Submit. */
@Injectable()
export class ParticipantsService {
  constructor(private readonly participants: ParticipantsRepository) {}

  /**
   * Stores a new person, who has thereby confirmed their identity.
   * @throws AppError 409 `already_registered`
   */
  async register(request: RegisterRequest): Promise<Participant> {
    const participant = newParticipant(request);
    for (let attempt = 1; ; attempt++) {
      participant.userName = storySlug(participant.firstName, participant.createdAt, attempt);
      const outcome = await this.participants.insertNew(participant);
      if (outcome === 'inserted') return participant;
      if (outcome === 'email_taken') throw alreadyRegistered();
    }
  }

  /** @throws AppError 404 `participant_not_found` */
  async get(id: string): Promise<Participant> {
    const participant = isUUID(id) ? await this.participants.findById(id) : null;
    if (!participant) throw notFound();
    return participant;
  }

  /** Whoever has that e-mail, in any spelling of it. */
  findByEmail(email: string): Promise<Participant | null> {
    return this.participants.findByEmailKey(emailKey(email));
  }

  /** Everyone, newest first. */
  listAll(): Promise<Participant[]> {
    return this.participants.findAll();
  }

  /** Marks steps as completed now, unless they already were; within `transaction` when it is given. */
  recordSteps(id: string, steps: StepField[], transaction?: Transaction): Promise<void> {
    return this.participants.setTimesOnce(id, steps, transaction);
  }

  /** As `recordSteps`, for whoever has that e-mail; an unknown one changes nothing and is told nowhere. */
  recordStepByEmail(email: string, step: StepField): Promise<void> {
    return this.participants.setTimeOnceByEmail(emailKey(email), step);
  }

  /** Photos or videos have come from whoever has that e-mail; an unknown one changes nothing. */
  recordMediaUploadByEmail(email: string, transaction: Transaction): Promise<void> {
    return this.participants.setTimeOnceByEmail(emailKey(email), 'mediaUploadCompletedAt', transaction);
  }

  /** Makes concurrent changes to what belongs to one person wait for the end of `transaction`. */
  lock(id: string, transaction: Transaction): Promise<void> {
    return this.participants.lock(id, transaction);
  }

  /** As `lock`, for whoever has that e-mail; an unknown one makes nobody wait. */
  lockByEmail(email: string, transaction: Transaction): Promise<void> {
    return this.participants.lockByEmail(emailKey(email), transaction);
  }

  /** The story is handed in, with everything that belongs to it. Twice is the same as once. */
  markSubmitted(id: string): Promise<void> {
    return this.participants.setSubmitted(id);
  }

  /**
   * Staff are done with a person, or take that back, with whatever `alsoWrite` writes in the same transaction. Answers the
   * person as they are then.
   * @throws AppError 404 `participant_not_found`; 409 `media_upload_open` when there is nothing to be done with yet
   */
  async setDone(
    id: string,
    isDone: boolean,
    alsoWrite: (transaction: Transaction) => Promise<void>,
  ): Promise<Participant> {
    const check = (participant: Participant) => {
      if (isDone && participant.mediaUploadCompletedAt === null) throw mediaUploadOpen();
    };
    const participant = isUUID(id) ? await this.participants.changeByStaff(id, { isDone }, check, alsoWrite) : null;
    if (!participant) throw notFound();
    return participant;
  }

  /**
   * Removes a person for good. `alsoRemove` comes first, in the same transaction, and removes what needs more than its row
   * to go; the rest goes with the person. Nothing of theirs can be added meanwhile. Answers what `alsoRemove` answers.
   * @throws AppError 404 `participant_not_found`
   */
  async remove<T extends object>(
    id: string,
    alsoRemove: (transaction: Transaction, participant: Participant) => Promise<T>,
  ): Promise<T> {
    const answer = isUUID(id) ? await this.participants.remove(id, alsoRemove) : null;
    if (!answer) throw notFound();
    return answer;
  }

  countAll(): Promise<number> {
    return this.participants.countAll();
  }

  countSubmitted(): Promise<number> {
    return this.participants.countSubmitted();
  }
}

function newParticipant(request: RegisterRequest): Participant {
  const { firstName, lastName, email } = request;
  const tag = request.tag === true;
  const now = new Date();
  return {
    id: randomUUID(),
    firstName,
    lastName,
    email,
    emailKey: emailKey(email),
    userName: storySlug(firstName, now),
    status: 'in_progress',
    isDone: false,
    tag,
    instagram: (tag && request.instagram) || null,
    tiktok: (tag && request.tiktok) || null,
    photosNeeded: true,
    createdAt: now,
    identityConfirmedAt: now,
    introductionCompletedAt: null,
    lifeBeforeCompletedAt: null,
    triggerEventCompletedAt: null,
    lifeTodayCompletedAt: null,
    copingStrategiesCompletedAt: null,
    dreamsGoalsCompletedAt: null,
    wishPeopleUnderstoodCompletedAt: null,
    mediaUploadCompletedAt: null,
  };
}

function notFound(): AppError {
  return new AppError(404, 'participant_not_found', 'No such person.');
}

function mediaUploadOpen(): AppError {
  const message = 'This person has not completed the media upload yet, so they cannot be marked as done.';
  return new AppError(409, 'media_upload_open', message);
}

function alreadyRegistered(): AppError {
  return new AppError(
    409,
    'already_registered',
    "This email is already registered. Please use the 'Resume Interview' button to continue where you left off.",
  );
}
