import type { Transaction } from '../../platform/database/transaction.js';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AuditService } from '../../platform/audit/audit.service.js';
import type { AuditAction } from '../../contract/audit.js';
import { formatWebVtt } from '../../contract/cues.js';
import type {
  ApproveShowcaseVideoRequest,
  DeleteShowcaseVideoRequest,
  EditShowcaseVideoRequest,
  SavedShowcaseVideo,
  ShowcaseVideo,
  ShowcaseVideoPage,
} from '../../contract/showcase.js';
import { isStoryOverview, STORY_OVERVIEW_QUESTION_ID, STORY_OVERVIEW_TITLE } from '../../contract/questions.js';
import { standsIn } from '../../contract/sentences.js';
import { AppError } from '../../platform/http/app-error.js';
import { ConsentRules } from '../../people/consent/consent-rules.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { MediaService } from '../../media/store/media.service.js';
import { VideoRenditionsService } from '../../media/transcode/video-renditions.service.js';
import { PublicCopiesService } from '../../media/transcode/public-copies.service.js';
import { StoryChoicesService } from '../../people/participants/story-choices.service.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { Publisher } from '../publishing/publisher.js';
import { TranscriptDraftsService } from './drafts/transcript-drafts.service.js';
import { HostedVideosService } from './hosted-videos.service.js';
import { ReleasesService, sentenceNotSaid } from './releases/standing/releases.service.js';
import { LookedAt } from './looked-at.js';
import { cutHashOf } from './releases/standing/release-state.js';
import { requireAddress, requireTranscript } from './showcase-input.js';
import type { ShowcasePageQueryDto } from './showcase.dto.js';
import {
  noSuchVideo,
  type ShowcaseVideoRow,
  textsVersion,
  toSavedVideo,
  toShowcaseVideo,
  videoMoved,
} from './showcase-video-row.js';
import { ShowcaseVideoRowsRepository, type Storyteller } from './showcase-video-rows.repository.js';
import { noSuchUser, ShowcaseSubjectsService } from './showcase-subjects.service.js';
import { WordVersionsService } from './word-versions.service.js';
import { PersonVideosService } from './person-videos.service.js';
import { ShowcaseVideosRepository } from './showcase-videos.repository.js';

/**
 * Showcase videos between upload and public archive. Each change is committed first and then published: when a
 * call has resolved, the public sees it. Every call may be repeated; two at once do no harm.
 */
