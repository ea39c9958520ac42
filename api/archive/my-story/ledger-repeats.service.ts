import { Injectable } from '@nestjs/common';
import type { RemovalCause } from '../../contract/elsewhere.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { CorrectionsService } from '../../people/participants/corrections.service.js';
import { HelpersService } from '../../people/helpers/helpers.service.js';
import { AnswerPiecesService } from '../../people/interview/answer-pieces.service.js';
import { AnswersService } from '../../people/interview/answers.service.js';
import { WrittenAnswersService } from '../../people/interview/written-answers.service.js';
import type { ConsentWord, LedgerEvent } from '../../people/ledger/withdrawal-ledger.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
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

  /** Whose page an older database shows it on may be somebody else's. */
  private async repeatMove(id: string, participantId: string, at: Date): Promise<boolean> {
    return this.participants.inTransaction(async (transaction) => {
      const isThere = (await this.participants.lock(participantId, transaction)) !== null;
      if (!(await this.videos.moveAgain(id, { participantId, at, isThere }, transaction))) return false;
      if (isThere) await this.uploadSessions.reassign(id, participantId, transaction);
      return true;
    });
  }

  private async repeatWithin(
    event: PersonsWord,
    at: Date,
    { movedLater, times, refusedBefore }: Beside,
    transaction: Transaction,
  ): Promise<boolean> {
    const { participantId, kind } = event;
    if (event.kind === 'proven') {
      return this.participants.proveEmailAgain(participantId, at, event.isElsewhere, transaction);
    }
    const choice = await this.choices.find(participantId, transaction);
    if (event.kind === 'hidden' || event.kind === 'named') {
      // Shown again since, on another server.
      const isKnown =
        kind === 'hidden' ? choice.hiddenAt !== null || knows(choice.shownAt, at) : knows(choice.namedAt, at);
      if (isKnown) return false;
      const noted = kind === 'hidden' ? { hiddenAt: at } : { hiddenAt: new Date(), namedAt: at };
      await this.choices.set(participantId, noted, transaction);
      await this.personVideos.touchAllOf(participantId, transaction);
      const videos = await this.personVideos.listLockedOf(participantId, transaction);
      await this.elsewhere.recall({ participantId, cause: 'hidden', videos }, transaction);
      return true;
    }
    if (event.kind === 'handles') return this.corrections.takeHandlesAgain(participantId, at, transaction);
    if (event.kind === 'refused' || event.kind === 'released') {
      const by = { participantId, times };
      const video =
        event.kind === 'refused'
          ? await this.videos.refuseAgain(event.id, at, by, transaction)
          : await this.videos.refuseOtherAgain(event, refusedBefore, by, transaction);
      if (!video) return false;
      await this.elsewhere.recall({ participantId, cause: 'refused', videos: [video] }, transaction);
      return true;
    }
    if (event.kind === 'covered') {
      return this.videos.takeBackCoveredAgain(event.id, participantId, at, transaction);
    }
    if (event.kind === 'answers_ended') {
      // What came later stays, also where the clock went forward then and was put back.
      if (knows(choice.answersEndedAt, at)) return false;
      await this.choices.set(participantId, { answersEndedAt: at }, transaction);
      return (await this.answers.removeAllOf(participantId, transaction, { until: at })).count > 0;
    }
    if (event.kind === 'removed') {
      if (await this.photos.repeatRemoval(participantId, event.id, transaction)) return true;
      return this.answers.repeatRemoval(participantId, event.id, transaction);
    }
    if (event.kind === 'emptied') {
      return this.writtenAnswers.repeatEmptying(participantId, event.id, at, transaction);
    }
    if (event.kind === 'wishes') return this.wishes.removeUntil(participantId, at, transaction);
    if (event.kind === 'helped') {
      if (await this.pieces.removeBeginning(participantId, event.id, transaction)) return true;
      return this.helpers.repeatRemoval(participantId, event.id, transaction);
    }
    if (kind === 'withdrawn') {
      if (knows(choice.withdrawnAt, at)) return false;
      await this.choices.set(participantId, { withdrawnAt: at }, transaction);
    }
    if (event.kind === 'shown' || event.kind === 'left') return false;
    // What was not kept may have been answered anew since.
    const only =
      event.kind === 'withdrawn'
        ? { until: at, except: movedLater }
        : { id: event.id, ...(event.kind === 'answer' && { until: at }) };
    const what = event.kind === 'withdrawn' ? 'story' : event.kind;
    const done = await this.removal.remove(participantId, what, at, only, transaction);
    if (kind === 'withdrawn') await this.participants.endEmptyBeginning(participantId, transaction);
    const { withdrawal } = done;
    if (withdrawal.videos > 0) await this.removal.recall(participantId, 'withdrawn', done, transaction);
    const count = withdrawal.answers + withdrawal.photos + withdrawal.videos + done.recordingIds.length;
    return kind === 'withdrawn' || count > 0;
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
