import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../../api/testing/mail-server.ts';
import { startS3 } from '../../../api/testing/s3-server.ts';
import { addVideo, register, videoPath } from '../archive.ts';
import { CuttingProxy } from '../cutting-proxy.ts';
import type { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomMp4, sha256 } from '../samples.ts';
import { Findings, Participant, Producer, PublicSender, type Uploader, type UploadWorld } from '../uploaders.ts';

const LARGEST = 6_000_000;
const FINISH_WITHIN_MS = 120_000;
const MAIL_RETRIES = 12;
const FILM_BYTES = 400_000;
const RETRY_MS = 60;

/** Lines that are cut, reset, stalled, slow, and answers that end early: from browsers, to mail and to the bucket. */
export const cutLines: Row = {
  number: 4,
  name: 'cut-lines',
  // Of each of the three lines.
  counts: { full: 100, quick: 4 },
  run,
};

async function run({ random, count, product: makeProduct, say }: Context): Promise<Outcome> {
  await using mails = await startMailServer();
  await using mailLine = await CuttingProxy.start(Number(new URL(mails.url).port), count, random.fork('mail'), 900);
  const s3 = await startS3();
  await using stopping = new AsyncDisposableStack();
  stopping.defer(() => s3.stop());
  await using s3Line = await CuttingProxy.start(
    Number(new URL(s3.access.endpoint!).port),
    count,
    random.fork('bucket'),
    FILM_BYTES,
  );
  const product = await makeProduct({
    SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
    MAIL_FROM: 'stories@example.org',
    // A bucket that lasts keeps what earlier runs left.
    MEDIA_STORE: `s3://${s3.bucket}/torture-${randomUUID()}`,
    S3_ENDPOINT: `http://127.0.0.1:${s3Line.port}`,
  });
  await product.start();
  await using line = await CuttingProxy.start(product.port, count, random.fork('line'), LARGEST);
  const findings = new Findings();
  const world: UploadWorld = {
    product,
    url: `http://127.0.0.1:${line.port}`,
    findings,
    isOver: () => line.isDone && s3Line.isDone,
    largest: LARGEST,
  };
  const uploaders: Uploader[] = [
    new Participant(world, random.fork('chunks'), 'chunks'),
    new Participant(world, random.fork('base64'), 'base64'),
    new Producer(world, random.fork('staff')),
    new PublicSender(world, random.fork('public'), 'chunks'),
  ];
  const publisher = new Publisher(product, random.fork('publisher'), world.isOver);
  const workers = [...uploaders, publisher];
  const working = new Set(workers);
  const done = Promise.all(
    workers.map(async (worker) => {
      await worker.work();
      working.delete(worker);
    }),
  );
  const [mailed] = await Promise.all([
    sendMails(product, mails, mailLine, random),
    Promise.race([done, wait(FINISH_WITHIN_MS, undefined, { ref: false })]),
  ]);
  const stuck = [...working].map(({ constructor, attempt }) => `${constructor.name} is still at ${attempt}`);
  for (const uploader of uploaders) uploader.person.url = product.url;
  for (const uploader of uploaders) await uploader.check();
  const lines = { browsers: line, mail: mailLine, 'the bucket': s3Line };
  const met = Object.entries(lines)
    .map(([name, { met: faults }]) => `${name}: ${[...faults].map(([fault, times]) => `${times} ${fault}`).join(', ')}`)
    .join('; ');
  say(met);
  const uploaded = uploaders.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  return {
    tried: `${met}; ${uploaded} uploads, ${mailed.sent} mails, ${publisher.turns} times published and taken away out of a bucket`,
    figures: [
      atMost('acknowledged lost', findings.lost),
      atMost('SHA-256 different', findings.different),
      atMost('twice, or unexpected', findings.odd),
      atMost('not complete', stuck.length),
      atMost('published in part, or not taken away', publisher.wrong.length),
      atMost('mails acknowledged and lost, or cut', mailed.lost),
      atMost('mails sent twice', mailed.twice),
      atLeast('faults of each line', Math.min(...Object.values(lines).map((one) => one.faults)), count),
      atLeast('uploads acknowledged', uploaded, uploaders.length),
      atLeast('mails acknowledged', mailed.sent, 1),
    ],
    notes: [...findings.notes, ...stuck, ...publisher.wrong, ...mailed.notes],
  };
}

