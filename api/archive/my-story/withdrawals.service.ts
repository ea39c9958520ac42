import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { AuditAction } from '../../contract/audit.js';
import type { Consent, GuardianPreview } from '../../contract/consent.js';
import type { RemovalCause } from '../../contract/elsewhere.js';
import type { OwnThing, WithdrawRequest, Withdrawal } from '../../contract/my-story.js';
import { WITHDRAWAL_WORDS_VERSION, withdrawalWords } from '../../contract/withdrawal-words.js';
import { MediaService } from '../../media/store/media.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { RecordingConsentService } from '../../people/consent/recording-consent.service.js';
import { ReceiptFiles } from '../../people/consent/receipt-files.service.js';
import { type NewReceipt, ReceiptsService } from '../../people/consent/receipts.service.js';
import { HelpersService } from '../../people/helpers/helpers.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { emailKey } from '../../people/participants/email-key.js';
import type { OnlyThese } from '../../people/participants/only-these.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { emailUnproven, signedOut, type SignedInParticipant } from '../../people/participants/signed-in-participant.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { currentProducerName } from '../../platform/http/current-producer.js';
import { AppError } from '../../platform/http/app-error.js';
import type { Mail } from '../../platform/mail/mail.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { type ConsentWord, type LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { Publisher, type WithdrawnVideo } from '../publishing/publisher.js';
import type { ShowcaseVideoRow } from '../videos/showcase-video-row.js';
import { PersonVideosService } from '../videos/person-videos.service.js';

type StoryWord = Exclude<LedgerEvent, ConsentWord>;
type PersonsWord = Exclude<StoryWord, { kind: 'upload' | 'moved' }>;

/** By ids: what was moved to somebody after some words of theirs; and before, and stayed with them. */
export interface VideosMoved {
  later: readonly string[];
  before: readonly string[];
}

interface Removed {
  withdrawal: Withdrawal;
  videos: { videoUrl: string | null }[];
  /** What was approved until then. */
  approved: WithdrawnVideo[];
  uploadIds: string[];
  /** Of somebody whom nothing here may name any more. */
  emailKeys?: string[];
  /** The last mail to them. */
  said?: Mail | null;
}

const WITHDRAWN: Record<OwnThing, AuditAction> = {
  answer: 'answer_withdrawn',
  photo: 'photo_withdrawn',
  video: 'video_withdrawn',
};

/** What of a person whom the database does not know is a no to the videos that were moved to them. */
const CAUSES_OF_MISSING: Partial<Record<PersonsWord['kind'], RemovalCause>> = {
  left: 'left',
  withdrawn: 'withdrawn',
  video: 'withdrawn',
  refused: 'refused',
  hidden: 'hidden',
  named: 'hidden',
};

/**
 * A "no", once it is said: in the ledger before the database agrees to it, refused to everyone before it is answered, and
 * gone with its files when it has been. Each may be repeated; two at once do no harm.
 */
