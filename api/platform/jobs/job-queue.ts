import { setTimeout as wait } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/data-source.js';
import { DATABASE_CONNECTION } from '../database/database-connection.js';
import { traced } from '../traces/traces.js';

/** Where all of it lies. */
export const JOBS_SCHEMA = 'jobs';
const CONNECTIONS = 3;
/** A job whose process says nothing for so long has lost it, and is done anew. */
const SILENCE_SECONDS = 15;
const LONGEST_JOB_SECONDS = 12 * 60 * 60;
/** A job whose process was stopped or killed is handed out so often. What fails is no job any more: see `QueueWorker`. */
const HANDED_OUT_AGAIN = 20;
const HANDED_OUT_AFTER_SECONDS = 1;

interface Times {
  /** Between two looks for jobs of silent processes. */
  superviseSeconds: number;
  /** Between two looks at a queue in which nothing waits. */
  pollMs: number;
  /** How often a process looks whether what it does is its own still, and says that it is at it. */
  lookMs: number;
  /** For so long what is stopped with the server is waited for. */
  stopTimeoutMs: number;
}

/**
 * Does one job. When it rejects, that is logged and the job is over; one that was stopped is handed out again.
 * @param signal aborts when the server stops, or has been silent for so long that the job is no longer its own
 */
export type JobHandler<T> = (data: T, signal: AbortSignal) => Promise<void>;

/**
 * Queued work on PostgreSQL: kept through crashes, done by one server at a time, by another when that one is gone. Nothing of it runs
 * before the first queue is worked on.
 */
@Injectable()
export class JobQueue implements BeforeApplicationShutdown {
  protected readonly times: Times = {
    superviseSeconds: 5,
    pollMs: 2_000,
    lookMs: 5_000,
    stopTimeoutMs: 10_000,
  };
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  /** By queue: resolves when it is worked on no more. */
  private readonly workers = new Map<string, Promise<void>>();
  /** By queue: aborts what its worker waits for. */
  private readonly wakes = new Map<string, AbortController>();
  /** What this process is doing, by `jobName`: with what was added meanwhile. */
  private readonly active = new Map<string, object | null>();
  private readonly claims = new Set<Claim>();
  private boss: Promise<PgBoss> | null = null;

  constructor(@Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection) {}

  /** Works on a queue from now on, one job at a time in this process. */
  async work<T extends object>(queue: string, handle: JobHandler<T>): Promise<void> {
    const boss = await this.start();
    if (this.stopping.signal.aborted) return;
    const options = {
      heartbeatSeconds: SILENCE_SECONDS,
      expireInSeconds: LONGEST_JOB_SECONDS,
      retryLimit: HANDED_OUT_AGAIN,
      retryDelay: HANDED_OUT_AFTER_SECONDS,
      retryBackoff: false,
    };
    await boss.createQueue(queue, { policy: 'exclusive', ...options });
    // Of a queue that an earlier version of the product has made.
    await boss.updateQueue(queue, options);
    this.workers.set(queue, this.workUntilStopped(boss, queue, handle));
  }

  /**
   * Adds a job, unless one with this key waits already. What is being done with this key here is done once more after
   * that: it may have been past what is new. For queues that are worked on.
   */
  async add(queue: string, key: string, data: object): Promise<void> {
    if (this.stopping.signal.aborted) return;
    const name = jobName(queue, key);
    if (this.active.has(name)) {
      this.active.set(name, data);
      return;
    }
    const boss = await this.start();
    await boss.send(queue, data, { singletonKey: key });
    this.wakes.get(queue)?.abort();
  }

  /** The queues that are worked on, as of a few seconds ago. */
  async count(): Promise<{ queue: string; waiting: number; active: number }[]> {
    const queues = (await (await this.boss)?.getQueues()) ?? [];
    return queues
      .filter(({ name }) => this.workers.has(name))
      .map(({ name, queuedCount, activeCount }) => ({ queue: name, waiting: queuedCount, active: activeCount }));
  }

