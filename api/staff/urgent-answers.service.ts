import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { AuditAction, AuditSubject } from '../contract/staff/audit.js';
import type { UrgentAnswer, UrgentStep } from '../contract/staff/urgent.js';
import { noSuchPhoto } from '../media/renditions/pictures.service.js';
import { QuestionsService } from '../people/interview/questions.service.js';
import { ParticipantsService } from '../people/participants/participants.service.js';
import { AuditService } from '../platform/audit/audit.service.js';
import { AppError } from '../platform/http/app-error.js';
import { currentProducerName } from '../platform/http/current-producer.js';
import { AdminPhotosService } from './admin-photos.service.js';
import { type StoredUrgent, UrgentAnswersRepository } from './urgent-answers.repository.js';

const ACTIONS: Record<UrgentStep, AuditAction> = {
  take: 'urgent_taken',
  'give-back': 'urgent_given_back',
  done: 'urgent_done',
};

/** Who needs somebody today, by what they have answered; each step is one producer's, and recorded. */
@Injectable()
export class UrgentAnswersService {
  constructor(
    private readonly urgent: UrgentAnswersRepository,
    private readonly participants: ParticipantsService,
    private readonly questions: QuestionsService,
    private readonly adminPhotos: AdminPhotosService,
    private readonly audit: AuditService,
  ) {}

  async list(): Promise<UrgentAnswer[]> {
    return (await this.urgent.findOpen()).map(toUrgentAnswer);
  }

  /**
   * What is marked already stays as it is.
   * @throws AppError 404 `participant_not_found`, `question_not_found`
   */
  async mark(id: string, questionId: number): Promise<UrgentAnswer[]> {
    await this.questions.requireQuestion(questionId);
    await this.urgent.inTransaction(async (transaction) => {
      await this.participants.requireLocked(id, transaction);
      if (await this.urgent.mark(id, questionId, currentProducerName(), transaction)) {
        await this.audit.record('urgent_marked', { type: 'participant', id }, transaction);
      }
    });
    return this.list();
  }

  /**
   * As `mark`, of a photo of theirs, or of what came through the public page.
   * @throws AppError 404 `photo_not_found`
   */
  async markPhoto(photoId: string): Promise<UrgentAnswer[]> {
    const { id, participantId } = await this.adminPhotos.require(photoId);
    await this.urgent.inTransaction(async (transaction) => {
      const isHeld = participantId
        ? (await this.participants.lock(participantId, transaction)) !== null
        : await this.urgent.holdUpload(id, transaction);
      if (!isHeld) throw noSuchPhoto();
      const isNew = await this.urgent.markPhoto(id, participantId, currentProducerName(), transaction);
      if (isNew) await this.audit.record('urgent_marked', subjectOf({ participantId, photoId: id }), transaction);
    });
    return this.list();
  }

  /** @throws AppError 404 `urgent_not_found`; 409 `already_taken`, `not_taken` */
  async go(id: string, step: UrgentStep): Promise<UrgentAnswer[]> {
    if (!isUUID(id)) throw notFound();
    const by = currentProducerName();
    await this.urgent.inTransaction(async (transaction) => {
      const found = await this.urgent.lock(id, transaction);
      if (!found) throw notFound();
      const { takenAt, takenBy } = found;
      if (step === 'take') {
        if (takenAt !== null) throw alreadyTaken(takenBy);
        await this.urgent.setTaken(id, { by }, transaction);
      } else {
        if (takenAt === null) throw new AppError(409, 'not_taken', 'Nobody has taken this yet. Please take it first.');
        if (step === 'done') await this.urgent.setDone(id, transaction);
        else await this.urgent.setTaken(id, null, transaction);
      }
      await this.audit.record(ACTIONS[step], subjectOf(found), transaction);
    });
    return this.list();
  }
}

/** Whose it is; where nobody has shown that, what was sent. */
function subjectOf({ participantId, photoId }: Pick<StoredUrgent, 'participantId' | 'photoId'>): AuditSubject {
  return participantId === null ? { type: 'photo', id: photoId! } : { type: 'participant', id: participantId };
}

function toUrgentAnswer({ participantId, firstName, lastName, markedAt, takenAt, takenBy, ...rest }: StoredUrgent) {
  const { id, email, questionId, photoId, markedBy } = rest;
  return {
    id,
    userId: participantId,
    name: participantId && `${firstName} ${lastName}`,
    email,
    questionId,
    photoId,
    markedAt: markedAt.toISOString(),
    markedBy,
    taken: takenAt && { at: takenAt.toISOString(), by: takenBy },
  } satisfies UrgentAnswer;
}

function notFound(): AppError {
  return new AppError(404, 'urgent_not_found', 'This is done already, or was deleted.');
}

function alreadyTaken(by: string | null): AppError {
  return new AppError(409, 'already_taken', `${by ?? 'Another producer'} has taken this already.`);
}
