import { AsyncLocalStorage } from 'node:async_hooks';
import { type BeforeApplicationShutdown, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import type { BackgroundWork } from './background-work.js';
import type { JobQueue } from './job-queue.js';

/** What was not queued when it came, because the server stopped just then, is found at the next look. */
const POLL_INTERVAL_MS = 10 * 60_000;
/** What a timer waits for is certainly due then. */
const POLL_AFTER_MS = 100;
/** After a failure of which the table says nothing, as of the database itself. */
const PAUSE_AFTER_FAILURE_SECONDS = 10;

export interface QueueOptions {
  queue: string;
  /** Under which name a job holds the id of what it is about. */
  idName: string;
  /** In the log. */
  name: string;
}

/**
 * Does what waits in a table, beside everything else. The table says what is due, how often it was tried and when it is
 * tried again; the queue hands each piece to one process at a time, and to another when that one is gone.
 */
export abstract class QueueWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly logger: Logger;
  /** Whoever made the request that brought the first piece would be noted with all that follow. */
  private readonly outsideRequests = AsyncLocalStorage.snapshot();
  private isReady = false;
  private isStopping = false;
  private working: Promise<void> | null = null;
  /** What is under way beside everything else. */
  private background: Promise<void> = Promise.resolve();
  private nextLook: NodeJS.Timeout | undefined;

  constructor(
    private readonly backgroundWork: BackgroundWork,
    private readonly jobs: JobQueue,
    private readonly options: QueueOptions,
  ) {
    this.logger = new Logger(options.name);
  }

  /** The ids of what is to be done now. */
  protected abstract findDue(): Promise<string[]>;

  /** Does one piece, and notes in the table what came of it; a failure is logged. */
  protected abstract work(id: string, signal: AbortSignal): Promise<void>;

  /** Before the first piece, at start and at each look until then: whether this process can do such work. */
  protected async prepare(): Promise<boolean> {
    return true;
  }

  /** When something that is put off becomes due, below 0 where it is; null when nothing is, or when the next look is soon enough. */
  protected async secondsUntilDue(): Promise<number | null> {
    return null;
  }

  /** The server is ready without it. */
  onApplicationBootstrap(): void {
    // Whoever tells of it hears that as well, and must not tell it again.
    this.backgroundWork.whenDue(this.options.queue, () => void this.inBackground(() => this.addDue()));
    void this.inBackground(() => this.addDue());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.nextLook);
    await this.background;
  }

  /** Queues what is due, here or where such work is done; never rejects. */
  @Interval(POLL_INTERVAL_MS)
  look(): Promise<void> {
    if (!this.backgroundWork.isDoneHere) this.backgroundWork.tellDue(this.options.queue);
    return this.inBackground(() => this.addDue());
  }

  /** Returns at once. */
  addSoon(findIds: () => Promise<string[]>): void {
    if (!this.backgroundWork.isDoneHere) this.backgroundWork.tellDue(this.options.queue);
    void this.inBackground(async () => {
      if (this.isReady) await this.add(await findIds());
    });
  }

  /** Takes jobs from now on. Before the first of them nothing of the queue runs, unless `prepare` calls this. */
  protected listen(): Promise<void> {
    const { queue, idName } = this.options;
    this.working ??= this.jobs
      .work<Record<string, string>>(queue, (job, signal) => this.run(job[idName]!, signal))
      .catch((error: unknown) => {
        this.working = null;
        throw error;
      });
    return this.working;
  }

  private async run(id: string, signal: AbortSignal): Promise<void> {
    let pause: number | null = PAUSE_AFTER_FAILURE_SECONDS;
    try {
      await this.outsideRequests(() => this.work(id, signal));
      pause = null;
    } finally {
      if (!signal.aborted) void this.inBackground(() => this.lookAgain(pause));
    }
  }

  private async addDue(): Promise<void> {
    this.isReady ||= await this.prepare();
    if (!this.isReady) return;
    await this.add(await this.findDue());
    await this.lookAgain(null);
  }

  private async lookAgain(otherwise: number | null): Promise<void> {
    const seconds = (await this.secondsUntilDue()) ?? otherwise;
    if (seconds === null || this.isStopping) return;
    clearTimeout(this.nextLook);
    const delay = Math.min(Math.max(seconds, 0) * 1000 + POLL_AFTER_MS, POLL_INTERVAL_MS);
    this.nextLook = setTimeout(() => void this.look(), delay).unref();
  }

  private async add(ids: string[]): Promise<void> {
    const { queue, idName } = this.options;
    if (ids.length === 0 || this.isStopping) return;
    await this.listen();
    for (const id of ids) if (!this.isStopping) await this.jobs.add(queue, id, { [idName]: id });
  }

  private inBackground(work: () => Promise<void>): Promise<void> {
    if (!this.backgroundWork.isDoneHere) return this.background;
    this.background = this.background.then(work).catch((error: unknown) => {
      if (!this.isStopping) this.logger.error(error);
    });
    return this.background;
  }
}
