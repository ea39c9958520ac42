import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startS3 } from '../../../api/testing/s3-server.ts';
import { freePort } from '../../lib/free-port.mjs';
import { addStory, type Story, videoPath } from '../archive.ts';
import { CephGateway } from '../ceph-gateway.ts';
import { ExternalPostgres } from '../external-postgres.ts';
import { Haproxy } from '../haproxy.ts';
import { Person } from '../person.ts';
import { type Product, STAFF_PASSWORD } from '../product.ts';
import { CutLine, PublicBucket } from '../public-bucket.ts';
import { atLeast, atMost, type Context, ifAlone, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const AWAY = [0, 502, 503, 504];
const LIVES_MS = { full: 2_500, quick: 800 };
const RETRY_MS = 50;
const NOTICED_MS = 1_000;
const BUCKET_AWAY_MS = 4_000;
const TAKEOVER_MS = 10_000;
/** With all that fails meanwhile: a process, the bucket and the database. */
const TURN_MS = 30_000;
const FINISH_WITHIN_MS = 90_000;
/** Whoever is first puts the whole site into the bucket. */
const READY_WITHIN_MS = 240_000;

/**
 * Two that serve and publish and two that work, on one bucket for media and one place in it for the public site, and on a
 * PostgreSQL with a replica, behind HAProxy. Each process is killed in turn, the bucket is away for a while, and the database
 * is killed for good, so that the replica takes its place; all of it under uploads and withdrawals. Where the bucket is one
 * of Ceph on this machine, its gateway is killed as well.
 */
export const severalServers: Row = {
  number: 25,
  name: 'several-servers',
  // In the quick form one that serves and one that works.
  counts: { full: 60, quick: 2 },
  run,
};

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const form = isQuick ? 'quick' : 'full';
  const s3 = await startS3();
  const bucketLine = await CutLine.to(s3.access.endpoint!);
  const gateway = await CephGateway.at(s3.access.endpoint!);
  // A bucket that lasts keeps what earlier runs left.
  const prefix = `torture-${randomUUID()}`;
  const shown = await PublicBucket.start(s3.bucket, `${prefix}/site/`, s3.access);
  const [first, ...others] = [await makeProduct(), await makeProduct(), await makeProduct(), await makeProduct()];
  const { primary, replica } = await ExternalPostgres.pairFrom(first.stateDir);
  const agents = [await Agent.start(primary), await Agent.start(replica)];
  const proxies: Haproxy[] = [];
  try {
    const servers = [first, ...others];
    const databasePort = await freePort();
    const shared = {
      DATABASE_URL: primary.urlAt(`127.0.0.1:${databasePort}`),
      DATABASE_READ_URL: replica.url,
      MEDIA_STORE: `s3://${s3.bucket}/${prefix}/media`,
      SITE_STORE: `s3://${s3.bucket}/${prefix}/site`,
      SITE_URL: shown.url,
      S3_ENDPOINT: bucketLine.url,
      TRUST_PROXY: '1',
    };
    const databases = [primary, replica].map(
      ({ socket }, index) =>
        `pg${index + 1} unix@${socket} check addr 127.0.0.1 port ${agents[index]!.port} inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions`,
    );
    const at: [string, string] = ['127.0.0.1:5433', `127.0.0.1:${databasePort}`];
    proxies.push(await Haproxy.start('haproxy-postgres.cfg', databases, at, first.inState('haproxy-postgres.cfg')));
    const start = async (server: Product) => {
      const ROLES = servers.indexOf(server) < 2 ? 'web,publisher' : 'worker';
      const deadline = Date.now() + READY_WITHIN_MS;
      do {
        // Whoever finds no database ends, and whoever watches over it starts it again.
        await server.start({ settings: { ...shared, ROLES }, isAwaited: false });
        while (server.isRunning && Date.now() < deadline && !(await server.isHealthy())) await wait(RETRY_MS);
      } while (!server.isRunning && Date.now() < deadline);
      await server.ready();
    };
    for (const server of servers) server.databaseFolder = primary.folder;
    for (const server of servers) await start(server);
    const web = servers.slice(0, 2);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const proxy = await balance(port, web, first.inState('haproxy.cfg'));
    proxies.push(proxy);
    await untilBalanced(proxy, url);
    const findings = new Findings();
    let isOver = false;
    const world: UploadWorld = {
      product: first,
      url,
      findings,
      isOver: () => isOver,
      largest: isQuick ? 6_000_000 : 11_000_000,
    };
    const uploaders: Uploader[] = [
      new Participant(world, random.fork('chunks'), 'chunks'),
      new Participant(world, random.fork('base64'), 'base64'),
      new PublicSender(world, random.fork('public'), 'chunks'),
    ];
    const withdrawer = new Withdrawer(url, web, shown.url);
    await withdrawer.begin(await addStory(first, await first.staff(), random, { transcript: 'A lark sings.' }));
    const working = [...uploaders.map((uploader) => uploader.work()), withdrawer.work(() => isOver)];
    let takeoverMs = Number.POSITIVE_INFINITY;
    let gatewayKills = 0;
    for (let kill = 0; kill < count; kill++) {
      // One that serves and one that works, in turn.
      const server = servers[[0, 2, 1, 3][kill % servers.length]!]!;
      const livesMs = LIVES_MS[form];
      await wait(random.below(livesMs));
      await server.kill();
      await wait(random.below(livesMs));
      await start(server);
      if (kill % 12 === 0) await beAway(bucketLine, random.below(BUCKET_AWAY_MS));
      if (gateway && kill % 6 === 1) {
        await gateway.beAway(random.below(BUCKET_AWAY_MS));
        gatewayKills++;
      }
      if (kill === Math.floor(count / 2)) {
        takeoverMs = await promote(primary, replica, withdrawer);
        for (const each of servers) each.databaseFolder = replica.folder;
      }
      if (kill % 12 === 11) say(`${kill + 1} kills, ${withdrawer.turns} turns of a story`);
    }
    isOver = true;
    const isDone = await Promise.race([
      Promise.all(working).then(() => true),
      wait(FINISH_WITHIN_MS, false, { ref: false }),
    ]);
    for (const uploader of uploaders) await uploader.check();
    const acknowledged = uploaders.reduce((sum, uploader) => sum + uploader.acknowledged, 0);
    return {
      tried: `${count} kills of one of four processes, a bucket that is away${gateway ? `, its gateway killed ${gatewayKills} times` : ''}, a database killed and its replica promoted, ${acknowledged} uploads and ${withdrawer.turns} approvals and withdrawals acknowledged`,
      figures: [
        atMost('acknowledged lost', findings.lost),
        atMost('SHA-256 different', findings.different),
        atMost('unexpected answers', findings.odd + withdrawer.odd.length),
        atMost('withdrawn, and still readable', withdrawer.readable.length),
        atMost('changes that no database took after one had died', Number.isFinite(takeoverMs) ? 0 : 1),
        ifAlone(
          isQuick,
          'from the death of the database to the next acknowledged change',
          Math.round(takeoverMs),
          TAKEOVER_MS,
          'ms',
        ),
        ifAlone(isQuick, 'longest until published or withdrawn', Math.round(withdrawer.longestMs), TURN_MS, 'ms'),
        atMost('stuck', isDone ? 0 : 1),
        atLeast('uploads acknowledged', acknowledged, uploaders.length),
        atLeast('approvals and withdrawals acknowledged', withdrawer.turns, 1),
      ],
      notes: [...findings.notes, ...withdrawer.odd, ...withdrawer.readable],
    };
  } finally {
    for (const proxy of proxies) await proxy.stop();
    for (const server of [first, ...others]) await server.kill();
    for (const agent of agents) agent.stop();
    await primary.dispose();
    await replica.dispose();
    await shown.stop();
    await bucketLine.stop();
    await s3.stop();
  }
}