@Injectable()
export class ShowcaseVideosService {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly media: MediaService,
    private readonly audit: AuditService,
    private readonly publisher: Publisher,
    private readonly participants: ParticipantsService,
    private readonly choices: StoryChoicesService,
    private readonly releases: ReleasesService,
    private readonly ofPerson: PersonVideosService,
    private readonly drafts: TranscriptDraftsService,
    private readonly hosted: HostedVideosService,
    private readonly subjects: ShowcaseSubjectsService,
    private readonly words: WordVersionsService,
    private readonly lookedAt: LookedAt,
    private readonly uploads: UploadSessionsService,
    private readonly prepared: VideoRenditionsService,
    private readonly copies: PublicCopiesService,
    private readonly ledger: WithdrawalLedger,
    private readonly consents: ConsentRules,
  ) {}

  /** What is made of a public video is public with it. */
  async publishRendition(mediaId: string): Promise<void> {
    const isPublic = await this.videos.transact((transaction) => this.videos.touch({ mediaId }, transaction));
    if (isPublic) await this.publisher.bringUpToDate();
  }

  /** Newest first. */
  async list(filter: { isApproved: boolean }): Promise<ShowcaseVideo[]> {
    return (await this.rows.findAll(filter)).map(toShowcaseVideo);
  }

  /** Those in which every word of `q` occurs, person after person. */
  async listPage({ list, q, userId, offset, size }: ShowcasePageQueryDto): Promise<ShowcaseVideoPage> {
    const words = q.replaceAll('\0', '').split(/\s+/u).filter(Boolean);
    const query = { isApproved: list === 'approved', words, participantId: userId ?? null, offset, size };
    const { rows, found, total } = await this.rows.findPage(query);
    const people = new Map(rows.map(({ participantId, ofPerson }) => [participantId, ofPerson]));
    return {
      videos: rows.map(toShowcaseVideo),
      people: Array.from(people, ([id, videos]) => ({ userId: id, videos })),
      found,
      total,
    };
  }

  /**
   * A plain transcript takes the place of a timed one, unless it is the same text.
   * @throws AppError 409 `texts_changed`, `video_moved` where that would undo what somebody else has done meanwhile; 400 `only_words` for
   *   the address or the times of a written chapter; 409 `release_refused`, `story_hidden`, `story_withdrawn` where it would
   *   become somebody else's after a "no"; 409 `release_refused` where another address would end what was said to it
   */
  async edit(
    id: string,
    { title, description, videoUrl, textsVersion: expected, ...given }: EditShowcaseVideoRequest,
  ): Promise<SavedShowcaseVideo> {
    const { userId, questionId } = given;
    const known = await this.require(id);
    const transcript = requireTranscript(given);
    const address = requireAddress(videoUrl);
    if (known.writtenAnswerId !== null && (address !== null || transcript?.cues)) throw onlyWords();
    const newQuestionTitle = await this.subjects.require({
      userId: userId ?? known.participantId,
      questionId: orOverview(questionId, known.questionId),
    });
    let movedAt = null as Date | null;
    const before = await this.change(
      id,
      async (video, transaction, at) => {
        const isMoved = address !== null && address !== video.videoUrl;
        const isBehind = expected !== undefined && expected !== textsVersion(video);
        if (isMoved && isBehind) throw textsChanged();
        if (isMoved) this.releases.requireAddressChangeable(video);
        const isPlaced = await this.place(video, given, transaction);
        // Named after its question, it is so after the new one: an overview by its title would not be searched.
        const follows =
          isPlaced && title === undefined && video.title === (video.questionTitle ?? STORY_OVERVIEW_TITLE);
        const texts = { title: follows ? newQuestionTitle : title, description, transcript };
        const isEdited = await this.videos.edit(id, texts, transaction);
        // Saved again after a response that was lost, the same texts change nothing.
        const isChanged = isEdited || isMoved || isPlaced;
        if (isChanged && isBehind) throw textsChanged();
        if (isEdited) await this.words.keep(id, transaction);
        if (isMoved) await this.hosted.move(video, address, transaction);
        // A title that follows the question is part of the move.
        if (isMoved || (isEdited && !isPlaced)) await this.note('video_changed', id, transaction);
        if (userId === undefined) return;
        if (isOther(userId, video)) await this.videos.setMovedAt(id, at, transaction);
        movedAt = await this.videos.findMovedAt(id, transaction);
      },
      userId === undefined ? [] : [userId],
    );
    if (before.isApproved && isOther(userId, before)) this.publisher.block(before);
    try {
      // An older backup shows it as somebody else's. Only now: a move that was not kept counts for nothing. Once more where
      // it was asked for once more, for the line may not have been written.
      if (movedAt !== null) {
        await this.ledger.append({ kind: 'moved', participantId: userId!.toLowerCase(), id: before.id }, movedAt);
      }
      if (transcript?.cues) await this.drafts.overtake(id);
      if (address !== null && address !== before.videoUrl) await this.leave(before);
    } finally {
      await this.publisher.bringUpToDate();
    }
    return toSavedVideo(await this.require(id), transcript);
  }

  /**
   * Lets a sentence of the transcript stand for the video; null for the one that is found by its words.
   * @throws AppError 400 `sentence_not_said`
   */
  async chooseSentence(id: string, sentence: string | null): Promise<ShowcaseVideo> {
    await this.change(id, async ({ transcript }, transaction) => {
      if (sentence !== null && !standsIn(sentence, transcript)) {
        throw sentenceNotSaid();
      }
      if (!(await this.videos.chooseSentence(id, sentence, transaction))) return;
      await this.videos.touch({ id }, transaction);
      await this.note('video_changed', id, transaction);
    });
    await this.publisher.bringUpToDate();
    return toShowcaseVideo(await this.require(id));
  }

  /**
   * Sets title, description, transcript and captions to what they were in an earlier version.
   * @throws AppError 409 `texts_changed` where that would undo what somebody else has written meanwhile
   */
  async restoreWords(id: string, number: string, expected?: string): Promise<ShowcaseVideo> {
    const { cues } = await this.words.require(id, number);
    await this.change(id, async (video, transaction) => {
      if (!(await this.videos.restore(id, Number(number), transaction))) return;
      if (expected !== undefined && expected !== textsVersion(video)) throw textsChanged();
      await this.words.keep(id, transaction, Number(number));
      await this.note('video_changed', id, transaction);
    });
    try {
      if (cues) await this.drafts.overtake(id);
    } finally {
      await this.publisher.bringUpToDate();
    }
    return toShowcaseVideo(await this.require(id));
  }

  async find(id: string): Promise<ShowcaseVideo> {
    return toShowcaseVideo(await this.require(id));
  }

  /**
   * When it resolves, the story's page is live. Its video plays there, unless only the conversion rids the file of what it
   * tells, or this server has no tools for that: then the page says so until it does.
   * @throws AppError 409 `video_changed` with the difference when it is not what was looked at any more; 409 `unclaimed`
   *   while the owner of the e-mail has not said whether the story is theirs; 409 `story_hidden`, `story_withdrawn` when
   *   they have said that nothing of it may be public; 409 `guardian_decides`; 409 `release_refused` after a "no" to this film, and after a wish
   *   for changes of this very cut; 409 `release_missing` where a release is required
   */
  async approve(id: string, lookedAt: ApproveShowcaseVideoRequest = {}): Promise<ShowcaseVideo> {
    const { mediaId } = await this.require(id);
    if (mediaId !== null) await this.copies.ready(mediaId);
    await this.change(id, async (video, transaction) => {
      await this.lookedAt.require(video, lookedAt, transaction);
      const { isApproved, participantId, createdAt } = video;
      if (!isApproved && (await this.participants.findUnclaimed(participantId, transaction))) throw unclaimed();
      await this.consents.requireGuardiansYes(participantId, createdAt, transaction);
      await this.choices.requirePublishable(participantId, transaction);
      this.releases.requireLive(video);
      if (await this.videos.setApproved(id, true, transaction)) await this.note('video_approved', id, transaction);
    });
    try {
      if (mediaId !== null) await this.prepared.moveToLine(mediaId, 'approved');
    } finally {
      await this.publisher.bringUpToDate();
    }
    return toShowcaseVideo(await this.require(id));
  }

  /** When it resolves, nothing of the video is public. */
  async unapprove(id: string): Promise<ShowcaseVideo> {
    const video = await this.change(id, async (_video, transaction) => {
      if (await this.videos.setApproved(id, false, transaction)) await this.note('video_unapproved', id, transaction);
    });
    if (video.isApproved) this.publisher.block(video);
    try {
      if (video.mediaId !== null) await this.prepared.moveToLine(video.mediaId, 'staff');
    } finally {
      await this.publisher.bringUpToDate();
    }
    return toShowcaseVideo(await this.require(id));
  }

  /**
   * When it resolves, neither the public nor staff can reach anything of it.
   * @throws AppError 409 `video_changed` with the difference when it is not what was looked at any more
   */
  async remove(id: string, lookedAt: DeleteShowcaseVideoRequest = {}): Promise<void> {
    const video = await this.change(id, async (row, transaction) => {
      await this.lookedAt.require(row, lookedAt, transaction);
      // While it is still known whose it is.
      await this.note('video_deleted', id, transaction);
      await this.ofPerson.discard(row, transaction);
    });
    if (video.isApproved) this.publisher.block(video);
    try {
      // An older backup shows it still. Only now: it is nobody's "no", and what was not deleted may be published yet.
      await this.ledger.append({ kind: 'deleted', participantId: null, id: video.id });
      await this.media.sweepDeletions();
    } finally {
      await this.publisher.bringUpToDate();
    }
  }

  /** Every approved video, the one approved last first. */
  async listByApproval(): Promise<ShowcaseVideo[]> {
    return (await this.rows.findApproved()).map(toShowcaseVideo);
  }

  /** Those with an approved video on a question, in the order in which they registered. */
  listStorytellers(): Promise<Storyteller[]> {
    return this.rows.findStorytellers();
  }

  async captions(id: string): Promise<string> {
    const { cues } = await this.require(id);
    if (!cues) throw new AppError(404, 'no_captions', 'The transcript of this video has no times.');
    return formatWebVtt(cues);
  }

  /**
   * Gives the video to another person or question; returns whether that is another one. With another person it is looked at
   * again, for it was approved for the page of the first.
   */
  private async place(
    video: ShowcaseVideoRow,
    { userId, questionId, fromUserId, fromQuestionId }: EditShowcaseVideoRequest,
    transaction: Transaction,
  ): Promise<boolean> {
    const participantId = userId ?? video.participantId;
    const question = orOverview(questionId, video.questionId);
    const isSamePerson = !isOther(userId, video);
    if (isSamePerson && question === orOverview(video.questionId)) return false;
    const isElsewhere = orOverview(fromQuestionId, video.questionId) !== orOverview(video.questionId);
    if (isElsewhere || isOther(fromUserId, video)) throw videoMoved();
    if (!isSamePerson) {
      this.releases.requireMovable(video);
      await this.choices.requirePublishable(video.participantId, transaction);
    }
    const isApproved = video.isApproved && isSamePerson;
    const placed = { participantId, questionId: isStoryOverview(question) ? null : question, isApproved };
    if (!(await this.videos.place(video.id, placed, transaction))) throw noSuchUser();
    if (!isSamePerson) await this.uploads.reassign(video.id, participantId, transaction);
    await this.note('video_moved', video.id, transaction);
    if (video.isApproved && !isApproved) await this.note('video_unapproved', video.id, transaction);
    return true;
  }

  /** The public sees nothing more of what a video was before it moved. */
  private async leave(before: ShowcaseVideoRow): Promise<void> {
    if (before.isApproved && before.mediaId !== null) this.publisher.block(before);
    await this.media.sweepDeletions();
    this.hosted.fetchThumbnail(before.id);
  }

  /**
   * Changes a video while nobody else can; returns it as it was before. Whoever has it, and the others, say nothing meanwhile:
   * `work` gets a time after their last word.
   */
  private change(
    id: string,
    work: (video: ShowcaseVideoRow, transaction: Transaction, at: Date) => Promise<void>,
    others: string[] = [],
  ): Promise<ShowcaseVideoRow> {
    return this.videos.transact(async (transaction) => {
      const held = await this.ofPerson.lockWithPerson(id, transaction, others);
      if (!held) throw noSuchVideo();
      const { video, at } = held;
      await work(video, transaction, at);
      const after = video.isApproved ? await this.rows.find(id, transaction) : null;
      const isChanged = after !== null && cutHashOf(after) !== cutHashOf(video);
      // What it covers at its new place was public until now.
      const takenAt = after?.questionId === video.questionId ? at : null;
      await this.ofPerson.takeBackUnreleased(id, transaction, isChanged, takenAt);
      return video;
    });
  }

  private note(action: AuditAction, id: string, transaction: Transaction): Promise<void> {
    return this.audit.record(action, { type: 'video', id }, transaction);
  }

  private async require(id: string): Promise<ShowcaseVideoRow> {
    const video = isUUID(id) ? await this.rows.find(id) : null;
    if (!video) throw noSuchVideo();
    return video;
  }
}

function isOther(userId: string | undefined, { participantId }: ShowcaseVideoRow): userId is string {
  return userId !== undefined && userId.toLowerCase() !== participantId;
}

/** The first question that is given; the overview, which is null where it is kept, by its number. */
function orOverview(...[given, otherwise]: (number | null | undefined)[]): number {
  return (given === undefined ? otherwise : given) ?? STORY_OVERVIEW_QUESTION_ID;
}

function onlyWords(): AppError {
  return new AppError(400, 'only_words', 'This was told in words: it has no address, and its lines have no times.');
}

function textsChanged(): AppError {
  const message = 'Somebody else has changed the texts of this video since you opened it.';
  return new AppError(409, 'texts_changed', message);
}

function unclaimed(): AppError {
  const message =
    'This cannot be approved yet: the owner of the e-mail has not said whether what was recorded before is theirs.';
  return new AppError(409, 'unclaimed', message);
}
