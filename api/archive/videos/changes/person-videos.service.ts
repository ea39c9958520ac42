import { Injectable } from '@nestjs/common';
import type { ReleaseRequest } from '../../../contract/videos/releases.js';
import { MediaService } from '../../../media/store/media.service.js';
import { UploadSessionsService } from '../../../media/uploads/upload-sessions.service.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import type { OnlyThese } from '../../../people/participants/only-these.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Publisher, type BlockedVideo } from '../../publishing/publisher.js';
import { HostedVideosService } from '../hosted/hosted-videos.service.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import type { ShowcaseVideoRow } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseChangesRepository } from '../catalogue/showcase-changes.repository.js';
import { VideoTakeBacks } from './video-take-backs.service.js';

/** The finished videos of a person, as parts of changes that are about the person. */
@Injectable()
export class PersonVideosService {
  constructor(
    private readonly videos: ShowcaseChangesRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly takeBacks: VideoTakeBacks,
    private readonly media: MediaService,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
    private readonly hosted: HostedVideosService,
    private readonly ledger: WithdrawalLedger,
    private readonly uploadSessions: UploadSessionsService,
  ) {}

  /** The newest first. */
  listOf(participantId: string): Promise<ShowcaseVideoRow[]> {
    return this.rows.findAllOf(participantId);
  }

  /** Within a transaction: a person's videos, which nobody else changes until it ends. */
  listLockedOf(participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    return this.rows.findLockedOf(participantId, transaction);
  }

  /** Within a transaction that holds the person: those of their videos that are of these films. */
  async listOfFilms(participantId: string, films: string[], transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    if (films.length === 0) return [];
    const videos = await this.rows.findLockedOf(participantId, transaction);
    return videos.filter(({ film }) => films.includes(film));
  }

  /** Within a change of what the public sees of a person. */
  async touchAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.videos.touch({ participantId }, transaction);
  }

  /** As `touchAllOf`, of the name: what they said yes to has another one. */
  async renameAllOf(participantId: string, at: Date, transaction: Transaction): Promise<void> {
    await this.touchAllOf(participantId, transaction);
    await this.takeBacks.unapproveUnreleasedOf(participantId, { isAnotherCut: true, coveredAt: at }, transaction);
  }

  /**
   * Keeps what the person says to a video that this transaction holds, as `lockOwn` does.
   * @returns `video` as it is then; `taken`: what is approved no more because of that (see `takeDown`); `ofFilm`: all that
   *   was approved of the same film, for which it holds, too, as it was before; `number` of what was said
   */
  async release(
    { id, participantId }: ShowcaseVideoRow,
    request: ReleaseRequest,
    at: Date,
    transaction: Transaction,
  ): Promise<{ video: ShowcaseVideoRow; taken: BlockedVideo[]; ofFilm: ShowcaseVideoRow[]; number: string }> {
    const video = (await this.rows.find(id, transaction))!;
    const all = await this.rows.findLockedOf(participantId, transaction);
    const ofFilm = all.filter(({ film, isApproved }) => isApproved && film === video.film);
    const isLater = request.decision === 'yes' && Date.parse(request.publicFrom ?? '') > at.getTime();
    const covered = new Map<string, ShowcaseVideoRow>();
    for (const each of isLater ? ofFilm : []) {
      for (const older of await this.rows.findCoveredBy(each, transaction)) covered.set(older.id, older);
    }
    const number = await this.releases.record(video, request, at, transaction);
    const taken = await this.takeBacks.unapproveUnreleasedOf(participantId, { coveredAt: at }, transaction);
    for (const { id: takenId } of taken) covered.delete(takenId);
    taken.push(...(await this.takeBacks.unapproveCovered([...covered.values()], at, transaction)));
    return { video, taken, ofFilm, number };
  }

  /** After the commit: when it resolves, nothing of these videos is public. */
  async takeDown(videos: BlockedVideo[]): Promise<void> {
    if (videos.length === 0) return;
    this.publisher.block(...videos);
    await this.publisher.bringUpToDate();
  }

  /**
   * Within the removal of a person, or of what they withdraw, at that time: their videos go, and the files with the next sweep of media.
   * Returns them, and what is approved no more because it is of the same film or an older cut; what was approved of all of
   * these has to be blocked by the archive after the commit.
   */
  async removeAllOf(
    participantId: string,
    at: Date,
    transaction: Transaction,
    { id, until, except = [] }: OnlyThese = {},
  ): Promise<{ removed: ShowcaseVideoRow[]; taken: ShowcaseVideoRow[] }> {
    const all = await this.rows.findLockedOf(participantId, transaction);
    const videos = all.filter(
      (video) =>
        (id === undefined || video.id === id) &&
        (until === undefined || video.createdAt <= until) &&
        !except.includes(video.id),
    );
    const [video] = videos;
    const covered = id !== undefined && video ? await this.rows.findCoveredBy(video, transaction) : [];
    await this.removeWithNo(videos, at, transaction);
    const taken = await this.takeBacks.unapproveUnreleasedOf(participantId, { coveredAt: at }, transaction);
    const older = covered.filter((each) => !taken.some((one) => one.id === each.id));
    return { removed: videos, taken: [...taken, ...(await this.takeBacks.unapproveCovered(older, at, transaction))] };
  }

  /** Within a removal by a producer, which is nobody's "no": the video goes, and its files with the next sweep of media. */
  async discard(video: ShowcaseVideoRow, transaction: Transaction): Promise<void> {
    const mediaIds = await this.hosted.takeFiles([video], transaction);
    await this.videos.remove(video.id, transaction);
    await this.uploadSessions.forget(video.id, transaction);
    await this.media.scheduleRemoval(mediaIds, transaction);
  }

  /** Within the removal of a person: the scans of what they said on paper go, too. */
  removePapersOf(participantId: string, transaction: Transaction): Promise<void> {
    return this.releases.removePapersOf(participantId, transaction);
  }

  /** Within a transaction: these go as what their person takes back, at that time, and the files with the next sweep of media. */
  async removeWithNo(videos: ShowcaseVideoRow[], at: Date, transaction: Transaction): Promise<void> {
    const mediaIds = await this.hosted.takeFiles(videos, transaction);
    for (const video of videos) await this.releases.refuse(video, transaction, at);
    for (const { id, participantId } of videos) {
      // Whose it was is known nowhere else then, where the ledger did not get it when it was moved.
      const movedAt = await this.videos.findMovedAt(id, transaction);
      if (movedAt !== null) await this.ledger.append({ kind: 'moved', participantId, id }, movedAt);
      await this.videos.remove(id, transaction);
    }
    await this.media.scheduleRemoval(mediaIds, transaction);
  }
}
