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
const POLL_SECONDS = 5;
/** How often a process looks whether what it does is its own still. */
const LOOK_MS = 5_000;
const LONGEST_JOB_SECONDS = 12 * 60 * 60;
/** A job whose process was stopped or killed is handed out so often. What fails is no job any more: see `QueueWorker`. */
const HANDED_OUT_AGAIN = 20;
const HANDED_OUT_AFTER_SECONDS = 1;
const STOP_TIMEOUT_MS = 10_000;

/**
 * Does one job. When it rejects, that is logged and the job is over; one that was stopped is handed out again.
 * @param signal aborts when the server stops, or has been silent for too long
 */
export type JobHandler<T> = (data: T, signal: AbortSignal) => Promise<void>;

/**
 * Queued work on PostgreSQL: kept through crashes, done by one server at a time, by another when that one is gone. Nothing of it runs
 * before the first queue is worked on.
 */
@Injectable()
export class JobQueue implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly stopping = new AbortController();
  private readonly workers = new Map<string, string>();
  /** What this process is doing, by `jobName`: with what was added meanwhile. */
  private readonly active = new Map<string, object | null>();
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
    const worker = await boss.work(
      queue,
      { batchSize: 1, includeMetadata: true },
      async ([job]: JobWithMetadata<T>[]) => {
        const { id, data, singletonKey } = job!;
        const claim = new Claim(boss, job!);
        const signal = AbortSignal.any([this.stopping.signal, job!.signal, claim.lost]);
        const name = jobName(queue, singletonKey!);
        this.active.set(name, null);
        try {
          await traced(`job ${queue}`, () => handle(data, signal)).catch((error: unknown) => {
            if (claim.lost.aborted) return this.logger.warn(`${name} was handed out again: this server was silent.`);
            if (signal.aborted) throw error;
            this.logger.error(error);
          });
          // Whatever pg-boss notes of it would be noted of what another does.
          await claim.untilNobodyElses(this.stopping.signal);
          // As pg-boss would do next: what is added from then on is a job of its own.
          await boss.complete(queue, id);
        } finally {
          claim.end();
          const addedMeanwhile = this.active.get(name);
          this.active.delete(name);
          if (addedMeanwhile) await this.add(queue, singletonKey!, addedMeanwhile);
          this.lookNow(boss, queue);
        }
      },
    );
    this.workers.set(queue, worker);
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
    this.lookNow(boss, queue);
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
    // Handlers end with the signal; pg-boss itself would look only every half second whether they have.
    const ended = Promise.all(Array.from(this.workers.keys(), (queue) => boss.offWork(queue)));
    await Promise.race([ended, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    await boss.stop({ graceful: false });
  }

  /** What waits is begun at once, not at the next look in seconds. */
  private lookNow(boss: PgBoss, queue: string): void {
    const worker = this.workers.get(queue);
    if (worker !== undefined) boss.notifyWorker(worker);
  }

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
      superviseIntervalSeconds: POLL_SECONDS,
      monitorIntervalSeconds: POLL_SECONDS,
    });
    boss.on('error', (error) => this.logger.error(error));
    return boss.start();
  }
}

/** A job that this process does, until it is handed out again: pg-boss tells nobody who has lost one. */
class Claim {
  private readonly losing = new AbortController();
  private readonly looking: NodeJS.Timeout;

  constructor(
    private readonly boss: PgBoss,
    private readonly job: JobWithMetadata,
  ) {
    this.looking = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  /** Aborts when another does it, or is to do it. */
  get lost(): AbortSignal {
    return this.losing.signal;
  }

  /** Waits while another does it, which may be long, but not when the server stops. */
  async untilNobodyElses(stopping: AbortSignal): Promise<void> {
    let state = await this.look();
    while (this.lost.aborted && !stopping.aborted && (state === 'anothers' || state === 'unknown')) {
      await wait(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined);
      state = await this.look();
    }
  }

  end(): void {
    clearInterval(this.looking);
  }

  private async look(): Promise<'ours' | 'anothers' | 'waiting' | 'over' | 'unknown'> {
    const state = await this.findState().catch(() => 'unknown' as const);
    if (state === 'anothers' || state === 'waiting') this.losing.abort();
    return state;
  }

  private async findState(): Promise<'ours' | 'anothers' | 'waiting' | 'over'> {
    const { name, id, startedOn } = this.job;
    const [present] = await this.boss.findJobs(name, { id });
    if (present?.state === 'active') return present.startedOn.getTime() === startedOn.getTime() ? 'ours' : 'anothers';
    return present?.state === 'retry' ? 'waiting' : 'over';
  }
}

function jobName(queue: string, key: string): string {
  return `${queue} ${key}`;
}
