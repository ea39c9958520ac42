import { Injectable, type OnModuleInit } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { AuditService } from '../audit/audit.service.js';
import type { AuditAction } from '../contract/audit.js';
import { formatWebVtt } from '../contract/cues.js';
import type {
  EditShowcaseVideoRequest,
  SavedShowcaseVideo,
  ShowcaseVideo,
  ShowcaseVideoPage,
} from '../contract/showcase.js';
import { AppError } from '../http/app-error.js';
import { MediaService } from '../media/media.service.js';
import { PreparationListeners } from '../media/preparation/preparation-listeners.js';
import { PreparedVideosService } from '../media/preparation/prepared-videos.service.js';
import { PublicCopiesService } from '../media/preparation/public-copies.service.js';
import { Archive, type WithdrawnVideo } from './archive.port.js';
import { TranscriptDraftsService } from './drafts/transcript-drafts.service.js';
import { HostedVideosService } from './hosted/hosted-videos.service.js';
import { requireAddress } from './hosted/require-address.js';
import { noSuchVideo } from './no-such-video.js';
import { requireTranscript } from './require-transcript.js';
import type { ShowcasePageQueryDto } from './showcase.dto.js';
import { textsVersion } from './texts-version.js';
import { type ShowcaseVideoRow, toSavedVideo, toShowcaseVideo } from './showcase-video-row.js';
import { ShowcaseVideosRepository, type Storyteller, type Transaction } from './showcase-videos.repository.js';

/**
 * Finished videos between upload and public archive. Each change is committed first and then published: an answer
 * other than a failure means that the public sees it. Every call may be repeated; two at once do no harm.
 */
