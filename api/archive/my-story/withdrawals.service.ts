import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../contract/staff/audit.js';
import type { OwnThing, WithdrawRequest, Withdrawal } from '../../contract/stories/my-story.js';
import { WITHDRAWAL_WORDS_VERSION, withdrawalWords } from '../../contract/stories/withdrawal-words.js';
import { MediaService } from '../../media/store/media.service.js';
import { ReceiptFiles } from '../../people/consent/receipt-files.service.js';
import { type NewReceipt, ReceiptsService } from '../../people/consent/receipts.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { afterCommit } from '../../people/ledger/after-commit.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../people/participants/unclaimed-beginnings.service.js';
import { emailUnproven, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { AppError } from '../../platform/http/app-error.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { runAll } from '../../platform/jobs/run-all.js';
import { NewestThingsRepository } from './newest-things.repository.js';
import { StoryRemoval } from './story-removal.service.js';

const WITHDRAWN: Record<OwnThing, AuditAction> = {
  answer: 'answer_withdrawn',
  photo: 'photo_withdrawn',
  video: 'video_withdrawn',
};

/**
 * What people take back, or what its time takes: in the ledger before the database agrees to it, refused to everyone before
 * it is answered, and gone with its files when it has been. Each may be repeated; two at once do no harm.
 */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly answers: AnswersService,
    private readonly publicUploads: PublicUploadsService,
    private readonly removal: StoryRemoval,
    private readonly media: MediaService,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly things: NewestThingsRepository,
    private readonly receipts: ReceiptsService,
    private readonly receiptFiles: ReceiptFiles,
    private readonly audit: AuditService,
  ) {}

  /**
   * Removes the story, or one thing of it, with its files.
   * @throws AppError 404 `not_yours` when there is no such thing of theirs; 503 `publishing_failed` as `leave`
   */
  async withdraw(person: SignedInParticipant, { what, id }: WithdrawRequest): Promise<Withdrawal> {
    const { id: participantId } = person;
    const removed = await this.participants.changeAsOwner(person, async (transaction) => {
      if (await this.beginnings.find(participantId, transaction)) throw unclaimed();
      // Nothing of theirs is added while their row is held: what comes later is said later.
      const at = await this.tickAfterAll(participantId, transaction);
      const done = await this.removal.remove(participantId, what, at, { id }, transaction);
      const { answers, photos, videos } = done.withdrawal;
      if (what === 'story') {
        await this.choices.set(participantId, { withdrawnAt: at }, transaction);
        await this.participants.endHelperLinks(participantId, transaction);
        await this.note('story_withdrawn', participantId, transaction);
      } else {
        if (answers + photos + videos === 0) throw notYours();
        await this.audit.record(WITHDRAWN[what], { type: what, id }, transaction, participantId);
        // What a start reads where the ledger was lost.
        for (const other of done.recordingIds.filter((each) => each !== id)) {
          await this.audit.record(WITHDRAWN[what], { type: 'recording', id: other }, transaction, participantId);
        }
      }
      if (what === 'story') await this.ledger.append({ kind: 'withdrawn', participantId }, at);
      else {
        // Every recording to a question goes with its answer: an older database may have another one alone.
        for (const each of new Set([id, ...done.recordingIds])) {
          await this.ledger.append({ kind: what, participantId, id: each }, at);
        }
        // An older database may have the same film in these alone.
        for (const refused of done.refusedIds) {
          await this.ledger.append({ kind: 'refused', participantId, id: refused }, at);
        }
      }
      await this.receipts.append(transaction, {
        subject: { participantId },
        kind: 'story_withdrawn',
        ...saidOnScreen(done.withdrawal),
      });
      await this.removal.recall(participantId, 'withdrawn', done, transaction);
      return done;
    });
    await this.removal.finish(removed);
    return removed.withdrawal;
  }

  /** Everything about the person themselves, who has asked for it. */
  async leave(person: SignedInParticipant): Promise<Withdrawal> {
    if (!person.isProven) throw emailUnproven();
    return this.removePerson(person.id, 'participant_left');
  }

  /**
   * Removes a person with all data, also what anyone has sent under their e-mail: when it answers, no file is left and
   * nothing of the story is public. Where their time is over, what was sent so stays: it has a time of its own.
   * @throws AppError 404 `participant_not_found`; 503 `publishing_failed` when all is deleted, but public files could not
   *   be removed yet: they are refused to everyone from then on, and it is tried again until they are gone
   * @param requireDue throws where the person may stay after all: then nothing is removed
   */
  async removePerson(
    id: string,
    action: AuditAction,
    requireDue?: (transaction: Transaction) => Promise<void>,
  ): Promise<Withdrawal> {
    const isOwnWish = action === 'participant_left';
    const uploadsStay = action === 'period_ended';
    const writeDown = async (at: Date, uploadIds: string[]) => {
      await this.ledger.append({ kind: 'left', participantId: id, ...(uploadsStay && { uploadsStay }) }, at);
      await this.publicUploads.noteRemoved(uploadIds);
    };
    const removed = await this.participants.remove(id, async (transaction, person) => {
      await requireDue?.(transaction);
      const at = await this.clock.tick(id, transaction);
      const subjectKey = await this.receipts.keyOf(id, transaction);
      const done = await this.removal.remove(id, 'everything', at, {}, transaction);
      const emailKeys = await this.publicUploads.emailKeysOf(person, transaction);
      const publicUploads = uploadsStay
        ? { ids: [], uploadIds: [] }
        : await this.publicUploads.removeAllOf(person, transaction);
      await this.note(action, id, transaction);
      if (isOwnWish) await writeDown(at, publicUploads.ids);
      // What a start reads where the ledger did not get it.
      else for (const each of publicUploads.ids) await this.noteUpload(each, transaction);
      done.uploadIds.push(...publicUploads.uploadIds);
      done.withdrawal.publicUploads = publicUploads.ids.length;
      const receipt = await this.receipts.append(transaction, {
        subject: { subjectKey },
        kind: 'person_deleted',
        ...saidOnScreen(done.withdrawal),
        ...removedBy(action),
      });
      await this.removal.recall(id, 'left', done, transaction);
      const noted = { at, ids: publicUploads.ids };
      return { ...done, noted, emailKeys, said: isOwnWish ? this.receiptFiles.mail(person.email, receipt) : null };
    });
    await runAll(
      // Only now: it is nobody's "no", and whoever was not removed may come back.
      async () => isOwnWish || (await afterCommit(() => writeDown(removed.noted.at, removed.noted.ids))),
      () => this.removal.finish(removed),
    );
    return removed.withdrawal;
  }

  /**
   * Removes what a person recorded and wrote for a story that is public: the time of that is over. The story stays.
   * @param requireDue throws where it may stay after all: then nothing is removed
   */
  async removeAnswersAtEnd(id: string, requireDue: (transaction: Transaction) => Promise<void>): Promise<void> {
    const at = await this.participants.inTransaction(async (transaction) => {
      await this.participants.lock(id, transaction);
      await requireDue(transaction);
      const endedAt = await this.tickAfterAll(id, transaction);
      await this.answers.removeAllOf(id, transaction);
      await this.note('period_ended', id, transaction);
      await this.choices.set(id, { answersEndedAt: endedAt }, transaction);
      return endedAt;
    });
    await runAll(
      // Only now, as in `removePerson`.
      () => afterCommit(() => this.ledger.append({ kind: 'answers_ended', participantId: id }, at)),
      () => this.media.sweepDeletions(),
    );
  }

  /** A time until which an older database has all that is there now, also where a clock was ahead when it was made. */
  private async tickAfterAll(id: string, transaction: Transaction): Promise<Date> {
    return this.clock.tick(id, transaction, await this.things.findEnd(id, transaction));
  }

  private noteUpload(id: string, transaction: Transaction): Promise<void> {
    return this.audit.record('public_uploads_deleted', { type: 'upload', id }, transaction);
  }

  private note(action: AuditAction, id: string, transaction: Transaction): Promise<void> {
    return this.audit.record(action, { type: 'participant', id }, transaction);
  }
}

/** Who has a person removed: they themselves, the end of their time, or staff. */
function removedBy(action: AuditAction): Partial<Pick<NewReceipt, 'actor' | 'method' | 'producerName'>> {
  if (action === 'participant_left') return {};
  if (action === 'period_ended') return { actor: 'system', method: 'automatic' };
  return { actor: 'staff', method: 'staff_screen', producerName: currentProducerName() };
}

/** What a receipt says of it; it names nobody. */
function saidOnScreen(withdrawal: Withdrawal): Pick<NewReceipt, 'actor' | 'method' | 'wording' | 'details'> {
  const { what, answers, photos, videos, publicVideos, publicUploads } = withdrawal;
  return {
    actor: 'participant',
    method: 'screen',
    wording: { version: WITHDRAWAL_WORDS_VERSION, words: withdrawalWords(what) },
    details: { what, answers, photos, videos, publicVideos, publicUploads },
  };
}

function unclaimed(): AppError {
  const message = 'Please say first whether what was begun under your e-mail is yours.';
  return new AppError(409, 'unclaimed', message);
}

function notYours(): AppError {
  return new AppError(404, 'not_yours', 'This is not here any more.');
}
