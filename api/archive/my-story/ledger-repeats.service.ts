import { Injectable } from '@nestjs/common';
import type { RemovalCause } from '../../contract/staff/elsewhere.js';
import type { OwnThing } from '../../contract/stories/my-story.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { CorrectionsService } from '../../people/participants/corrections.service.js';
import { HelpersService } from '../../people/helpers/helpers.service.js';
import { AnswerPiecesService } from '../../people/interview/answer-pieces.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { WrittenAnswersService } from '../../people/interview/written-answers.service.js';
import type { ConsentWord, LedgerEvent } from '../../people/ledger/withdrawal-ledger.js';
import type { OnlyThese } from '../../people/participants/only-these.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { UnclaimedBeginnings } from '../../people/participants/unclaimed-beginnings.service.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { StoryWishesService } from '../../people/participants/story-wishes.service.js';
import { PhotosService } from '../../people/photos/photos.service.js';
import { PublicUploadsService } from '../../people/public-uploads/public-uploads.service.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { ElsewhereService } from '../elsewhere/elsewhere.service.js';
import { PersonVideosService } from '../videos/changes/person-videos.service.js';
import { VideoRepeats } from '../videos/changes/video-repeats.service.js';
import type { Beside } from './beside-words.js';
import { StoryRemoval } from './story-removal.service.js';

type StoryWord = Exclude<LedgerEvent, ConsentWord>;
type PersonsWord = Exclude<StoryWord, { kind: 'upload' | 'deleted' | 'moved' }>;
/** Of somebody who is there still. */
type HeldWord = Exclude<PersonsWord, { kind: 'left' }>;

/** What of a person whom the database does not know is a no to the videos that were moved to them. */
const CAUSES_OF_MISSING: Partial<Record<PersonsWord['kind'], RemovalCause>> = {
  left: 'left',
  withdrawn: 'withdrawn',
  video: 'withdrawn',
  refused: 'refused',
  hidden: 'hidden',
  named: 'hidden',
};

/** What the ledger knows, said again to an older database that was restored. */
@Injectable()
export class LedgerRepeats {
  constructor(
    private readonly participants: ParticipantsService,
    private readonly beginnings: UnclaimedBeginnings,
    private readonly choices: StoryChoicesService,
    private readonly corrections: CorrectionsService,
    private readonly wishes: StoryWishesService,
    private readonly answers: AnswersService,
    private readonly pieces: AnswerPiecesService,
    private readonly writtenAnswers: WrittenAnswersService,
    private readonly photos: PhotosService,
    private readonly helpers: HelpersService,
    private readonly publicUploads: PublicUploadsService,
    private readonly personVideos: PersonVideosService,
    private readonly videos: VideoRepeats,
    private readonly uploadSessions: UploadSessionsService,
    private readonly elsewhere: ElsewhereService,
    private readonly removal: StoryRemoval,
  ) {}