@Injectable()
export class ShowcaseVideosService implements OnModuleInit {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly media: MediaService,
    private readonly audit: AuditService,
    private readonly archive: Archive,
    private readonly drafts: TranscriptDraftsService,
    private readonly hosted: HostedVideosService,
    private readonly preparations: PreparationListeners,
    private readonly prepared: PreparedVideosService,
    private readonly copies: PublicCopiesService,
  ) {}

  /** What is made of a public video is public with it. */
  onModuleInit(): void {
    this.preparations.add(async (mediaId, transaction) => {
      const isPublic = await this.videos.touchByMedia(mediaId, transaction);
      return isPublic ? () => this.archive.bringUpToDate() : undefined;
    });
  }

  /** Newest first. */
  async list(filter: { isApproved: boolean }): Promise<ShowcaseVideo[]> {
    return (await this.videos.findAll(filter)).map(toShowcaseVideo);
  }

  /** Newest first, those in which every word of `q` occurs. */
  async listPage({ list, q, offset }: ShowcasePageQueryDto): Promise<ShowcaseVideoPage> {
    const words = q.replaceAll('\0', '').split(/\s+/u).filter(Boolean);
    const { rows, found, total } = await this.videos.findPage({ isApproved: list === 'approved', words, offset });
    return { videos: rows.map(toShowcaseVideo), found, total };
  }

  /**
   * A plain transcript takes the place of a timed one, unless it is the same text.
   * @throws AppError 409 `texts_changed` where that would undo what somebody else has written meanwhile
   */
  async edit(
    id: string,
    { title, description, videoUrl, textsVersion: expected, ...given }: EditShowcaseVideoRequest,
  ): Promise<SavedShowcaseVideo> {
    await this.require(id);
    const transcript = requireTranscript(given);
    const address = requireAddress(videoUrl);
    const before = await this.change(id, async (video, transaction) => {
      const isMoved = address !== null && address !== video.videoUrl;
      const isChanged = (await this.videos.edit(id, { title, description, transcript }, transaction)) || isMoved;
      // Saved again after an answer that was lost, the same texts change nothing.
      if (isChanged && expected !== undefined && expected !== textsVersion(video)) throw textsChanged();
      if (isMoved) await this.hosted.move(video, address, transaction);
    });
    if (transcript?.cues) await this.drafts.overtake(id);
    if (address !== null && address !== before.videoUrl) await this.leave(before);
    await this.archive.bringUpToDate();
    return toSavedVideo(await this.require(id), transcript);
  }

  /**
   * When it answers, the story's page is live. Its video plays there, unless only the conversion rids the file of what it
   * tells, or this server has no tools for that: then the page says so until it does.
   */
  async approve(id: string): Promise<ShowcaseVideo> {
    const { mediaId } = await this.require(id);
    if (mediaId !== null) await this.copies.ready(mediaId);
    await this.change(id, async (_video, transaction) => {
      if (await this.videos.setApproved(id, true, transaction)) await this.note('video_approved', id, transaction);
    });
    if (mediaId !== null) await this.prepared.moveToLine(mediaId, 'approved');
    await this.archive.bringUpToDate();
    return toShowcaseVideo(await this.require(id));
  }

  /** When it answers, nothing of the video is public. */
  async unapprove(id: string): Promise<ShowcaseVideo> {
    const video = await this.change(id, async (_video, transaction) => {
      if (await this.videos.setApproved(id, false, transaction)) await this.note('video_unapproved', id, transaction);
    });
    if (video.isApproved) this.archive.withhold(video);
    if (video.mediaId !== null) await this.prepared.moveToLine(video.mediaId, 'staff');
    await this.archive.bringUpToDate();
    return toShowcaseVideo(await this.require(id));
  }

  /** When it answers, neither the public nor staff can reach anything of it. */
  async remove(id: string): Promise<void> {
    const video = await this.change(id, async (row, transaction) => {
      const mediaIds = await this.hosted.takeFiles([row], transaction);
      await this.videos.remove(id, transaction);
      await this.media.scheduleRemoval(mediaIds, transaction);
      await this.note('video_deleted', id, transaction);
    });
    if (video.isApproved) this.archive.withhold(video);
    await this.media.sweepDeletions();
    await this.archive.bringUpToDate();
  }

  /** Every approved video, the one approved last first. */
  async listByApproval(): Promise<ShowcaseVideo[]> {
    return (await this.videos.findApproved()).map(toShowcaseVideo);
  }

  /** Those with an approved video on a question, in the order in which they registered. */
  listStorytellers(): Promise<Storyteller[]> {
    return this.videos.findStorytellers();
  }

  /**
   * Within the removal of a person: their videos go, and the files with the next sweep of media. Answers those that were
   * public, for the archive to withhold after the commit.
   */
  async removeAllOf(participantId: string, transaction: Transaction): Promise<WithdrawnVideo[]> {
    const videos = await this.videos.findLockedOf(participantId, transaction);
    const mediaIds = await this.hosted.takeFiles(videos, transaction);
    await this.videos.removeAllOf(participantId, transaction);
    await this.media.scheduleRemoval(mediaIds, transaction);
    return videos.filter(({ isApproved }) => isApproved);
  }

  async captions(id: string): Promise<string> {
    const { cues } = await this.require(id);
    if (!cues) throw new AppError(404, 'no_captions', 'The transcript of this video has no times.');
    return formatWebVtt(cues);
  }

  /** The public sees nothing more of what a video was before it moved. */
  private async leave(before: ShowcaseVideoRow): Promise<void> {
    if (before.isApproved && before.mediaId !== null) this.archive.withhold(before);
    await this.media.sweepDeletions();
    this.hosted.fetchThumbnail(before.id);
  }

  /** Changes a video while nobody else can; answers it as it was before. */
  private change(
    id: string,
    work: (video: ShowcaseVideoRow, transaction: Transaction) => Promise<void>,
  ): Promise<ShowcaseVideoRow> {
    return this.videos.transact(async (transaction) => {
      const video = isUUID(id) ? await this.videos.findLocked(id, transaction) : null;
      if (!video) throw noSuchVideo();
      await work(video, transaction);
      return video;
    });
  }

  private note(action: AuditAction, id: string, transaction: Transaction): Promise<void> {
    return this.audit.record(action, { type: 'video', id }, transaction);
  }

  private async require(id: string): Promise<ShowcaseVideoRow> {
    const video = isUUID(id) ? await this.videos.find(id) : null;
    if (!video) throw noSuchVideo();
    return video;
  }
}

function textsChanged(): AppError {
  const message = 'Somebody else has changed the texts of this video since you opened it.';
  return new AppError(409, 'texts_changed', message);
}
