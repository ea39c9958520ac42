import { traced } from '../../platform/traces/traces.js';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { PublishingState } from '../../contract/staff/publishing.js';
import { AppError } from '../../platform/http/app-error.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { type EndingVideo, publicMediaPaths } from '../stories/shown-video.js';
import { StoriesService } from '../stories/stories.service.js';
import { SiteBucket } from './bucket/site-bucket.js';
import { SiteManifest } from './tree/site-manifest.js';
import { publicFile, storyFile } from './plan/addresses.js';
import { placesOfStory } from './plan/site-changes.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { PublishingRecord } from './publishing-record.js';
import { PublishingHealth } from './publishing.health.js';
import { publishingFailed, Reconciler } from './reconciler.js';
import { RetryTimer } from './retry-timer.js';
import { SearchPublisher } from './search/search-publisher.js';
import { SiteAccess } from './site-access.js';
import { SiteServers, type Blocked } from './site-servers.js';
import type { Verification } from './tree/inspect-tree.js';

/** How long this process waits for another one to publish. */
const PUBLISHED_BY_OTHERS_MS = 20_000;
const POLL_INTERVAL_MS = 40;
/** By how much the clock of the database may be ahead of the one here. */
const CLOCKS_DIFFER_MS = 60_000;

/** A video that is no longer public, and whose story it told. */
export interface BlockedVideo {
  id: string;
  /** Null of a video at a host. */
  mimeType: string | null;
  userName: string;
}