async function beAway(line: CutLine, ms: number): Promise<void> {
  line.cut();
  await wait(ms);
  line.mend();
}

/** Returns how long it took until a change was acknowledged that was asked for after the death. */
async function promote(primary: ExternalPostgres, replica: ExternalPostgres, withdrawer: Withdrawer): Promise<number> {
  const begun = performance.now();
  await primary.end('SIGKILL');
  // What watches over a real pair takes as long to be sure.
  await wait(NOTICED_MS);
  await replica.promote();
  while (withdrawer.acknowledged.askedAt < begun && performance.now() - begun < FINISH_WITHIN_MS) await wait(RETRY_MS);
  const { askedAt, at } = withdrawer.acknowledged;
  return askedAt < begun ? Number.POSITIVE_INFINITY : at - begun;
}

/** Tells a balancer whether a database takes what is written, as those do that watch over a real pair. */
class Agent {
  private readonly server: Server;

  private constructor(database: ExternalPostgres) {
    this.server = createServer((_, response) => {
      void database.isPrimary().then((isPrimary) => response.writeHead(isPrimary ? 200 : 503).end());
    });
  }

  static async start(database: ExternalPostgres): Promise<Agent> {
    const agent = new Agent(database);
    await once(agent.server.listen(0, '127.0.0.1'), 'listening');
    return agent;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function balance(port: number, servers: Product[], file: string): Promise<Haproxy> {
  const lines = servers.map(({ port: at }, index) => `web${index + 1} 127.0.0.1:${at} check inter 500ms fall 1 rise 1`);
  return Haproxy.start('haproxy.cfg', lines, ['127.0.0.1:8080', `127.0.0.1:${port}`], file);
}

async function untilBalanced(proxy: Haproxy, url: string): Promise<void> {
  const deadline = Date.now() + FINISH_WITHIN_MS;
  while ((await new Person(url).call('GET', '/api/health')).status !== 200) {
    if (!proxy.isRunning || Date.now() > deadline) throw new Error('HAProxy passes nothing on');
    await wait(RETRY_MS);
  }
}

/** Approves a story and takes it back, and looks at every server, and at who delivers the bucket, whether it is so. */
class Withdrawer {
  turns = 0;
  longestMs = 0;
  /** When the last change was acknowledged, and the very request for it was sent. */
  acknowledged = { askedAt: -Infinity, at: -Infinity };
  readonly readable: string[] = [];
  readonly odd: string[] = [];
  private readonly staff: Person;
  private readonly web: Product[];
  private readonly delivered: string;
  private story: Story | undefined;

  constructor(url: string, web: Product[], delivered: string) {
    this.staff = new Person(url);
    this.web = web;
    this.delivered = delivered;
  }

  async begin(story: Story): Promise<void> {
    await this.insist('POST', '/api/admin/session', { password: STAFF_PASSWORD, name: 'Torture' });
    this.story = story;
  }

  async work(isOver: () => boolean): Promise<void> {
    do {
      await this.take('approve');
      await this.take('unapprove');
      for (const { url } of this.web) await this.lookAt(url);
      await this.lookAt(this.delivered);
    } while (!isOver());
  }

  private async take(step: 'approve' | 'unapprove'): Promise<void> {
    const begun = performance.now();
    await this.insist('PUT', videoPath(this.story!.video.id, `/${step}`), {});
    this.turns++;
    this.longestMs = Math.max(this.longestMs, performance.now() - begun);
  }

  private async insist(method: string, address: string, json: object): Promise<void> {
    let askedAt = performance.now();
    let answer = await this.staff.call(method, address, { json });
    while (AWAY.includes(answer.status)) {
      await wait(RETRY_MS);
      askedAt = performance.now();
      answer = await this.staff.call(method, address, { json });
    }
    this.acknowledged = { askedAt, at: performance.now() };
    if (answer.status > 299) this.odd.push(`odd: ${address}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  private async lookAt(url: string): Promise<void> {
    const { video, address, user } = this.story!;
    const { userName } = video.user;
    for (const place of [address, `/media/${video.id}.mp4`, `/api/user-story/${encodeURIComponent(userName)}`]) {
      const { status } = await new Person(url).call('GET', place);
      if (status === 200) this.readable.push(`readable: ${place} at ${url} after turn ${this.turns}`);
    }
    const { text } = await new Person(url).call('GET', '/api/stories-overview');
    if (text.includes(user.id)) this.readable.push(`readable: the overview at ${url} after turn ${this.turns}`);
  }
}
