import type { Transaction } from '../../platform/database/transaction.js';
import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { RegisterRequest } from '../../contract/people/participants.js';
import { type StepField, stepTimes } from '../../contract/interview/steps.js';
import { storySlug } from '../../contract/stories/story-slug.js';
import { emailUnproven, type SignedInParticipant } from './signed-in-participant.js';
import { AppError, signedOut } from '../../platform/http/app-error.js';
import { CommittedEvent } from '../../platform/jobs/committed-event.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { emailKey } from '../../contract/people/email-key.js';
import type { Participant } from './participant.entity.js';
import { openSinceOf } from './to-current-user.js';
import { ParticipantsRepository } from './participants.repository.js';
import { UnclaimedBeginnings } from './unclaimed-beginnings.service.js';
import { ALREADY_REGISTERED, STORY_SUBMITTED } from '../../contract/common/wordings.js';

/** Of the person of that id it is known from now on that they read their e-mail: what waited for that can go. */
@Injectable()
export class MailboxProven extends CommittedEvent<string> {}

/** People who tell their story, from registration to Submit. */
@Injectable()
export class ParticipantsService {
  constructor(
    private readonly participants: ParticipantsRepository,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly clock: LedgerClock,
    private readonly ledger: WithdrawalLedger,
  ) {}

