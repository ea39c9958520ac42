import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startS3 } from '../../../api/testing/s3-server.ts';
import { freePort } from '../../bench/product.ts';
import { ROOT } from '../../lib/root.mjs';
import { addStory, type Story, videoPath } from '../archive.ts';
import { ExternalPostgres } from '../external-postgres.ts';
import { Person } from '../person.ts';
import { type Product, STAFF_PASSWORD } from '../product.ts';
import { atMost, type Context, NotRun, type Outcome, type Row } from '../row.ts';
import { Findings, Participant, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const AWAY = [0, 502, 503, 504];
const LIVES_MS = { full: 2_500, quick: 800 };
const RETRY_MS = 50;
const PROGRAM = 'haproxy';
const TAKEOVER_MS = 10_000;
const FINISH_WITHIN_MS = 90_000;

/** Two that serve and publish and two that work, on one database and one bucket, behind HAProxy; each is killed in turn. */
export const severalServers: Row = {
  number: 25,
  name: 'several-servers',
  counts: { full: 60, quick: 2 },
  run,
};

async function run({ random, count, isQuick, product: makeProduct, say }: Context): Promise<Outcome> {
  const s3 = await startS3();
  const [first, ...others] = [await makeProduct(), await makeProduct(), await makeProduct(), await makeProduct()];
  const postgres = await ExternalPostgres.from(first.stateDir);
  const [balancer, port] = [new Balancer(), await freePort()];
  try {
    const servers = [first, ...others];
    const shared = {
      DATABASE_URL: postgres.url,
      MEDIA_STORE: `s3://${s3.bucket}/torture`,
      S3_ENDPOINT: s3.access.endpoint!,
      TRUST_PROXY: '1',
    };
    const start = (server: Product) =>
      server.start({ settings: { ...shared, ROLES: servers.indexOf(server) < 2 ? 'web,publisher' : 'worker' } });
    for (const server of servers) server.databaseFolder = postgres.folder;
    for (const server of servers) await start(server);
    const web = servers.slice(0, 2);
    await balancer.start(port, web, first.inState('haproxy.cfg'));
    const url = `http://127.0.0.1:${port}`;
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
    const withdrawer = new Withdrawer(url, web);
    await withdrawer.begin(await addStory(first, await first.staff(), random, { transcript: 'A lark sings.' }));
    const working = [...uploaders.map((uploader) => uploader.work()), withdrawer.work(() => isOver)];
    for (let kill = 0; kill < count; kill++) {
      // One that serves and one that works, in turn.
      const server = servers[[0, 2, 1, 3][kill % servers.length]!]!;
      const livesMs = LIVES_MS[isQuick ? 'quick' : 'full'];
      await wait(random.below(livesMs));
      await server.kill();
      await wait(random.below(livesMs));
      await start(server);
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
      tried: `${count} kills of one of four processes, ${acknowledged} uploads and ${withdrawer.turns} approvals and withdrawals acknowledged`,
      figures: [
        atMost('acknowledged lost', findings.lost),
        atMost('SHA-256 different', findings.different),
        atMost('unexpected answers', findings.odd + withdrawer.odd.length),
        atMost('withdrawn, and still readable', withdrawer.readable.length),
        atMost('longest until published or withdrawn', Math.round(withdrawer.longestMs), TAKEOVER_MS, 'ms'),
        atMost('stuck', isDone ? 0 : 1),
      ],
      notes: [...findings.notes, ...withdrawer.odd, ...withdrawer.readable],
    };
  } finally {
    await balancer.stop();
    for (const server of [first, ...others]) await server.kill();
    await postgres.dispose();
    await s3.stop();
  }
}

/** Approves a story and takes it back, and looks at every server whether it is so. */
class Withdrawer {
  turns = 0;
  longestMs = 0;
  readonly readable: string[] = [];
  readonly odd: string[] = [];
  private readonly staff: Person;
  private readonly web: Product[];
  private story: Story | undefined;

  constructor(url: string, web: Product[]) {
    this.staff = new Person(url);
    this.web = web;
  }

  async begin(story: Story): Promise<void> {
    await this.insist('POST', '/api/admin/session', { password: STAFF_PASSWORD, name: 'Torture' });
    this.story = story;
  }

  async work(isOver: () => boolean): Promise<void> {
    do {
      await this.take('approve');
      await this.take('unapprove');
      for (const server of this.web) await this.lookAt(server);
    } while (!isOver());
  }

  private async take(step: 'approve' | 'unapprove'): Promise<void> {
    const begun = performance.now();
    await this.insist('PUT', videoPath(this.story!.video.id, `/${step}`), {});
    this.turns++;
    this.longestMs = Math.max(this.longestMs, performance.now() - begun);
  }

  private async insist(method: string, address: string, json: object): Promise<void> {
    let answer = await this.staff.call(method, address, { json });
    for (; AWAY.includes(answer.status); answer = await this.staff.call(method, address, { json }))
      await wait(RETRY_MS);
    if (answer.status > 299) this.odd.push(`odd: ${address}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }

  private async lookAt({ url, port }: Product): Promise<void> {
    const { video, address } = this.story!;
    for (const place of [address, `/media/${video.id}.mp4`]) {
      const { status } = await new Person(url).call('GET', place);
      if (status === 200) this.readable.push(`readable: ${place} on ${port} after turn ${this.turns}`);
    }
  }
}

/** HAProxy as the guide has it. */
class Balancer {
  private child: ChildProcess | undefined;

  async start(port: number, servers: Product[], file: string): Promise<void> {
    const lines = servers.map(
      ({ port: at }, index) => `    server web${index + 1} 127.0.0.1:${at} check inter 500ms fall 1 rise 1`,
    );
    const guide = await readFile(path.join(ROOT, 'scripts/deploy/haproxy.cfg'), 'utf8');
    const text = guide
      .replace(/(?: {4}server .*\n)+/, `${lines.join('\n')}\n`)
      .replace('127.0.0.1:8080', `127.0.0.1:${port}`);
    await writeFile(file, text);
    const child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' });
    const failed = once(child, 'error').then(() => {
      throw new NotRun('HAProxy is not installed.');
    });
    await Promise.race([once(child, 'spawn'), failed]);
    failed.catch(() => undefined);
    this.child = child;
    while ((await new Person(`http://127.0.0.1:${port}`).call('GET', '/api/health')).status !== 200)
      await wait(RETRY_MS);
  }

  async stop(): Promise<void> {
    if (!this.child || this.child.exitCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
