import type { Transaction } from '../../platform/database/transaction.js';
import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ChangeUserRequest, CorrectableFields, NameVersion } from '../../contract/staff/admin-participants.js';
import { slugify, storySlug } from '../../contract/stories/story-slug.js';
import { AppError } from '../../platform/http/app-error.js';
import { refuseOvertaken } from '../../platform/http/fields-as-read.js';
import { refuseUnknownFields } from '../../platform/http/known-fields.js';
import { type CorrectedFields, CorrectionsRepository } from './corrections.repository.js';
import { LedgerClock } from '../ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../ledger/withdrawal-ledger.js';
import { emailKey } from '../../contract/people/email-key.js';
import type { Participant } from './participant.entity.js';
import { type StoryChoice, StoryChoicesService } from './story-choices.service.js';
import { ParticipantsService } from './participants.service.js';

/** A person before and after a change by staff. */
export interface Correction {
  before: Participant;
  after: Participant;
  /** What the public sees of the person is another name. */
  isRenamed: boolean;
  /** By the wish of staff the old address leads to the new one; else nobody may be told the old name any more. */
  isRedirected: boolean;
  /** Whose mailbox it is now is not known any more. */
  isMailboxChanged: boolean;
  /** They have shown of it earlier that they read its mail. */
  isFormerMailbox: boolean;
}

const FIELD_NAMES: Record<keyof CorrectableFields, string> = {
  firstName: 'the first name',
  lastName: 'the last name',
  email: 'the e-mail',
  tag: 'the wish to be tagged',
  instagram: 'the Instagram handle',
  tiktok: 'the TikTok handle',
};
/** Of an address that nobody can guess. */
const UNLISTED_SLUG = 'story';
const UNLISTED_BYTES = 8;
const KNOWN_BEFORE: ReadonlySet<string> = new Set(Object.keys(FIELD_NAMES));
const OVERTAKEN = { code: 'person_changed', opened: 'this person since you opened them', names: FIELD_NAMES };

/** Staff correct what is wrong in a person's data, with every version of a name kept. */
@Injectable()
export class CorrectionsService {
  constructor(
    private readonly corrections: CorrectionsRepository,
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
  ) {}

  /**
   * Changes what is asked for, and whatever `alsoWrite` writes in the same transaction; what is so already changes nothing,
   * and then nothing is written at all.
   * @param changedBy the producer's name, null when none was given
   * @throws AppError 400 `unknown_field` in what it was; 404 `participant_not_found`, 409 `email_taken`, 409 `person_changed`
   */
  async change(
    id: string,
    request: ChangeUserRequest,
    changedBy: string | null,
    alsoWrite: (correction: Correction, transaction: Transaction) => Promise<void>,
  ): Promise<Correction> {
    refuseUnknownFields(request.was ?? {}, KNOWN_BEFORE);
    if (!isUUID(id)) return unchanged(await this.participants.get(id));
    for (;;) {
      const outcome = await this.corrections.transact(async (transaction) => {
        const before = await this.corrections.findLocked(id, transaction);
        if (!before) return null;
        const fields = changedFields(before, request);
        if (Object.keys(fields).length === 0) return unchanged(before);
        refuseOvertaken<CorrectableFields>(OVERTAKEN, before, request.was ?? {});
        const { shownName, isUnlisted } = await this.choices.find(id, transaction);
        if (
          shownName === null &&
          !isUnlisted &&
          fields.firstName !== undefined &&
          slugify(fields.firstName) !== slugify(before.firstName)
        ) {
          fields.userName = await this.corrections.findFreeUserName(
            storySlug(fields.firstName, before.createdAt),
            transaction,
          );
        }
        const after = Object.assign({}, before, fields);
        if (fields.email !== undefined) await this.participants.lockEmail(fields.email, transaction);
        await this.corrections.update(id, fields, transaction);
        const correction: Correction = {
          before,
          after,
          isRenamed: shownName === null && before.firstName !== after.firstName,
          isRedirected: request.redirectOldAddress === true,
          isMailboxChanged: before.emailKey !== after.emailKey,
          isFormerMailbox: false,
        };
        await this.keepVersions(correction, changedBy, transaction);
        if (isHandleTakenBack(before, after)) await this.noteHandles(id, transaction);
        if (correction.isMailboxChanged) {
          correction.isFormerMailbox = await this.corrections.keepFormerEmail(before, after, transaction);
        }
        await alsoWrite(correction, transaction);
        return correction;
      });
      if (outcome === 'email_taken') throw emailTaken();
      // Somebody has taken the address at the same moment: the next one is tried.
      if (outcome === 'user_name_taken') continue;
      return outcome ?? unchanged(await this.participants.get(id));
    }
  }

  /**
   * Takes back again what the ledger knows as taken back at that time, of what an older database has still; within a
   * transaction that holds the person. Returns whether there was anything.
   */
  async takeHandlesAgain(id: string, at: Date, transaction: Transaction): Promise<boolean> {
    const { handlesTakenAt } = await this.choices.find(id, transaction);
    if (handlesTakenAt !== null && handlesTakenAt >= at) return false;
    await this.choices.set(id, { handlesTakenAt: at }, transaction);
    return this.corrections.removeHandles(id, transaction);
  }

  private async noteHandles(id: string, transaction: Transaction): Promise<void> {
    const at = await this.clock.tick(id, transaction);
    await this.choices.set(id, { handlesTakenAt: at }, transaction);
    await this.corrections.removeHandlesSetApart(id, transaction);
    await this.ledger.append({ kind: 'handles', participantId: id }, at);
  }