  /**
   * Says again what the ledger knows, of what an older database has still. Returns whether there was anything.
   * Nothing is published: whoever calls it does that next.
   */
  async repeat(event: StoryWord, at: Date, beside: Beside): Promise<boolean> {
    if (event.kind === 'upload') return this.publicUploads.repeatRemoval(event.id);
    if (event.kind === 'deleted') {
      return this.participants.inTransaction((transaction) => this.videos.discardAgain(event.id, transaction));
    }
    const { participantId } = event;
    if (event.kind === 'moved') return this.repeatMove(event.id, participantId, at);
    if (event.kind === 'left') {
      // Of two servers that start at once one may be faster.
      const removed = await this.participants.removeIfThere(participantId, async (transaction, person) => {
        const done = await this.removal.remove(participantId, 'everything', at, {}, transaction);
        if (!event.uploadsStay) {
          const { ids } = await this.publicUploads.removeAllOf(person, transaction);
          // A still older database may know these and not the person.
          await this.publicUploads.noteRemovedAgain(ids);
        }
        await this.removal.recall(participantId, 'left', done, transaction);
        return done;
      });
      return removed !== null || this.repeatOfMissing(event, at, beside.movedBefore);
    }
    if (!(await this.exists(participantId))) return this.repeatOfMissing(event, at, beside.movedBefore);
    return this.participants.inTransaction(async (transaction) => {
      if (!(await this.participants.lock(participantId, transaction))) return false;
      return this.repeatWithin(event, at, beside, transaction);
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
          ? await this.videos.removeAnyones(id, at, transaction)
          : await this.videos.refuseAgain(id, at, null, transaction);
        if (!video) return false;
        const { participantId } = video;
        await this.elsewhere.recall({ participantId, cause, videos: [video], isAnothers: true }, transaction);
        return true;
      });
      isChanged ||= done;
    }
    return isChanged;
  }

  /** An older database may have the video with another person still. */
  private async repeatMove(id: string, participantId: string, at: Date): Promise<boolean> {
    return this.participants.inTransaction(async (transaction) => {
      const isThere = (await this.participants.lock(participantId, transaction)) !== null;
      if (!(await this.videos.moveAgain(id, { participantId, at, isThere }, transaction))) return false;
      if (isThere) await this.uploadSessions.reassign(id, participantId, transaction);
      return true;
    });
  }

  /** Within a transaction that holds the person. */
  private async repeatWithin(event: HeldWord, at: Date, beside: Beside, transaction: Transaction): Promise<boolean> {
    const { participantId } = event;
    switch (event.kind) {
      case 'proven':
        return this.participants.proveEmailAgain(participantId, at, event.isElsewhere, transaction);
      case 'hidden':
      case 'named':
        return this.repeatHiding(event, at, transaction);
      case 'handles':
        return this.corrections.takeHandlesAgain(participantId, at, transaction);
      case 'refused':
      case 'released':
        return this.repeatRefusal(event, at, beside, transaction);
      case 'covered':
        return this.videos.takeBackCoveredAgain(event.id, participantId, at, transaction);
      case 'withdrawn':
        return this.repeatWithdrawal(participantId, at, beside.movedLater, transaction);
      case 'answer':
      case 'photo':
      case 'video': {
        // What was not kept may have been answered anew since.
        const only = { id: event.id, ...(event.kind === 'answer' && { until: at }) };
        return (await this.removeAgain(participantId, event.kind, at, only, transaction)) > 0;
      }
      case 'answers_ended':
        return this.repeatEndOfAnswers(participantId, at, transaction);
      case 'removed':
        if (await this.photos.repeatRemoval(participantId, event.id, transaction)) return true;
        return this.answers.repeatRemoval(participantId, event.id, transaction);
      case 'emptied':
        return this.writtenAnswers.repeatEmptying(participantId, event.id, at, transaction);
      case 'wishes':
        return this.wishes.removeUntil(participantId, at, transaction);
      case 'helped':
        if (await this.pieces.removeBeginning(participantId, event.id, transaction)) return true;
        return this.helpers.repeatRemoval(participantId, event.id, transaction);
      case 'shown':
        return false;
      default:
        return event satisfies never;
    }
  }

  /** Of the story, or of a name that the public may not see any more. */
  private async repeatHiding(
    { kind, participantId }: Extract<HeldWord, { kind: 'hidden' | 'named' }>,
    at: Date,
    transaction: Transaction,
  ): Promise<boolean> {
    const { hiddenAt, shownAt, namedAt } = await this.choices.find(participantId, transaction);
    // Shown again since, on another server.
    const isKnown = kind === 'hidden' ? hiddenAt !== null || knows(shownAt, at) : knows(namedAt, at);
    if (isKnown) return false;
    const noted = kind === 'hidden' ? { hiddenAt: at } : { hiddenAt: new Date(), namedAt: at };
    await this.choices.set(participantId, noted, transaction);
    await this.personVideos.touchAllOf(participantId, transaction);
    const videos = await this.personVideos.listLockedOf(participantId, transaction);
    await this.elsewhere.recall({ participantId, cause: 'hidden', videos }, transaction);
    return true;
  }

  /** A "no" to a video, or one of before a yes to something else than the video shows here. */
  private async repeatRefusal(
    event: Extract<HeldWord, { kind: 'refused' | 'released' }>,
    at: Date,
    { times, refusedBefore }: Beside,
    transaction: Transaction,
  ): Promise<boolean> {
    const { participantId } = event;
    const by = { participantId, times };
    const video =
      event.kind === 'refused'
        ? await this.videos.refuseAgain(event.id, at, by, transaction)
        : await this.videos.refuseOtherAgain(event, refusedBefore, by, transaction);
    if (!video) return false;
    await this.elsewhere.recall({ participantId, cause: 'refused', videos: [video] }, transaction);
    return true;
  }

  private async repeatWithdrawal(
    participantId: string,
    at: Date,
    movedLater: readonly string[],
    transaction: Transaction,
  ): Promise<boolean> {
    const { withdrawnAt } = await this.choices.find(participantId, transaction);
    if (knows(withdrawnAt, at)) return false;
    await this.choices.set(participantId, { withdrawnAt: at }, transaction);
    await this.removeAgain(participantId, 'story', at, { until: at, except: movedLater }, transaction);
    await this.beginnings.endEmpty(participantId, transaction);
    return true;
  }

  private async repeatEndOfAnswers(participantId: string, at: Date, transaction: Transaction): Promise<boolean> {
    const { answersEndedAt } = await this.choices.find(participantId, transaction);
    // What came later stays, also where the clock went forward then and was put back.
    if (knows(answersEndedAt, at)) return false;
    await this.choices.set(participantId, { answersEndedAt: at }, transaction);
    return (await this.answers.removeAllOf(participantId, transaction, { until: at })).count > 0;
  }

  /** Returns how much was there still. */
  private async removeAgain(
    participantId: string,
    what: 'story' | OwnThing,
    at: Date,
    only: OnlyThese,
    transaction: Transaction,
  ): Promise<number> {
    const done = await this.removal.remove(participantId, what, at, only, transaction);
    const { answers, photos, videos } = done.withdrawal;
    if (videos > 0) await this.removal.recall(participantId, 'withdrawn', done, transaction);
    return answers + photos + videos + done.recordingIds.length;
  }

  private async exists(participantId: string): Promise<boolean> {
    return this.participants.inTransaction(
      async (transaction) => (await this.participants.lock(participantId, transaction)) !== null,
    );
  }
}

/** Whether this database knows what was said at that time. */
function knows(known: Date | null, at: Date): boolean {
  return known !== null && known >= at;
}
