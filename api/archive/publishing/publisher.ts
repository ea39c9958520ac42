import { Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import type { PublishingState } from '../../contract/publishing.js';
import { AppError } from '../../platform/http/app-error.js';
import { SingleFlight } from '../../platform/jobs/single-flight.js';
import { type EndingVideo, publicMediaPaths } from '../stories/shown-video.js';
import { StoriesService } from '../stories/stories.service.js';
import { SiteManifest } from './tree/site-manifest.js';
import { publicFile, storyFile } from './plan/addresses.js';
import { placesOfStory } from './plan/site-changes.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { PublishingRecord } from './publishing-record.js';
import { Readiness } from './readiness.js';
import { Reconciler } from './reconciler.js';
import { RetryTimer } from './retry-timer.js';
import { SearchPublisher } from './search/search-publisher.js';
import { SiteAccess } from './site-access.js';
import type { Verification } from './tree/inspect-tree.js';

/** A video that is no longer public, and whose story it told. */
export interface WithdrawnVideo {
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
  private readonly retry = new RetryTimer(() => this.bringUpToDate());
  private readonly record = new PublishingRecord();
  /** How closely the next run looks at the disk: after a start or a failure anything may be there. */
  private verify: Verification | null = 'stat';
  /** Whether the manifest, which only grows otherwise, is to be freed of what it says of earlier files. */
  private isForgetting = false;
  /** What is public until a moment. */
  private ending: EndingVideo[] = [];

  constructor(
    private readonly stories: StoriesService,
    private readonly lock: PublishingLockRepository,
    private readonly reconciler: Reconciler,
    private readonly manifest: SiteManifest,
    private readonly access: SiteAccess,
    private readonly search: SearchPublisher,
    private readonly readiness: Readiness,
  ) {}

  /**
   * Publishes what is approved now and withdraws what is not. Resolves when a run that began after this call has done so.
   * @throws AppError 503 `publishing_failed` when it could not; it is tried again until it succeeds
   */
  async bringUpToDate(): Promise<void> {
    try {
      await this.runs.request();
    } catch {
      throw new AppError(
        503,
        'publishing_failed',
        'Your change is saved, but the public pages could not be brought up to date yet. We keep trying.',
      );
    }
  }

  /** As `bringUpToDate`; then nothing that is kept for the public pages names anyone any more who is not in them. */
  async forget(): Promise<void> {
    this.isForgetting = true;
    await this.bringUpToDate();
  }

  /** Refuses a withdrawn video and its story to everyone at once, until the public files are put right. */
  block({ id, mimeType, userName }: WithdrawnVideo): void {
    const media = publicMediaPaths(id, mimeType).map(publicFile);
    // Also in the shape in which it came, where that is still there.
    const all = [...this.manifest.files.keys()].filter((path) => path.startsWith(publicFile(`/media/${id}.`)));
    this.blockStory(userName, [...media, ...all]);
  }

  /** As `block`, for all that tells of the story at this address. */
  blockStory(userName: string, media: string[] = []): void {
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
    for (const video of over) this.block(video);
    this.bringUpToDate().catch(() => undefined);
  }

  /** As this process knows it. */
  state(): PublishingState {
    return this.record.state(this.retry.nextAt);
  }

  @Cron(CronExpression.EVERY_DAY_AT_3AM)
  async bringUpToDateNightly(): Promise<void> {
    this.verify = 'hash';
    await this.bringUpToDate();
  }

  /** Once nobody can have read the list any more that named them. */
  @Cron(CronExpression.EVERY_MINUTE)
  async removeStaleSearch(): Promise<void> {
    if (this.search.hasExpired()) await this.bringUpToDate();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.retry.stop();
    await this.runs.settled();
  }

  private async run(): Promise<void> {
    const verify = this.verify;
    this.verify = null;
    try {
      await this.lock.hold(async () => {
        const isForgetting = this.isForgetting;
        const ending = await this.stories.listEnding();
        await this.reconciler.run(verify, () => this.runs.isAwaited);
        this.ending = ending;
        if (!isForgetting) return;
        await this.manifest.compact();
        this.isForgetting = false;
      });
    } catch (error) {
      for (const cause of error instanceof AggregateError ? error.errors : [error]) this.logger.error(cause);
      this.verify ??= verify ?? 'stat';
      this.record.failed(error);
      this.retry.again();
      throw error;
    }
    this.retry.succeeded();
    this.record.succeeded();
    this.readiness.markPublished();
  }
}
