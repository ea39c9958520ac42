import { argon2, createHmac } from 'node:crypto';
import { promisify } from 'node:util';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Cron, CronExpression } from '@nestjs/schedule';
import { AppConfig } from '../config/app-config.js';
import { networksOf } from '../http/client-address.js';
import { type KeyedLimit, RateLimitsRepository, type Used } from './rate-limits.repository.js';

/** At most `limit` of what `subject` names within `windowMs` of the first. */
export interface RateLimit {
  subject: string;
  limit: number;
  windowMs: number;
}

/** What came of counting one. */
export interface Counted {
  /** Seconds until one more is taken; 0 when this one was. */
  waitSeconds: number;
  /** It was the last that one of the limits takes. */
  isLast: boolean;
}

/** How many single senders a network may hold besides: a household's, a site's. */
const TIMES_AS_MANY = { 32: 1, 64: 1, 56: 4, 48: 16 };
/** For so long a spent limit is known without asking: a flood does not reach the database, and a changed mind is not late. */
const REMEMBERED_MS = 5_000;
const MOST_REMEMBERED = 10_000;
/** OWASP's recommendation for argon2id. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** What one sender at `address` may do, in its wider networks a few times as much. */
export function limitsOfAddress(address: string, scope: string, limit: number, windowMs: number): RateLimit[] {
  return networksOf(address).map(({ network, bits }) => ({
    subject: `${scope} ${network}`,
    limit: limit * TIMES_AS_MANY[bits],
    windowMs,
  }));
}

/** Counts what may be done only so often. Nobody's address is stored: subjects are hashed with a secret. */
@Injectable()
export class RateLimits implements OnModuleInit {
  private secret: Buffer;
  private readonly spent = new Map<string, { endsAt: number; askAgainAt: number }>();

  constructor(
    private readonly config: AppConfig,
    private readonly counters: RateLimitsRepository,
  ) {}

  /**
   * The secret is the same on every server, and slow to try out: whoever reads the table could else try passwords on it. Where
   * there is no staff password, it is of what the servers reach other services with.
   */
  async onModuleInit(): Promise<void> {
    const { staffPassword, databaseUrl, smtpUrl } = this.config;
    const message = staffPassword ?? [databaseUrl, smtpUrl].join(' ');
    this.secret = await this.derive(message);
  }

  /** Counts one in every limit, or in none when one of them is spent. */
  async take(limits: RateLimit[]): Promise<Counted> {
    const keyed = this.keyed(limits);
    const remembered = this.rememberedWait(keyed);
    if (remembered > 0 || keyed.length === 0) return { waitSeconds: remembered, isLast: false };
    const used = await this.counters.add(keyed);
    const most = new Map(keyed.map(({ key, limit }) => [key, limit]));
    const spent = used.filter(({ key, count, isAdded }) => !isAdded || count > most.get(key)!);
    if (spent.length === 0) return { waitSeconds: 0, isLast: used.some(({ key, count }) => count === most.get(key)) };
    // Several came at once, and this is one too many: it leaves the counters as they were.
    if (spent.some(({ isAdded }) => isAdded)) await this.counters.subtract(keyed.map(({ key }) => key));
    return { waitSeconds: this.remember(spent), isLast: false };
  }

  /** Seconds until one more would be taken; 0 when it would be at once. */
  async waitSeconds(limits: RateLimit[]): Promise<number> {
    const keyed = this.keyed(limits);
    const remembered = this.rememberedWait(keyed);
    if (remembered > 0 || keyed.length === 0) return remembered;
    return this.remember(await this.counters.findSpent(keyed));
  }

  /** Takes back what `take` has counted. */
  async giveBack(limits: RateLimit[]): Promise<void> {
    if (limits.length > 0) await this.counters.subtract(this.keyed(limits).map(({ key }) => key));
  }

  /** Stands for a subject wherever nobody is to read it: in the table, in the log, in an address. */
  hash(subject: string): string {
    return createHmac('sha256', this.secret).update(subject).digest('base64url');
  }

  @Cron(CronExpression.EVERY_HOUR)
  async sweepPast(): Promise<void> {
    await this.counters.removePast();
  }

  protected derive(message: string): Promise<Buffer> {
    return promisify(argon2)('argon2id', { ...COST, message, nonce: Buffer.from('counters of rate limits') });
  }

  private keyed(limits: RateLimit[]): KeyedLimit[] {
    return limits.map(({ subject, limit, windowMs }) => ({ key: this.hash(subject), limit, windowMs }));
  }

  private rememberedWait(keyed: KeyedLimit[]): number {
    const now = Date.now();
    const waits = keyed.map(({ key }) => {
      const spent = this.spent.get(key);
      return spent && spent.askAgainAt > now ? spent.endsAt - now : 0;
    });
    return inSeconds(Math.max(0, ...waits));
  }

  private remember(spent: Used[]): number {
    const now = Date.now();
    if (this.spent.size > MOST_REMEMBERED) this.spent.clear();
    for (const { key, waitMs } of spent) {
      this.spent.set(key, { endsAt: now + waitMs, askAgainAt: now + Math.min(waitMs, REMEMBERED_MS) });
    }
    return inSeconds(Math.max(0, ...spent.map(({ waitMs }) => waitMs)));
  }
}

function inSeconds(ms: number): number {
  return Math.ceil(ms / 1000);
}