/** Keeps the public tree in step with the approved stories: on request, every night, and again after a failure. */
@Injectable()
export class Publisher implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Publishing');
  private readonly runs = new SingleFlight(() => this.run());
  private readonly retry = new RetryTimer(() => (this.isUntold ? this.bringUpToDate() : this.runs.request()));
  private readonly record = new PublishingRecord();
  /** How closely the next run looks at the disk: after a start or a failure anything may be there. */
  private verify: Verification | null = 'stat';
  /** Whether the manifest, which only grows otherwise, is to be freed of what it says of earlier files. */
  private isForgetting = false;
  /** What is public until a moment. */
  private ending: EndingVideo[] = [];
  /** What other servers have to refuse, too. */
  private untold: Blocked[] = [];
  private isUntold = false;

  constructor(
    private readonly stories: StoriesService,
    private readonly lock: PublishingLockRepository,
    private readonly reconciler: Reconciler,
    private readonly manifest: SiteManifest,
    private readonly access: SiteAccess,
    private readonly search: SearchPublisher,
    private readonly health: PublishingHealth,
    private readonly servers: SiteServers,
    private readonly bucket: SiteBucket,
  ) {
    const block = (blocked: Blocked) =>
      'story' in blocked ? this.blockHere(blocked.story) : this.blockVideoHere(blocked);
    servers.setFollower({ block, follow: () => void this.runs.request().catch(() => undefined) });
  }

  /**
   * Publishes what is approved now and withdraws what is not. Resolves when a run that began after this call has done so,
   * and no other server shows what was withdrawn.
   * @throws AppError 503 `publishing_failed` when it could not; it is tried again until it succeeds
   */
  async bringUpToDate(): Promise<void> {
    try {
      const telling = this.servers.mustTell ? this.tellOthers() : null;
      await telling?.catch(() => undefined);
      await this.runs.request();
      if (telling) await this.untilFollowed(telling);
    } catch {
      throw new AppError(
        503,
        'publishing_failed',
        'Your change is saved, but the public pages could not be brought up to date yet. We keep trying.',
      );
    }
  }

  /** As `bringUpToDate`; also rewrites the manifest without its lines on files that are gone, whose names tell of people. */
  async forget(): Promise<void> {
    this.isForgetting = true;
    await this.bringUpToDate();
  }

  /** Refuses these videos and their stories to everyone at once, until the public files are put right. */
  block(...videos: BlockedVideo[]): void {
    for (const { id, mimeType, userName } of videos) {
      const blocked = { id, mimeType, userName };
      if (this.servers.mustTell) this.untold.push(blocked);
      this.blockVideoHere(blocked);
    }
  }

  /** As `block`, for all that tells of the story at this address. */
  blockStory(userName: string): void {
    if (this.servers.mustTell) this.untold.push({ story: userName });
    this.blockHere(userName);
  }

  private blockVideoHere({ id, mimeType, userName }: BlockedVideo): void {
    const media = publicMediaPaths(id, mimeType).map(publicFile);
    // Also in the shape in which it came, where that is still there.
    const prefix = publicFile(`/media/${id}.`);
    for (const path of this.manifest.files.keys()) if (path.startsWith(prefix)) media.push(path);
    this.blockHere(userName, media);
  }

  private blockHere(userName: string, media: string[] = []): void {
    const { files } = this.manifest;
    const { own = [], others = [] } = Object.groupBy(placesOfStory(userName, files), (path) =>
      path === storyFile(userName) || files.get(path)?.story === userName ? 'own' : 'others',
    );
    this.access.block([...media, ...own], others);
  }

  /**
   * Whatever is public only until now is refused to everyone from here on, and goes. Asked before everything that is read:
   * it costs a look at the clock.
   */
  endOver(): void {
    const now = Date.now();
    const over = this.ending.filter(({ until }) => until.getTime() <= now);
    if (over.length === 0) return;
    // Once: what is refused again during a run stays so after it. By the clock of the database it may not be over yet; then
    // the run finds it among these again.
    this.ending = this.ending.filter(({ until }) => until.getTime() > now);
    this.end(over);
  }

  /** As this process knows it. */
  state(): PublishingState {
    return this.record.state(this.retry.nextAt);
  }

  @Cron(CronExpression.EVERY_DAY_AT_3AM)
  async bringUpToDateNightly(): Promise<void> {
    if (!this.servers.isPublisher) return;
    this.verify = 'hash';
    this.bucket.compareNext();
    await this.bringUpToDate();
  }

  /** Once nobody can have read the list any more that named them. */
  @Cron(CronExpression.EVERY_MINUTE)
  async removeStaleSearch(): Promise<void> {
    if (this.servers.isPublisher && this.search.hasExpired()) await this.bringUpToDate();
  }

  /** Servers that share a tree do not tell each other of a day that somebody has set. */
  @Cron(CronExpression.EVERY_MINUTE)
  async readEndingRegularly(): Promise<void> {
    if (this.servers.isServing) await this.readEnding().catch((error: unknown) => this.logger.error(error));
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.retry.stop();
    await this.runs.settled();
  }

  /** Also of a run that cannot do all of it: what is public until a moment is so no longer. */
  private async readEnding(): Promise<void> {
    const ending = await this.stories.listEnding();
    // What the database says is over is not among these any more, also before anybody has asked here.
    const ids = new Set(ending.map(({ id }) => id));
    const latest = Date.now() + CLOCKS_DIFFER_MS;
    const over = this.ending.filter(({ id, until }) => !ids.has(id) && until.getTime() <= latest);
    this.ending = ending;
    if (over.length > 0) this.end(over);
  }

  /** Refused from here on. Not waited for: a run may call this, and what brings the files up to date follows it. */
  private end(over: EndingVideo[]): void {
    this.block(...over);
    this.bringUpToDate().catch(() => undefined);
  }

  /** Until they have heard, what is untold stays so. */
  private async tellOthers(): Promise<number> {
    const telling = this.untold;
    this.untold = [];
    this.isUntold = true;
    try {
      const generation = await this.servers.tell(telling);
      this.isUntold = false;
      return generation;
    } catch (error) {
      this.untold = [...telling, ...this.untold];
      throw error;
    }
  }

  /** A run that succeeds says nothing of other servers: they are told anew until they have followed. */
  private async untilFollowed(telling: Promise<number>): Promise<void> {
    try {
      await this.servers.untilFollowed(await telling);
    } catch (error) {
      this.isUntold = true;
      this.fail(error);
    }
  }

  /** Waits until a publisher has brought the tree up to date, where this process serves one. */
  private async watch(): Promise<void> {
    const unblock = this.access.startRun();
    const newest = await this.servers.newest();
    await this.readEnding();
    const until = Date.now() + PUBLISHED_BY_OTHERS_MS;
    for (this.manifest.refresh(); this.manifest.generation < newest; this.manifest.refresh()) {
      if (Date.now() > until) throw new Error('No process with the role publisher has brought the site up to date.');
      await pause(POLL_INTERVAL_MS);
    }
    unblock(() => true);
    this.access.trust();
    this.servers.notePublished(newest);
  }

  private async run(): Promise<void> {
    if (!this.servers.isPublisher) {
      if (this.servers.isServing) await this.watch().catch((error: unknown) => this.fail(error));
      this.succeed();
      return;
    }
    const verify = this.verify;
    this.verify = null;
    try {
      let leftToNewer: number | null = null;
      await this.lock.hold(async () => {
        const isForgetting = this.isForgetting;
        const generation = await this.servers.newest();
        await this.readEnding();
        const [local] = await Promise.allSettled([
          traced('publish', () => this.reconciler.run(verify, () => this.runs.isAwaited)),
        ]);
        const isWhole = local.status === 'fulfilled';
        if (isWhole) this.health.markReady();
        // Two versions would write each other's pages anew in turns.
        const isNewest = !this.bucket.isSet || (await this.servers.findNewer()).length === 0;
        if (!isNewest) this.bucket.compareNext();
        leftToNewer = isNewest ? null : generation;
        const [remote] = await Promise.allSettled([
          isNewest ? this.bucket.bringUpToDate(isWhole, this.reconciler.lastPlan) : null,
        ]);
        throwFailures(local, remote);
        if (this.manifest.generation !== generation) await this.manifest.record([{ generation }]);
        this.servers.notePublished(generation);
        if (!isForgetting) return;
        await this.manifest.compact();
        this.isForgetting = false;
      });
      // It needs the lock for that.
      if (leftToNewer !== null) await this.servers.untilNewerPublished(leftToNewer);
    } catch (error) {
      this.verify ??= verify ?? 'stat';
      this.fail(error);
    }
    this.succeed();
  }

  private fail(error: unknown): never {
    for (const cause of error instanceof AggregateError ? error.errors : [error]) this.logger.error(cause);
    this.record.failed(error);
    this.retry.again();
    throw error;
  }

  private succeed(): void {
    this.retry.succeeded();
    if (this.isUntold) this.retry.again();
    this.record.succeeded();
    this.health.markReady();
  }
}

/** @throws AggregateError of whatever failed */
function throwFailures(...results: PromiseSettledResult<unknown>[]): void {
  const failures: unknown[] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const each = failures.flatMap((failure) => (failure instanceof AggregateError ? failure.errors : [failure]));
  if (each.length > 0) throw publishingFailed(each);
}
