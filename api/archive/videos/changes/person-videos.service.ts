import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import type { ReleaseRequest } from '../../../contract/releases.js';
import { MediaService } from '../../../media/store/media.service.js';
import { UploadSessionsService } from '../../../media/uploads/upload-sessions.service.js';
import { LedgerClock } from '../../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import type { OnlyThese } from '../../../people/participants/only-these.js';
import { StoryChoicesService } from '../../../people/participants/story-choices.service.js';
import { AuditService } from '../../../platform/audit/audit.service.js';
import type { Transaction } from '../../../platform/database/transaction.js';
import { Publisher, type BlockedVideo } from '../../publishing/publisher.js';
import { HostedVideosService } from '../hosted/hosted-videos.service.js';
import { ReleasesService } from '../releases/standing/releases.service.js';
import { noSuchVideo, type ShowcaseVideoRow, videoMoved } from '../catalogue/showcase-video-row.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { ShowcaseVideosRepository } from '../catalogue/showcase-videos.repository.js';

/** The finished videos of a person, as parts of changes that are about the person. */
@Injectable()
export class PersonVideosService {
  constructor(
    private readonly videos: ShowcaseVideosRepository,
    private readonly rows: ShowcaseVideoRowsRepository,
    private readonly media: MediaService,
    private readonly audit: AuditService,
    private readonly publisher: Publisher,
    private readonly releases: ReleasesService,
    private readonly hosted: HostedVideosService,
    private readonly ledger: WithdrawalLedger,
    private readonly clock: LedgerClock,
    private readonly choices: StoryChoicesService,
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

  /**
   * Within a transaction: locks whoever has the video and the `others`, and then the video, as people are locked before their
   * videos everywhere.
   * @returns it, and a time for the ledger after the last word of all these people; null where there is no such video
   * @throws AppError 409 `video_moved` where it went to somebody else just then
   */
  async lockWithPerson(
    id: string,
    transaction: Transaction,
    others: string[] = [],
  ): Promise<{ video: ShowcaseVideoRow; at: Date } | null> {
    const participantId = isUUID(id) ? await this.rows.findPerson(id, transaction) : null;
    if (participantId === null) return null;
    const at = await this.clock.tickTogether([participantId, ...others], transaction);
    const video = await this.rows.findLocked(id, transaction);
    if (video && video.participantId !== participantId) throw videoMoved();
    return video && { video, at };
  }

  /** Within a transaction: what the public sees of the video becomes another cut by `change`. */
  async changePicture(id: string, transaction: Transaction, change: () => Promise<void>): Promise<void> {
    const held = await this.lockWithPerson(id, transaction);
    await change();
    if (held) await this.takeBackUnreleased(id, transaction, true, held.at);
  }

  /** Within a transaction that holds the person: those of their videos that are of these films. */
  async listOfFilms(participantId: string, films: string[], transaction: Transaction): Promise<ShowcaseVideoRow[]> {
    if (films.length === 0) return [];
    const videos = await this.rows.findLockedOf(participantId, transaction);
    return videos.filter(({ film }) => films.includes(film));
  }

  /**
   * Within a transaction that holds the person: one of their videos, which nobody else changes until its end.
   * @throws AppError 404 for the video of somebody else
   */
  async lockOwn(id: string, participantId: string, transaction: Transaction): Promise<ShowcaseVideoRow> {
    const video = isUUID(id) ? await this.rows.findLocked(id, transaction) : null;
    if (video?.participantId !== participantId) throw noSuchVideo();
    return video;
  }

  /** Within a change of what the public sees of a person. */
  async touchAllOf(participantId: string, transaction: Transaction): Promise<void> {
    await this.videos.touch({ participantId }, transaction);
  }

  /** As `touchAllOf`, of the name: what they said yes to has another one. */
  async renameAllOf(participantId: string, at: Date, transaction: Transaction): Promise<void> {
    await this.touchAllOf(participantId, transaction);
    await this.takeBackAllOf(participantId, transaction, at, true);
  }

  /**
   * Keeps what the person says to a video that this transaction holds, as `lockOwn` does.
   * @returns `video` as it is then; `taken`: what is approved no more because of that (see `takeDown`); `ofFilm`: all that
   *   was approved of the same film, for which it holds, too; `number` of what was said
   */
  async release(
    { id, participantId }: ShowcaseVideoRow,
    request: ReleaseRequest,
    at: Date,
    transaction: Transaction,
  ): Promise<{ video: ShowcaseVideoRow; taken: BlockedVideo[]; ofFilm: BlockedVideo[]; number: string }> {
    const video = (await this.rows.find(id, transaction))!;
    const all = await this.rows.findLockedOf(participantId, transaction);
    const ofFilm = all.filter(({ film, isApproved }) => isApproved && film === video.film);
    const isLater = request.decision === 'yes' && Date.parse(request.publicFrom ?? '') > at.getTime();
    const covered = new Map<string, ShowcaseVideoRow>();
    for (const each of isLater ? ofFilm : []) {
      for (const older of await this.rows.findCoveredBy(each, transaction)) covered.set(older.id, older);
    }
    const number = await this.releases.record(video, request, at, transaction);
    const taken = await this.takeBackAllOf(participantId, transaction, at);
    for (const { id: takenId } of taken) covered.delete(takenId);
    taken.push(...(await this.takeBackCovered([...covered.values()], at, transaction)));
    return { video, taken, ofFilm, number };
  }

  /** What is public no more because the time is over that its person has set; see `takeDown`. */
  takeBackOver(id: string, alsoWrite: (video: ShowcaseVideoRow, transaction: Transaction) => Promise<void>) {
    return this.videos.transact(async (transaction) => {
      const held = await this.lockWithPerson(id, transaction);
      const [video, ...covered] = held ? await this.takeBack(id, transaction, false, held.at) : [];
      if (!video) return [];
      await alsoWrite(video, transaction);
      return [video, ...covered];
    });
  }

  /**
   * Within a change of one video.
   * @param isChanged whether it is another cut now
   * @param at the time, for the ledger, at which older approved cuts that it covered are unapproved with it; null: they stay
   */
  async takeBackUnreleased(
    id: string,
    transaction: Transaction,
    isChanged: boolean,
    at: Date | null,
  ): Promise<ShowcaseVideoRow[]> {
    const taken = await this.takeBack(id, transaction, isChanged, at);
    if (taken.length > 0) await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
    return taken;
  }

  /**
   * Within a transaction, of videos that were made of what is not their person's: none is approved any more, and no paper
   * counts. Returns those that were approved (see `takeDown`), and the ids of those to which nothing is said now.
   */
  async disclaimAllOf(
    participantId: string,
    transaction: Transaction,
  ): Promise<{ approved: BlockedVideo[]; unsaid: string[] }> {
    const { films, isLinkOnlyOver } = await this.releases.removeSaidOnPaper(participantId, transaction);
    if (isLinkOnlyOver) await this.choices.set(participantId, { isUnlisted: false }, transaction);
    const videos = await this.rows.findLockedOf(participantId, transaction);
    const approved = videos.filter(({ isApproved }) => isApproved);
    for (const { id } of approved) {
      await this.videos.setApproved(id, false, transaction);
      await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
    }
    const unsaid = videos.filter(({ film, release }) => films.includes(film) && release === null);
    return { approved, unsaid: unsaid.map(({ id }) => id) };
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
    const taken = await this.takeBackAllOf(participantId, transaction, at);
    const older = covered.filter((each) => !taken.some((one) => one.id === each.id));
    return { removed: videos, taken: [...taken, ...(await this.takeBackCovered(older, at, transaction))] };
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

  /**
   * Within a transaction, what may not be public any more waits for approval: the same film may stand in several videos of a
   * person. Returns as `takeBackUnreleased`.
   */
  async takeBackAllOf(
    participantId: string,
    transaction: Transaction,
    at: Date | null,
    isChanged = false,
  ): Promise<ShowcaseVideoRow[]> {
    const ids = (await this.rows.findLockedOf(participantId, transaction)).map((video) => video.id);
    const taken: ShowcaseVideoRow[] = [];
    for (const id of ids) taken.push(...(await this.takeBackUnreleased(id, transaction, isChanged, at)));
    return taken;
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

  /** Returns it as it was, and then what goes with it as `takeBackUnreleased` says. */
  private async takeBack(
    id: string,
    transaction: Transaction,
    isChanged: boolean,
    at: Date | null,
  ): Promise<ShowcaseVideoRow[]> {
    const video = await this.rows.find(id, transaction);
    if (!video?.isApproved || !this.releases.isTakenBack(video, isChanged)) return [];
    const covered = at ? await this.rows.findCoveredBy(video, transaction) : [];
    await this.videos.setApproved(id, false, transaction);
    return [video, ...(at ? await this.takeBackCovered(covered, at, transaction) : [])];
  }

  /**
   * A cut that was approved later may have been made to leave out what these say: where its person takes it back, or their
   * time does, none of them comes up in its place. Returns them.
   */
  private async takeBackCovered(
    covered: ShowcaseVideoRow[],
    at: Date,
    transaction: Transaction,
  ): Promise<ShowcaseVideoRow[]> {
    for (const { id, participantId } of covered) {
      await this.videos.setApproved(id, false, transaction);
      await this.audit.record('video_unapproved', { type: 'video', id }, transaction);
      await this.ledger.append({ kind: 'covered', participantId, id }, at);
    }
    return covered;
  }
}
