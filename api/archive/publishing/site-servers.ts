import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { Signals } from '../../platform/database/signals.js';
import { readVersion } from '../../platform/startup/version.js';
import { SiteAccess } from './site-access.js';
import { type SeenPublisher, SiteServersRepository } from './site-servers.repository.js';

const BEAT_MS = 1_000;
/** Shorter than what the others wait for a server that is not seen any more. */
const IN_TOUCH_MS = 5_000;
const POLL_INTERVAL_MS = 40;
/** Others refuse what was withdrawn by then, or have long been out of touch. */
const BLOCKED_WITHIN_MS = 15_000;
const TOPIC = 'site';
/** PostgreSQL's own limit is 8,000 bytes. */
const TOLD_BYTES = 7_000;

/** What is refused to everyone until the files are put right: a video, or a whole story. */
export type Blocked = { id: string; mimeType: string | null; userName: string } | { story: string };

interface Told {
  from: string;
  generation: number;
  /** Null: more than can be told. */
  withdrawn: Blocked[] | null;
}

/** What is done with what another server tells. */
interface Follower {
  block(blocked: Blocked): void;
  /** The site of this server has to become what it should be now. */
  follow(): void;
}

/**
 * Keeps servers together that have disks, and so trees, of their own: what one withdraws, none shows once that is answered.
 * A server says every second that it is there; one that could not for five shows no story until it has caught up, and is not
 * waited for.
 */
@Injectable()
export class SiteServers implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  /** What is new may come to the others a little later. */
  publishedWithinMs = 5_000;
  /** Servers that keep files on a disk have that disk in common, and with it the tree. */
  private readonly haveOwnTrees: boolean;
  /** Where nothing that was withdrawn may come from elsewhere than this server's own disk. */
  private readonly keepInTouch: boolean;
  private readonly followed = { id: randomUUID(), blocked: 0, published: 0 };
  private version = '';
  private follower: Follower | null = null;
  private inTouchAt = -Infinity;
  private wasBehind = false;
  private others = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: AppConfig,
    private readonly signals: Signals,
    private readonly servers: SiteServersRepository,
    private readonly access: SiteAccess,
    private readonly replica: ReadReplica,
  ) {
    this.haveOwnTrees = config.mediaPlace !== null;
    this.keepInTouch = this.haveOwnTrees || replica.isSet;
  }

  get isPublisher(): boolean {
    return this.config.roles.includes('publisher');
  }

  get isServing(): boolean {
    return this.config.roles.includes('web');
  }

  /** Whether others have to hear what this one changes. */
  get mustTell(): boolean {
    return this.keepInTouch || !this.isPublisher;
  }

  setFollower(follower: Follower): void {
    this.follower = follower;
  }

  newest(): Promise<number> {
    return this.servers.newest();
  }

  async onModuleInit(): Promise<void> {
    this.version = await readVersion();
  }

  onApplicationBootstrap(): void {
    this.signals.on(TOPIC, (text) => this.hear(JSON.parse(text) as Told));
    if (!this.keepInTouch) return;
    const isInTouch = () => performance.now() - this.inTouchAt < IN_TOUCH_MS;
    this.replica.onlyWhile(isInTouch);
    if (this.isServing && this.haveOwnTrees) this.access.onlyWhile(isInTouch);
    this.signals.onListening(() => void this.beat(true));
    this.timer = setInterval(() => void this.beat(), BEAT_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    if (this.keepInTouch) await this.servers.leave(this.followed.id).catch(() => undefined);
  }

  /** Tells all others what to refuse, and that there is something to follow. */
  async tell(blocked: Blocked[]): Promise<number> {
    const generation = await this.servers.next();
    this.replica.raise();
    const told: Told = { from: this.followed.id, generation, withdrawn: blocked };
    const text = JSON.stringify(told);
    const isTooLong = Buffer.byteLength(text) > TOLD_BYTES;
    await this.signals.tell(TOPIC, isTooLong ? JSON.stringify({ ...told, withdrawn: null }) : text);
    return generation;
  }

  /**
   * Resolves when no other server shows what was withdrawn, and, unless that takes long, all show what is new.
   * @throws Error while one of them may still show it
   */
  async untilFollowed(generation: number): Promise<void> {
    const begun = performance.now();
    for (;;) {
      const { unblocked, unpublished } = await this.servers.countBehind(generation, this.followed.id);
      const waited = performance.now() - begun;
      if (unblocked === 0 && (unpublished === 0 || waited > this.publishedWithinMs)) return;
      if (unblocked > 0 && waited > BLOCKED_WITHIN_MS) throw new Error('Another server has not followed.');
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** Publishers of a newer version that are there: what all share is theirs to write. */
  async findNewer(): Promise<SeenPublisher[]> {
    if (!this.keepInTouch) return [];
    const others = await this.servers.findPublishers(this.followed.id);
    return others.filter(({ version }) => isNewer(version, this.version));
  }

  /**
   * Resolves once a publisher of a newer version has published what this generation brought.
   * @throws Error when none has: then it may be gone, and the next run looks again
   */
  async untilNewerPublished(generation: number): Promise<void> {
    const deadline = performance.now() + BLOCKED_WITHIN_MS;
    while (!(await this.findNewer()).some(({ published }) => published >= generation)) {
      if (performance.now() > deadline) throw new Error('A publisher of a newer version has not followed.');
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** A run that began with this generation has brought the tree up to date. */
  notePublished(generation: number): void {
    this.followed.blocked = Math.max(this.followed.blocked, generation);
    this.followed.published = Math.max(this.followed.published, generation);
    this.replica.raise();
    if (this.keepInTouch) void this.beat();
  }

  private hear({ from, generation, withdrawn }: Told): void {
    if (from === this.followed.id) return;
    if (withdrawn === null) this.access.distrust();
    else for (const each of withdrawn) this.follower?.block(each);
    this.replica.raise();
    this.followed.blocked = Math.max(this.followed.blocked, generation);
    if (this.keepInTouch) void this.beat();
    this.follower?.follow();
  }

  /** @param hasMissed whether something may have been told that was not heard */
  private async beat(hasMissed = false): Promise<void> {
    const begun = performance.now();
    const isSure = hasMissed || begun - this.inTouchAt > IN_TOUCH_MS;
    const newest = await this.servers
      .see({ ...this.followed, publishes: this.isPublisher ? this.version : null })
      .catch(() => null);
    if (newest === null) {
      this.signals.giveUpLine();
      return;
    }
    const { count, generation } = newest;
    const isBehind = generation > this.followed.blocked;
    // Else it was told just now, and is on its way.
    const isLost = isBehind && (isSure || this.wasBehind);
    this.wasBehind = isBehind;
    if (isLost) {
      this.access.distrust();
      this.replica.raise();
      this.followed.blocked = generation;
    }
    this.inTouchAt = Math.max(this.inTouchAt, begun);
    // Who ended in the middle of something may have told nobody of it.
    const hasOneGone = count < this.others;
    this.others = count;
    if ((isLost || hasOneGone) && this.hasFollowed) this.follower?.follow();
  }

  /** Before the first run everything is compared anyway. */
  private get hasFollowed(): boolean {
    return this.followed.published > 0;
  }
}

/** Both as `1.20.3`. */
export function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, undefined, { numeric: true }) > 0;
}