@Injectable()
export class WithdrawalsService {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly answers: AnswersService,
    private readonly photos: PhotosService,
    private readonly publicUploads: PublicUploadsService,
    private readonly showcase: PersonVideosService,
    private readonly uploads: UploadSessionsService,
    private readonly media: MediaService,
    private readonly publisher: Publisher,
    private readonly mailer: Mailer,
    private readonly audit: AuditService,
    private readonly ledger: WithdrawalLedger,
    private readonly receipts: ReceiptsService,
    private readonly helpers: HelpersService,
    private readonly receiptFiles: ReceiptFiles,
    private readonly elsewhere: ElsewhereService,
    private readonly consents: RecordingConsentService,
  ) {}

  /** When it resolves, the story is a 404 to everyone. */
  async hide(person: SignedInParticipant): Promise<void> {
    const approved = await this.asOwner(person, (transaction) => this.hideWithin(person.id, transaction));
    await this.showcase.withdraw(approved);
  }

  /**
   * As `RecordingConsentService.askGuardian`: what is public of somebody who turns out to be under 18 is so no more, until
   * they show it again after a yes.
   */
  async askGuardian(author: SignedInParticipant, email: string, version: string): Promise<Consent> {
    let approved: WithdrawnVideo[] = [];
    try {
      return await this.consents.askGuardian(author, email, version, async (participantId, transaction) => {
        const videos = await this.showcase.listLockedOf(participantId, transaction);
        // Most are asked at the beginning, when there is nothing to hide.
        if (videos.some(({ isApproved }) => isApproved)) approved = await this.hideWithin(participantId, transaction);
      });
    } finally {
      // Also where the mail could not be sent.
      await this.showcase.withdraw(approved);
    }
  }

  /** As `RecordingConsentService.answerAsGuardian`: after a no, which is for good, nothing of the story is public. */
  async answerAsGuardian(token: string, answer: 'yes' | 'no', version: string): Promise<GuardianPreview> {
    let approved: WithdrawnVideo[] = [];
    const preview = await this.consents.answerAsGuardian(token, answer, version, async (participantId, transaction) => {
      approved = await this.hideWithin(participantId, transaction);
    });
    await this.showcase.withdraw(approved);
    return preview;
  }

  /** What is approved is public again. @throws AppError 409 `guardian_decides` */
  async showAgain(person: SignedInParticipant): Promise<void> {
    const isChanged = await this.asOwner(person, async (transaction) => {
      const { hiddenAt } = await this.choices.find(person.id, transaction);
      if (hiddenAt === null) return false;
      await this.consents.requireGuardiansYes(person.id, transaction);
      await this.choices.set(person.id, { hiddenAt: null }, transaction);
      await this.showcase.touchAllOf(person.id, transaction);
      await this.note('story_shown_again', person.id, transaction);
      await this.elsewhere.standDown(person.id, transaction);
      return true;
    });
    if (!isChanged) return;
    // Only now: a yes that was not kept counts for nothing.
    await this.ledger.append({ kind: 'shown', participantId: person.id });
    await this.publisher.bringUpToDate();
  }

  /**
   * Removes the story, or one thing of it, with its files.
   * @throws AppError 404 `not_yours` when there is no such thing of theirs; 503 `publishing_failed` as `leave`
   */
  async withdraw(person: SignedInParticipant, { what, id }: WithdrawRequest): Promise<Withdrawal> {
    if (what !== 'story' && !isUUID(id)) throw notYours();
    const { id: participantId } = person;
    const removed = await this.asOwner(person, async (transaction) => {
      if (await this.participants.findUnclaimed(participantId, transaction)) throw unclaimed();
      const done = await this.removeWithin(participantId, what, { id }, transaction);
      const { answers, photos, videos } = done.withdrawal;
      // Nothing of theirs is added while their row is held: what comes later is said later.
      const at = new Date(done.withdrawal.at);
      if (what === 'story') {
        await this.choices.set(participantId, { withdrawnAt: at }, transaction);
        await this.participants.endHelperLinks(participantId, transaction);
        await this.note('story_withdrawn', participantId, transaction);
      } else {
        if (answers + photos + videos === 0) throw notYours();
        await this.audit.record(WITHDRAWN[what], { type: what, id }, transaction, participantId);
      }
      await this.ledger.append(
        what === 'story' ? { kind: 'withdrawn', participantId } : { kind: what, participantId, id },
        at,
      );
      await this.receipts.append(transaction, {
        subject: { participantId },
        kind: 'story_withdrawn',
        ...saidOnScreen(done.withdrawal),
      });
      await this.recall(participantId, 'withdrawn', done, transaction);
      return done;
    });
    await this.finish(removed);
    return removed.withdrawal;
  }

  /** Everything about the person themselves, who has asked for it. */
  async leave(person: SignedInParticipant): Promise<Withdrawal> {
    if (!person.isProven) throw emailUnproven();
    return this.removePerson(person.id, 'participant_left');
  }

  /**
   * Removes a person with all data, also what anyone has sent under their e-mail: when it answers, no file is left and
   * nothing of the story is public.
   * @throws AppError 404 `participant_not_found`; 503 `publishing_failed` when all is deleted, but public files could not
   *   be removed yet: they are refused to everyone from then on, and it is tried again until they are gone
   * @param requireDue throws where the person may stay after all: then nothing is removed
   */
  async removePerson(
    id: string,
    action: AuditAction,
    requireDue?: (transaction: Transaction) => Promise<void>,
  ): Promise<Withdrawal> {
    const at = new Date();
    const removed = await this.participants.remove(id, async (transaction, person) => {
      await requireDue?.(transaction);
      const subjectKey = await this.receipts.keyOf(id, transaction);
      const done = await this.removeWithin(id, 'everything', {}, transaction);
      const { emailKeys, ...publicUploads } = await this.publicUploads.removeAllOf(person, transaction);
      await this.note(action, id, transaction);
      await this.ledger.append({ kind: 'left', participantId: id }, at);
      done.uploadIds.push(...publicUploads.uploadIds);
      done.withdrawal.publicUploads = publicUploads.count;
      const isOwnWish = action === 'participant_left';
      const receipt = await this.receipts.append(transaction, {
        subject: { subjectKey },
        kind: 'person_deleted',
        ...saidOnScreen(done.withdrawal),
        ...removedBy(action),
      });
      await this.recall(id, 'left', done, transaction);
      return { ...done, emailKeys, said: isOwnWish ? this.receiptFiles.mail(person.email, receipt) : null };
    });
    await this.finish(removed);
    return removed.withdrawal;
  }

  /**
   * Removes what a person recorded and wrote for a story that is public: the time of that is over. The story stays.
   * @param requireDue throws where it may stay after all: then nothing is removed
   */
  async removeAnswersAtEnd(id: string, requireDue: (transaction: Transaction) => Promise<void>): Promise<void> {
    await this.participants.inTransaction(async (transaction) => {
      await this.participants.lock(id, transaction);
      await requireDue(transaction);
      await this.answers.removeAllOf(id, transaction);
      await this.note('period_ended', id, transaction);
      await this.ledger.append({ kind: 'answers_ended', participantId: id });
    });
    await this.media.sweepDeletions();
  }

  /**
   * Says again what the ledger knows, of what an older database has still. Returns whether there was anything.
   * Nothing is published: whoever calls it does that next.
   */
  async repeat(event: StoryWord, at: Date, moved: VideosMoved = { later: [], before: [] }): Promise<boolean> {
    if (event.kind === 'upload') return this.publicUploads.repeatRemoval(event.id);
    const { participantId } = event;
    if (event.kind === 'moved') return this.repeatMove(event.id, participantId);
    if (event.kind === 'left') {
      if (!(await this.exists(participantId))) return this.repeatOfMissing(event, at, moved.before);
      await this.participants.remove(participantId, async (transaction, person) => {
        const done = await this.removeWithin(participantId, 'everything', {}, transaction);
        await this.publicUploads.removeAllOf(person, transaction);
        await this.recall(participantId, 'left', done, transaction);
        return done;
      });
      return true;
    }
    if (!(await this.exists(participantId))) return this.repeatOfMissing(event, at, moved.before);
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.isThere(participantId, transaction))) return false;
      return this.repeatWithin(event, at, moved.later, transaction);
    });
  }

  /**
   * Of somebody who came after this database was kept: what is theirs it shows as somebody else's. What they took back goes;
   * where they may still say yes, nobody may publish it as it stands.
   * @param moved what was moved to them until then, and to nobody since
   */
  private async repeatOfMissing(event: PersonsWord, at: Date, moved: readonly string[]): Promise<boolean> {
    const cause = CAUSES_OF_MISSING[event.kind];
    if (!cause) return false;
    const isOver = cause === 'left' || cause === 'withdrawn';
    const ids = 'id' in event ? moved.filter((id) => id === event.id) : moved;
    let isChanged = false;
    for (const id of ids) {
      const done = await this.participants.inTransaction(async (transaction) => {
        const video = isOver
          ? await this.showcase.removeAnyones(id, transaction)
          : await this.showcase.refuseAgain(id, at, transaction);
        if (!video) return false;
        const { participantId } = video;
        await this.elsewhere.recall({ participantId, cause, videos: [video], isAnothers: true }, transaction);
        return true;
      });
      isChanged ||= done;
    }
    return isChanged;
  }

  /** Whose page an older database shows it on may be somebody else's. */
  private async repeatMove(id: string, participantId: string): Promise<boolean> {
    return this.participants.inTransaction(async (transaction) => {
      const isThere = await this.participants.isThere(participantId, transaction);
      if (!(await this.showcase.moveAgain(id, participantId, isThere, transaction))) return false;
      if (isThere) await this.uploads.reassign(id, participantId, transaction);
      return true;
    });
  }

  private async repeatWithin(
    event: PersonsWord,
    at: Date,
    movedLater: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const { participantId, kind } = event;
    const choice = await this.choices.find(participantId, transaction);
    if (event.kind === 'hidden' || event.kind === 'named') {
      const isKnown = kind === 'hidden' ? choice.hiddenAt !== null : choice.namedAt !== null && choice.namedAt >= at;
      if (isKnown) return false;
      await this.choices.set(participantId, { hiddenAt: new Date() }, transaction);
      await this.showcase.touchAllOf(participantId, transaction);
      const videos = await this.showcase.listLockedOf(participantId, transaction);
      await this.elsewhere.recall({ participantId, cause: 'hidden', videos }, transaction);
      return true;
    }
    if (event.kind === 'refused') {
      const video = await this.showcase.refuseAgain(event.id, at, transaction);
      if (!video) return false;
      await this.elsewhere.recall({ participantId, cause: 'refused', videos: [video] }, transaction);
      return true;
    }
    if (event.kind === 'answers_ended') {
      return (await this.answers.removeAllOf(participantId, transaction, { until: at })) > 0;
    }
    if (event.kind === 'helped') return this.helpers.repeatRemoval(participantId, event.id, transaction);
    if (event.kind === 'shown' || event.kind === 'left' || event.kind === 'released') return false;
    const only = event.kind === 'withdrawn' ? { until: at, except: movedLater } : { id: event.id };
    const what = event.kind === 'withdrawn' ? 'story' : event.kind;
    const done = await this.removeWithin(participantId, what, only, transaction);
    const { withdrawal } = done;
    if (withdrawal.videos > 0) await this.recall(participantId, 'withdrawn', done, transaction);
    if (kind === 'withdrawn' && choice.withdrawnAt === null && withdrawal.videos > 0) {
      await this.choices.set(participantId, { withdrawnAt: at }, transaction);
    }
    return withdrawal.answers + withdrawal.photos + withdrawal.videos > 0;
  }

  /** With the person held. Returns what was approved, which has to be withdrawn after the commit. */
  private async hideWithin(participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    const { hiddenAt } = await this.choices.find(participantId, transaction);
    if (hiddenAt === null) {
      await this.choices.set(participantId, { hiddenAt: new Date() }, transaction);
      await this.showcase.touchAllOf(participantId, transaction);
      await this.note('story_hidden', participantId, transaction);
    }
    const videos = await this.showcase.listLockedOf(participantId, transaction);
    await this.ledger.append({ kind: 'hidden', participantId });
    await this.elsewhere.recall({ participantId, cause: 'hidden', videos }, transaction);
    return videos.filter(({ isApproved }) => isApproved);
  }

  /** Whoever is signed in there, with their row held. */
  private async asOwner<T>(person: SignedInParticipant, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (!person.isProven) throw emailUnproven();
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.lockAs(person, transaction))) throw signedOut();
      return work(transaction);
    });
  }

  private async removeWithin(
    participantId: string,
    what: Withdrawal['what'],
    only: OnlyThese,
    transaction: Transaction,
  ): Promise<Removed> {
    const isAll = what === 'everything' || what === 'story';
    const answers = isAll || what === 'answer' ? await this.answers.removeAllOf(participantId, transaction, only) : 0;
    const photos = isAll || what === 'photo' ? await this.photos.removeAllOf(participantId, transaction, only) : 0;
    const videos = isAll || what === 'video' ? await this.showcase.removeAllOf(participantId, transaction, only) : [];
    if (what === 'everything') await this.showcase.removePapersOf(participantId, transaction);
    const uploadIds = isAll ? await this.uploads.removeAllAbout(participantId, transaction, only.until) : [];
    const approved = videos.filter(({ isApproved }) => isApproved);
    const at = (only.until ?? new Date()).toISOString();
    const publicVideos = approved.length;
    return {
      withdrawal: { at, what, answers, photos, videos: videos.length, publicVideos, publicUploads: 0 },
      videos,
      approved,
      uploadIds,
    };
  }

  /** Within a removal: what has to go elsewhere, too. Photos and answers were never public. */
  private async recall(
    participantId: string,
    cause: RemovalCause,
    { withdrawal: { what }, videos }: Removed,
    transaction: Transaction,
  ): Promise<void> {
    if (what === 'answer' || what === 'photo') return;
    await this.elsewhere.recall({ participantId, cause, videos }, transaction);
  }

  /** After the commit. */
  private async finish({ approved, uploadIds, emailKeys = [], said }: Removed): Promise<void> {
    for (const video of approved) this.publisher.block(video);
    try {
      await this.media.sweepDeletions();
      await this.uploads.removeFiles(uploadIds);
      // The mailer has logged why not.
      if (said) await this.mailer.send(said).catch(() => undefined);
      if (emailKeys.length > 0) await this.mailer.forget((address) => emailKeys.includes(emailKey(address)));
    } finally {
      await this.publisher.forget();
    }
  }

  private async exists(participantId: string): Promise<boolean> {
    return this.participants.inTransaction((transaction) => this.participants.isThere(participantId, transaction));
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