/** Publishes a film that lies in the bucket, and takes it away again. */
class Publisher {
  turns = 0;
  attempt = '';
  readonly wrong: string[] = [];
  private readonly product: Product;
  private readonly random: Random;
  private readonly isOver: () => boolean;

  constructor(product: Product, random: Random, isOver: () => boolean) {
    this.product = product;
    this.random = random;
    this.isOver = isOver;
  }

  async work(): Promise<void> {
    const staff = await this.product.staff();
    const { user } = await register(this.product, this.random);
    const bytes = randomMp4(this.random, FILM_BYTES);
    const texts = { bytes, transcript: 'A lark sings.' };
    // What was cut may be there, and is another film then.
    const { id } = await insist(() => addVideo(this.product, staff, user.id, texts).catch(() => null));
    const address = `/media/${id}.mp4`;
    do {
      await this.take(staff, id, 'approve');
      const kept = await insist(() =>
        staff.download(address).catch((error: unknown) => {
          this.attempt = String(error);
          return null;
        }),
      );
      if (sha256(kept) !== sha256(bytes)) this.wrong.push(`${address} is public with ${kept.length} bytes`);
      await this.take(staff, id, 'unapprove');
      const { status } = await staff.call('GET', address);
      if (status !== 404) this.wrong.push(`${address} is ${status} after its "no"`);
      this.turns++;
    } while (!this.isOver());
  }

  private take(staff: Person, id: string, step: string): Promise<unknown> {
    return insist(async () => {
      const { status, text } = await staff.call('PUT', videoPath(id, `/${step}`), { json: {} });
      this.attempt = `${step}: ${status} ${text.slice(0, 200)}`;
      if (status !== 503 && (status < 200 || status > 299)) this.wrong.push(`${step}: ${status} ${text.slice(0, 200)}`);
      return status === 503 ? null : status;
    });
  }
}

/** Until there is something. */
async function insist<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await attempt();
    if (found !== null) return found;
    await wait(RETRY_MS);
  }
}

/** Each of another person, tried until it is acknowledged. */
async function sendMails(product: Product, mails: MailServer, line: CuttingProxy, random: Random) {
  const outcome = { sent: 0, lost: 0, twice: 0, notes: [] as string[] };
  const deadline = performance.now() + FINISH_WITHIN_MS;
  // Of mails that are all refused no line is cut.
  while (!line.isDone && performance.now() < deadline) {
    const { person, email } = await register(product, random);
    await person.do('GET', '/api/logout').catch(() => undefined);
    person.cookies.clear();
    let tries = 0;
    let status = 0;
    while (status !== 200 && status !== 429 && tries < MAIL_RETRIES) {
      tries++;
      ({ status } = await person.call('POST', '/api/resume-interview', { json: { email } }));
    }
    if (status !== 200) continue;
    outcome.sent++;
    const received = mails.received.filter(({ to }) => to.includes(email));
    const whole = received.filter(({ content }) => /#signin=[\w-]{40,}/.test(content.text ?? ''));
    if (whole.length === 0) {
      outcome.lost++;
      outcome.notes.push(`the mail to ${email} was acknowledged after ${tries} tries, and ${received.length} came`);
    }
    // A line that ends between the mail and its acknowledgement leaves the sender in doubt: each try may be one.
    if (received.length > tries) {
      outcome.twice++;
      outcome.notes.push(`${received.length} mails to ${email} after ${tries} tries`);
    }
  }
  return outcome;
}