  /** What is being done is stopped, and done again after the next start. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    const boss = await this.boss?.catch(() => null);
    if (!boss) return;
    for (const wake of this.wakes.values()) wake.abort();
    await Promise.race([Promise.all(this.workers.values()), wait(this.times.stopTimeoutMs, undefined, { ref: false })]);
    for (const claim of this.claims) await claim.settle('fail', this.stopping.signal).catch(this.logError);
    await boss.stop({ graceful: false });
  }

  /**
   * Takes one job after another. Unlike pg-boss's own worker it says nothing more of a job that another does by now: its
   * id is the same.
   */
  private async workUntilStopped<T>(boss: PgBoss, queue: string, handle: JobHandler<T>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // Before the look: what is added during it is not waited past.
      const wake = new AbortController();
      this.wakes.set(queue, wake);
      const look = boss.fetch<T>(queue, { batchSize: 1, includeMetadata: true });
      const [job] = await look.catch((error: unknown) => {
        this.logError(error);
        return [];
      });
      if (job) await this.do(boss, job, handle).catch(this.logError);
      else await wait(this.times.pollMs, undefined, { signal: wake.signal }).catch(() => undefined);
    }
  }

  private async do<T>(boss: PgBoss, job: JobWithMetadata<T>, handle: JobHandler<T>): Promise<void> {
    const { name: queue, data, singletonKey } = job;
    const name = jobName(queue, singletonKey!);
    const claim = new Claim(boss, job, this.times);
    const signal = AbortSignal.any([this.stopping.signal, claim.lost]);
    this.claims.add(claim);
    this.active.set(name, null);
    try {
      let isDone = true;
      await traced(`job ${queue}`, () => handle(data, signal)).catch((error: unknown) => {
        if (signal.aborted) isDone = false;
        else this.logger.error(error);
      });
      const state = await claim.settle(isDone ? 'complete' : 'fail', this.stopping.signal);
      if (state === 'lost') this.logger.warn(`${name} was handed out again: this server was silent.`);
    } finally {
      claim.end();
      this.claims.delete(claim);
      const addedMeanwhile = this.active.get(name);
      this.active.delete(name);
      if (addedMeanwhile) await this.add(queue, singletonKey!, addedMeanwhile);
    }
  }

  private readonly logError = (error: unknown): void => this.logger.error(error);

  private start(): Promise<PgBoss> {
    this.stopping.signal.throwIfAborted();
    this.boss ??= this.open().catch((error: unknown) => {
      this.boss = null;
      throw error;
    });
    return this.boss;
  }

  private async open(): Promise<PgBoss> {
    const boss = new PgBoss({
      ...this.connection,
      application_name: 'stories jobs',
      schema: JOBS_SCHEMA,
      max: CONNECTIONS,
      schedule: false,
      superviseIntervalSeconds: this.times.superviseSeconds,
      monitorIntervalSeconds: this.times.superviseSeconds,
    });
    boss.on('error', this.logError);
    return boss.start();
  }
}

/** Unknown while the database is away. */
type ClaimState = 'ours' | 'lost' | 'unknown';

/** A job that this process does, until it is handed out again: pg-boss tells nobody who has lost one. */
class Claim {
  private readonly losing = new AbortController();
  private readonly looking: NodeJS.Timeout;

  constructor(
    private readonly boss: PgBoss,
    private readonly job: Pick<JobWithMetadata, 'id' | 'name' | 'startedOn'>,
    private readonly times: Times,
  ) {
    this.looking = setInterval(() => void this.look(), times.lookMs).unref();
  }

  /** Aborts when another does it or has done it, or is to do it. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  /** Notes that it is over, or to be handed out again, if it is this process's still; waits while the database is away. */
  async settle(as: 'complete' | 'fail', stopping: AbortSignal): Promise<ClaimState> {
    let state = await this.look();
    while (state === 'unknown' && !stopping.aborted) {
      await wait(this.times.pollMs);
      state = await this.look();
    }
    this.end();
    if (state === 'ours') await this.boss[as](this.job.name, this.job.id);
    return state;
  }

  end(): void {
    clearInterval(this.looking);
  }

  private async look(): Promise<ClaimState> {
    // Once lost it stays so, though the same id may be handed to this process again.
    if (this.lost.aborted) return 'lost';
    try {
      if (await this.isOurs()) {
        await this.boss.touch(this.job.name, this.job.id);
        return 'ours';
      }
    } catch {
      return 'unknown';
    }
    this.end();
    this.losing.abort();
    return 'lost';
  }

  private async isOurs(): Promise<boolean> {
    const { name, id, startedOn } = this.job;
    const [present] = await this.boss.findJobs(name, { id });
    return present?.state === 'active' && present.startedOn.getTime() === startedOn.getTime();
  }
}

function jobName(queue: string, key: string): string {
  return `${queue} ${key}`;
}
