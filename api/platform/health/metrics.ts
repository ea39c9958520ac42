import { Inject, Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ConnectionPool } from '../database/connection-pool.js';
import { JobQueue } from '../jobs/job-queue.js';
import { HEALTH_PARTS, type HealthPart } from './health-part.js';
import type { Repeat } from '../http/answer-first.js';
import { countStrayRejections } from './stray-rejections.js';

/** From a page out of memory to a large upload. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60, 600];

const STATIC_ROUTE = 'static';
/** Of a film that is watched the response ends minutes later: no page is slow because of it. */
const MEDIA_ROUTE = 'media';

/**
 * What operators count, in Prometheus' text. No label tells of a person: routes stand as their templates, and whatever is
 * a file of the public site counts as one, its media apart.
 */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();
  private readonly requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the head of a request to the end of its response',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: SECONDS,
    registers: [this.registry],
  });

  /** There from the start: of a number that is not there before its first time, nobody sees that it rises. */
  private readonly noRoom = new Counter({
    name: 'stories_no_room_total',
    help: 'Requests that were refused since the start because there is no room for what they bring',
    registers: [this.registry],
  });

  constructor(
    @Inject(HEALTH_PARTS) private readonly parts: HealthPart[],
    private readonly pool: ConnectionPool,
    private readonly jobs: JobQueue,
  ) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('stories_part_up', 'Whether a part of the product works: 1, else 0', ['part'], async (set) => {
      for (const part of this.parts) {
        const isUp = await part.check().then(
          () => true,
          () => false,
        );
        set(Number(isUp), { part: part.name });
      }
    });
    for (const { name, help, read } of this.parts.flatMap(({ gauges }) => gauges)) {
      this.gauge(name, help, [], async (set) => set(await read(), {}));
    }
    this.gauge('stories_database_connections', 'Connections that requests share', ['state'], (set) => {
      const { open, idle, waiting } = this.pool.use();
      set(open - idle, { state: 'busy' });
      set(idle, { state: 'idle' });
      set(waiting, { state: 'awaited' });
    });
    this.gauge('stories_jobs', 'Jobs by queue', ['queue', 'state'], async (set) => {
      for (const { queue, waiting, active } of await this.jobs.count()) {
        set(waiting, { queue, state: 'waiting' });
        set(active, { queue, state: 'active' });
      }
    });
    this.gauge('stories_stray_rejections', 'Failures that nobody awaited since the start', [], (set) =>
      set(countStrayRejections(), {}),
    );
  }

  /** In front of everything that is to be counted. */
  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    const stop = this.requests.startTimer({ method: request.method });
    response.once('close', () => {
      const { path } = (request.route ?? {}) as { path?: string };
      const file = request.path.startsWith('/media/') ? MEDIA_ROUTE : STATIC_ROUTE;
      stop({ route: path ?? file, status: response.statusCode });
      if (response.statusCode === 507) this.noRoom.inc();
    });
    next();
  };

  /** The same for an answer that never came this way: `repeat` sends a file of the public site, or says false. */
  countingStatic(repeat: Repeat): Repeat {
    const times = this.requests.labels('GET', STATIC_ROUTE, '200');
    return (request, response) => {
      const startedAt = performance.now();
      if (!repeat(request, response)) return false;
      const observe = () => times.observe((performance.now() - startedAt) / 1_000);
      // What the system has taken whole is at its end. To listen for that would cost as much as to look the file up.
      if (response.socket?.writableLength === 0) observe();
      else response.once('close', observe);
      return true;
    };
  }

  read(): Promise<string> {
    return this.registry.metrics();
  }

  private gauge<Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    measure: (set: (value: number, labels: Record<Label, string>) => void) => void | Promise<void>,
  ): void {
    const collect = async function (this: Gauge<Label>) {
      this.reset();
      // What cannot be measured just now, as without the database, is left out: the rest is told all the same.
      await Promise.resolve(measure((value, labels) => this.set(labels, value))).catch(() => undefined);
    };
    this.registry.registerMetric(new Gauge({ name, help, labelNames, registers: [], collect }));
  }
}