  /**
   * Stores a new person, who has thereby confirmed their identity.
   * @throws AppError 409 `already_registered`
   */
  async register(request: RegisterRequest): Promise<Participant> {
    const participant = newParticipant(request);
    const userName = await this.participants.insertNew(participant);
    if (userName === null) throw alreadyRegistered();
    participant.userName = userName;
    return participant;
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

  /**
   * Makes concurrent changes to what belongs to one person wait for the end of `transaction`.
   * @returns them as they are then; null when there is nobody with that id
   */
  lock(id: string, transaction: Transaction): Promise<Participant | null> {
    return this.participants.lock(id, transaction);
  }

  /** As `lock`, before something is written about a person. @throws AppError 404 `participant_not_found` */
  async requireLocked(id: string, transaction: Transaction): Promise<void> {
    if (!isUUID(id) || !(await this.lock(id, transaction))) throw notFound();
  }

  /** As `lock`, for whoever has that e-mail; an unknown one makes nobody wait. */
  lockByEmail(email: string, transaction: Transaction): Promise<void> {
    return this.participants.lockByEmail(emailKey(email), transaction);
  }

  /** Until the end of `transaction` nobody registers that e-mail, or moves to it. */
  lockEmail(email: string, transaction: Transaction): Promise<void> {
    return this.participants.lockEmail(emailKey(email), transaction);
  }

  /**
   * As `lock`, before something is written in a person's name. Null when who was signed in as the request came is nobody
   * any more: the person is deleted, or another browser has proven the e-mail meanwhile.
   */
  async lockAuthor(
    { id, isProven, helperLinkId }: SignedInParticipant,
    transaction: Transaction,
  ): Promise<Participant | null> {
    const participant = await this.lock(id, transaction);
    if (participant === null || (!isProven && participant.emailProvenAt !== null)) return null;
    const isEnded = helperLinkId !== undefined && !(await this.participants.hasHelperLink(helperLinkId, transaction));
    return isEnded ? null : participant;
  }

  /**
   * As `lockAuthor`, before answers or photos change: once handed in, they stay as they are.
   * @throws AppError 401 `signed_out`, 409 `submitted`
   */
  async lockAuthorToChange(author: SignedInParticipant, transaction: Transaction): Promise<void> {
    const participant = await this.lockAuthor(author, transaction);
    if (!participant) throw signedOut();
    if (participant.status === 'submitted') throw new AppError(409, 'submitted', STORY_SUBMITTED);
  }

  /** As `lockAuthorToChange`, before something begins that changes answers or photos later. */
  requireChangeable(author: SignedInParticipant): Promise<void> {
    return this.participants.inTransaction((transaction) => this.lockAuthorToChange(author, transaction));
  }

  /** Changes answers or photos in a transaction of its own; throws as `lockAuthorToChange`. */
  change<T>(author: SignedInParticipant, write: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.participants.inTransaction(async (transaction) => {
      await this.lockAuthorToChange(author, transaction);
      return write(transaction);
    });
  }

  /**
   * Changes what is the person's alone to decide, with their row held, in a transaction of its own.
   * @throws AppError 403 `email_unproven`; 401 `signed_out` as `lockAuthor`
   */
  async changeAsOwner<T>(person: SignedInParticipant, write: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (!person.isProven) throw emailUnproven();
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.lockAuthor(person, transaction))) throw signedOut();
      return write(transaction);
    });
  }

  /** Within a transaction: nobody helps that person any more by a link made until now. */
  endHelperLinks(id: string, transaction: Transaction): Promise<void> {
    return this.participants.endHelperLinks(id, transaction);
  }

  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.participants.inTransaction(work);
  }

  /**
   * The story is handed in, with everything that belongs to it. Twice is the same as once.
   * @param prepare what is checked and written for that, while nobody else changes it
   * @throws AppError 401 `signed_out` as `lockAuthor`
   */
  markSubmitted(
    author: SignedInParticipant,
    prepare: (participant: Participant, transaction: Transaction) => Promise<void>,
  ): Promise<void> {
    return this.participants.inTransaction(async (transaction) => {
      const participant = await this.lockAuthor(author, transaction);
      if (!participant) throw signedOut();
      if (participant.status === 'submitted') return;
      await prepare(participant, transaction);
      await this.participants.setSubmitted(author.id, transaction);
    });
  }

  /**
   * What was handed in can be changed again; staff have not finished with it then. Where nothing is handed in, nothing
   * changes, and `alsoWrite` is not called.
   * @returns since when it can be changed
   * @throws AppError 401 `signed_out` as `lockAuthor`
   */
  reopen(author: SignedInParticipant, alsoWrite: (transaction: Transaction) => Promise<void>): Promise<Date> {
    return this.participants.inTransaction(async (transaction) => {
      const participant = await this.lockAuthor(author, transaction);
      if (!participant) throw signedOut();
      if (participant.status !== 'submitted') return openSinceOf(participant);
      const reopenedAt = new Date();
      await this.participants.setReopened(author.id, reopenedAt, transaction);
      await alsoWrite(transaction);
      return reopenedAt;
    });
  }

  /**
   * Notes that a mailed link of that person is used. Where that proves the e-mail in another browser than the one which
   * registered, all that was begun there is set apart: whoever registers an e-mail need not be its owner.
   * @param isKnownBrowser asked only when it proves the e-mail
   * @returns whether it did: from the second link on nothing changes, but that an e-mail which producers typed is proven, too
   */
  async proveEmail(id: string, isKnownBrowser: () => Promise<boolean>, transaction: Transaction): Promise<boolean> {
    const participant = await this.participants.lock(id, transaction);
    if (participant?.mailboxCorrectedAt) await this.participants.setMailboxCorrected(id, null, transaction);
    if (!participant || participant.emailProvenAt !== null) return false;
    const isElsewhere = !(await isKnownBrowser());
    // Behind what was said until then, and before what its owner says.
    const at = await this.clock.tick(id, transaction);
    await this.setProven(participant, at, isElsewhere, transaction);
    await this.ledger.append({ kind: 'proven', participantId: id, isElsewhere }, at);
    return true;
  }

  /**
   * As `proveEmail`, of what the ledger knows and an older database does not: what is said in their name since then is their
   * owner's, and what there was until then is not.
   */
  async proveEmailAgain(id: string, at: Date, isElsewhere: boolean, transaction: Transaction): Promise<boolean> {
    const participant = await this.participants.lock(id, transaction);
    if (!participant || participant.emailProvenAt !== null) return false;
    await this.setProven(participant, at, isElsewhere, transaction);
    return true;
  }

  /**
   * Producers typed another e-mail for them, within a transaction that holds the person; null: one of which they have shown
   * earlier that they read it.
   */
  setMailboxCorrected(id: string, at: Date | null, transaction: Transaction): Promise<void> {
    return this.participants.setMailboxCorrected(id, at, transaction);
  }

  private async setProven(
    participant: Participant,
    at: Date,
    isElsewhere: boolean,
    transaction: Transaction,
  ): Promise<void> {
    const { id } = participant;
    if (isElsewhere) {
      await this.beginnings.setApart(participant, transaction);
      await this.participants.endHelperLinks(id, transaction);
    } else await this.participants.proveHelperLinks(id, transaction);
    await this.participants.setEmailProven(id, at, transaction);
  }

  /**
   * Staff are done with a person, or take that back, with whatever `alsoWrite` writes in the same transaction. Returns the
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
   * to go; the rest goes with the person. Nothing of theirs can be added meanwhile. Returns what `alsoRemove` returns.
   * @throws AppError 404 `participant_not_found`
   */
  async remove<T extends object>(
    id: string,
    alsoRemove: (transaction: Transaction, participant: Participant) => Promise<T>,
  ): Promise<T> {
    const removed = isUUID(id) ? await this.removeIfThere(id, alsoRemove) : null;
    if (!removed) throw notFound();
    return removed;
  }

  /** As `remove`; null where somebody else was faster. */
  removeIfThere<T extends object>(
    id: string,
    alsoRemove: (transaction: Transaction, participant: Participant) => Promise<T>,
  ): Promise<T | null> {
    return this.participants.remove(id, alsoRemove);
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
    emailProvenAt: null,
    mailboxCorrectedAt: null,
    keptUnder: null,
    userName: storySlug(firstName, now),
    status: 'in_progress',
    isDone: false,
    tag,
    instagram: (tag && request.instagram) || null,
    tiktok: (tag && request.tiktok) || null,
    photosNeeded: true,
    createdAt: now,
    reopenedAt: null,
    ...stepTimes((field) => (field === 'identityConfirmedAt' ? now : null)),
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
    `This email is ${ALREADY_REGISTERED}. Please use the 'Resume Interview' button to continue where you left off.`,
  );
}