  /**
   * The public knows the person by this name from now on, at an address with that name; null for their first name. No
   * address that the story had before leads anywhere.
   * @param tick gives the time of it, with the person held
   * @param alsoWrite runs in the same transaction, when there is something to change
   * @returns the address until then; null when nothing is changed
   */
  showAs(
    id: string,
    shownName: string | null,
    tick: (transaction: Transaction) => Promise<Date>,
    alsoWrite: (transaction: Transaction, at: Date) => Promise<void>,
  ): Promise<string | null> {
    return this.inTransaction(async (transaction) => {
      if (!(await this.participants.lock(id, transaction))) return null;
      const at = await tick(transaction);
      const before = await this.presentAs(id, { shownName }, at, transaction);
      if (before !== null) await alsoWrite(transaction, at);
      return before;
    });
  }

  /** Runs `work`, in which the address of somebody may change, in one transaction; again where the address was just taken. */
  inTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.untilFree(() => this.corrections.inTransaction(work));
  }

  /** As `inTransaction`, where `transact` opens the transaction itself, as it has a file to keep with it. */
  async untilFree<T>(transact: () => Promise<T>): Promise<T> {
    for (;;) {
      const outcome = await this.corrections.attempt(async () => ({ done: await transact() }));
      if (typeof outcome === 'object') return outcome.done;
      if (outcome === 'email_taken') throw emailTaken();
    }
  }

  /**
   * Within `inTransaction`: how the public finds a story, and under which name; see `showAs`. A story that is found by its
   * link alone has an address that nobody can guess.
   * @returns the address until then; null when nothing is changed
   */
  async presentAs(
    id: string,
    wanted: Partial<Pick<StoryChoice, 'shownName' | 'isUnlisted'>>,
    at: Date,
    transaction: Transaction,
  ): Promise<string | null> {
    const person = await this.corrections.findLocked(id, transaction);
    const before = await this.choices.find(id, transaction);
    const { shownName = before.shownName, isUnlisted = before.isUnlisted } = wanted;
    if (!person || (before.shownName === shownName && before.isUnlisted === isUnlisted)) return null;
    await this.choices.set(id, { shownName, isUnlisted, namedAt: at }, transaction);
    if (!isUnlisted) {
      const base = storySlug(shownName ?? person.firstName, person.createdAt);
      const userName = await this.corrections.findFreeUserName(base, transaction);
      await this.corrections.update(id, { userName }, transaction);
    } else if (!before.isUnlisted || before.shownName !== shownName) {
      const userName = `${UNLISTED_SLUG}-${randomBytes(UNLISTED_BYTES).toString('hex')}`;
      await this.corrections.update(id, { userName }, transaction);
    }
    await this.corrections.removeFormerAddresses(id, transaction);
    return person.userName;
  }

  /** @throws AppError 404 `participant_not_found` */
  async listNames(id: string): Promise<NameVersion[]> {
    const { firstName, lastName, createdAt } = await this.participants.get(id);
    const names = await this.corrections.findNames(id);
    if (names.length === 0) return [{ id: 0, firstName, lastName, at: createdAt.toISOString(), by: null }];
    return names.map(({ at, changedBy, ...name }) => ({ ...name, at: at.toISOString(), by: changedBy }));
  }

  private async keepVersions(
    { before, after, isRedirected }: Correction,
    changedBy: string | null,
    transaction: Transaction,
  ): Promise<void> {
    if (before.firstName !== after.firstName || before.lastName !== after.lastName) {
      await this.corrections.addName(before, after, changedBy, transaction);
    }
    if (before.userName === after.userName) return;
    if (isRedirected) await this.corrections.addFormerAddress(before.userName, before.id, transaction);
    // An older address would tell what this one must not.
    else await this.corrections.removeFormerAddresses(before.id, transaction);
  }
}

function unchanged(participant: Participant): Correction {
  return {
    before: participant,
    after: participant,
    isRenamed: false,
    isRedirected: false,
    isMailboxChanged: false,
    isFormerMailbox: false,
  };
}

/** Only what is to become otherwise than it is. */
function changedFields(before: Participant, request: ChangeUserRequest): CorrectedFields {
  const tag = request.tag ?? before.tag;
  const wanted: CorrectedFields = {
    firstName: request.firstName ?? before.firstName,
    lastName: request.lastName ?? before.lastName,
    email: request.email ?? before.email,
    tag,
    instagram: handleOf(tag, request.instagram, before.instagram),
    tiktok: handleOf(tag, request.tiktok, before.tiktok),
    photosNeeded: request.photosNeeded ?? before.photosNeeded,
  };
  const fields = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => before[field as keyof CorrectedFields] !== value),
  ) as CorrectedFields;
  if (fields.email !== undefined) fields.emailKey = emailKey(fields.email);
  return fields;
}

function isHandleTakenBack(before: Participant, after: Participant): boolean {
  if (before.tag && !after.tag) return true;
  return (['instagram', 'tiktok'] as const).some((field) => before[field] !== null && before[field] !== after[field]);
}

function handleOf(tag: boolean, given: string | null | undefined, before: string | null): string | null {
  if (!tag) return null;
  return given === undefined ? before : given || null;
}

function emailTaken(): AppError {
  return new AppError(409, 'email_taken', 'This email is already registered to another person.');
}
