import { setTimeout as wait } from 'node:timers/promises';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import type { RegisterResponse } from '../../api/contract/people/participants.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { QUESTION_IDS } from '../../api/contract/interview/steps.ts';
import type { StartUploadResponse, UploadStatusResponse } from '../../api/contract/media/uploads.ts';
import { newcomer } from './archive.ts';
import { type Answer, chunkForm, chunkOf, chunksOf, Person } from './person.ts';
import { type Product, STAFF_PASSWORD } from './product.ts';
import type { Random } from './random.ts';
import { randomMp4, randomWebm, sha256, toDataUrl } from './samples.ts';

const AWAY_AT_MOST_MS = 180_000;
const RETRY_MS = 60;
/** The server is away, by itself and as a proxy tells it, or its disk is full. */
const AWAY = [0, 502, 503, 504, 507];
/** Of one participant: each question keeps so many recordings until they submit, and a cut save may have been one. */
const ANSWERS_OF_ONE = 24;

/** What has gone wrong, counted; the words are for whoever looks for the cause. */
export class Findings {
  lost = 0;
  different = 0;
  odd = 0;
  readonly notes: string[] = [];

  note(kind: 'lost' | 'different' | 'odd', words: string): void {
    this[kind]++;
    this.notes.push(`${kind}: ${words}`);
  }
}

/** What uploaders share. */
export interface UploadWorld {
  product: Product;
  /** Of the product, or of a line to it. */
  url: string;
  findings: Findings;
  isOver(): boolean;
  /** Bytes of what comes in chunks. */
  largest: number;
}

/** Sends one file after the other, and after a cut only what was not acknowledged. */
export abstract class Uploader {
  acknowledged = 0;
  /** What is being tried, with the last answer to it. */
  attempt = '';
  readonly person: Person;
  protected readonly world: UploadWorld;
  protected readonly random: Random;

  constructor(world: UploadWorld, random: Random) {
    this.world = world;
    this.random = random;
    this.person = new Person(world.url);
  }

  async work(): Promise<void> {
    do {
      await this.uploadOne();
      this.acknowledged++;
    } while (!this.world.isOver());
  }

  protected abstract uploadOne(): Promise<void>;
  /** Compares all that was acknowledged with what is there. */
  abstract check(): Promise<void>;

  /**
   * Tries until there is an answer that is not about the server being away.
   * @throws Error where there is none for longer than any start takes
   */
  protected async insist(attempt: () => Promise<Answer>): Promise<Answer> {
    const deadline = performance.now() + AWAY_AT_MOST_MS;
    for (;;) {
      const answer = await attempt();
      if (!AWAY.includes(answer.status)) return answer;
      if (performance.now() > deadline) throw new Error(`The server is away for good: ${answer.status}`);
      await wait(RETRY_MS);
    }
  }

  /** As `insist`; anything but success is a finding. */
  protected async succeed<T>(what: string, attempt: () => Promise<Answer>): Promise<T> {
    const answer = await this.insist(async () => {
      const tried = await attempt();
      this.attempt = `${what}: ${tried.status} ${tried.text.slice(0, 200)}`;
      return tried;
    });
    if (answer.status < 200 || answer.status > 299) {
      this.world.findings.note('odd', `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    return answer.body as T;
  }

  /** Sends a file in chunks until the server has all of it. Returns the upload's id. */
  protected async sendChunks(base: string, bytes: Buffer, start: object, status = base): Promise<string> {
    const totalChunks = chunksOf(bytes);
    const announced = {
      filename: 'answer.webm',
      totalSize: bytes.length,
      totalChunks,
      mimeType: 'video/webm',
      ...start,
    };
    const startPath = base === '/api/admin/showcase-videos' ? `${base}/start-upload` : `${base}/start`;
    const { uploadId } = await this.succeed<StartUploadResponse>('start', () =>
      this.person.call('POST', startPath, { json: announced }),
    );
    const order = this.random.shuffled(Array.from({ length: totalChunks }, (_, index) => index));
    const done = new Set<number>();
    for (const index of order) {
      await this.succeed(`chunk ${index}`, () =>
        this.person.call('POST', `${base}/chunk`, { form: chunkForm(uploadId, index, chunkOf(bytes, index)) }),
      );
      done.add(index);
      const known = await this.succeed<UploadStatusResponse | null>('status', () =>
        this.person.call('GET', `${status}/${uploadId}`),
      );
      const missing = [...done].filter((one) => !known?.receivedChunks?.includes(one));
      if (missing.length > 0) this.world.findings.note('lost', `chunks ${missing.join()} of ${uploadId}`);
    }
    return uploadId;
  }

  protected expectHash(what: string, expected: string, found: string | undefined): void {
    if (found === undefined) this.world.findings.note('lost', what);
    else if (found !== expected) this.world.findings.note('different', `${what}: ${found} in place of ${expected}`);
  }
}

export class Participant extends Uploader {
  private readonly answers = new Map<number, string>();
  private readonly way: 'chunks' | 'base64';
  private turn = 0;

  constructor(world: UploadWorld, random: Random, way: 'chunks' | 'base64') {
    super(world, random);
    this.way = way;
  }

  protected override async uploadOne(): Promise<void> {
    if (this.turn > 0 && this.turn % ANSWERS_OF_ONE === 0) await this.becomeAnother();
    if (this.person.cookies.size === 0) await this.register();
    const questionId = QUESTION_IDS[this.turn++ % QUESTION_IDS.length]!;
    const bytes = randomWebm(
      this.random,
      this.random.between(2_000, this.way === 'chunks' ? this.world.largest : 3_000_000),
    );
    const answer = await this.succeed<AnswerVideo>('save', await this.prepare(questionId, bytes));
    this.expectHash(`the answer to ${questionId} as it was acknowledged`, sha256(bytes), answer.sha256);
    this.answers.set(questionId, sha256(bytes));
    const listed = await this.succeed<AnswerVideo[]>('list', () => this.person.call('GET', '/api/videos'));
    this.compare(listed);
  }

  override async check(): Promise<void> {
    // Whoever has not begun has nothing.
    if (this.person.cookies.size === 0) return;
    const listed = await this.person.do<AnswerVideo[]>('GET', '/api/videos');
    this.compare(listed);
    for (const { questionId, videoUrl } of listed) {
      this.expectHash(
        `bytes of ${questionId}`,
        this.answers.get(questionId)!,
        sha256(await this.person.download(videoUrl)),
      );
    }
  }

  private async becomeAnother(): Promise<void> {
    this.compare(await this.succeed<AnswerVideo[]>('list', () => this.person.call('GET', '/api/videos')));
    this.answers.clear();
    this.person.cookies.clear();
  }

  private compare(listed: AnswerVideo[]): void {
    for (const [questionId, hash] of this.answers) {
      const found = listed.filter((answer) => answer.questionId === questionId);
      this.expectHash(`the answer to ${questionId}`, hash, found[0]?.sha256);
      if (found.length > 1) this.world.findings.note('odd', `${found.length} answers to ${questionId}`);
    }
  }

  private async prepare(questionId: number, bytes: Buffer): Promise<() => Promise<Answer>> {
    const path = '/api/videos/upload-cloud';
    if (this.way === 'base64') {
      const json = { questionId, title: 'An answer', videoData: toDataUrl(bytes, 'video/webm;codecs=vp8,opus') };
      return () => this.person.call('POST', path, { json });
    }
    const uploadId = await this.sendChunks('/api/uploads', bytes, {});
    await this.succeed('process', () => this.person.call('POST', `/api/uploads/process/${uploadId}`));
    return () => this.person.call('POST', path, { json: { questionId, title: 'An answer', uploadId } });
  }

  private async register(): Promise<void> {
    // What a cut registration has left is nobody's: each try is of somebody else.
    await this.succeed('register', () => this.person.call('POST', '/api/register', { json: newcomer(this.random) }));
  }
}

export class Producer extends Uploader {
  private readonly videos = new Map<string, string>();
  private userId: string | undefined;

  protected override async uploadOne(): Promise<void> {
    if (this.userId === undefined) {
      const other = new Person(this.world.url);
      const { user } = await this.succeed<RegisterResponse>('register', () =>
        other.call('POST', '/api/register', { json: newcomer(this.random) }),
      );
      this.userId = user.id;
      await this.succeed('staff session', () =>
        this.person.call('POST', '/api/admin/session', { json: { password: STAFF_PASSWORD, name: 'Torture' } }),
      );
    }
    const bytes = randomMp4(this.random, this.random.between(2_000, this.world.largest));
    const base = '/api/admin/showcase-videos';
    const details = { userId: this.userId, questionId: 1, filename: 'cut.mp4', mimeType: 'video/mp4' };
    const uploadId = await this.sendChunks(base, bytes, details, `${base}/uploads`);
    const made = await this.succeed<ShowcaseVideo>('process', () =>
      this.person.call('POST', `${base}/process/${uploadId}`),
    );
    const again = await this.succeed<ShowcaseVideo>('process again', () =>
      this.person.call('POST', `${base}/process/${uploadId}`),
    );
    if (again.id !== made.id) this.world.findings.note('odd', `two videos of upload ${uploadId}`);
    this.videos.set(made.id, sha256(bytes));
  }

  override async check(): Promise<void> {
    const listed = await this.person.do<ShowcaseVideo[]>('GET', '/api/admin/showcase-videos');
    const all = listed.filter(({ userId }) => userId === this.userId);
    if (all.length !== this.videos.size) {
      this.world.findings.note('odd', `${all.length} finished videos in place of ${this.videos.size}`);
    }
    for (const [id, hash] of this.videos) {
      const video = all.find((one) => one.id === id);
      this.expectHash(`finished video ${id}`, hash, video && sha256(await this.person.download(video.originalUrl!)));
    }
  }
}

export class PublicSender extends Uploader {
  private readonly hashes: string[] = [];
  private readonly submitterEmail: string;
  private readonly way: 'chunks' | 'form';

  constructor(world: UploadWorld, random: Random, way: 'chunks' | 'form') {
    super(world, random);
    this.way = way;
    this.submitterEmail = `${random.word()}@example.org`;
  }

  protected override async uploadOne(): Promise<void> {
    const bytes = randomMp4(
      this.random,
      this.random.between(2_000, this.way === 'chunks' ? this.world.largest : 2_000_000),
    );
    const base = '/api/public/upload';
    if (this.way === 'chunks') {
      const start = { submitterEmail: this.submitterEmail, filename: 'garden.mp4', mimeType: 'video/mp4' };
      const uploadId = await this.sendChunks(base, bytes, start);
      await this.succeed('process', () => this.person.call('POST', `${base}/process/${uploadId}`));
    } else {
      const form = new FormData();
      form.set('submitterEmail', this.submitterEmail);
      form.set('fileCount', '1');
      form.set('file0', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), 'garden.mp4');
      await this.succeed('form', () => this.person.call('POST', base, { form }));
    }
    this.hashes.push(sha256(bytes));
  }

  override async check(): Promise<void> {
    const kept = await this.world.product.query<{ sha256: Buffer }>(
      `SELECT media.sha256 FROM public_upload AS upload JOIN media_file AS media ON media.id = upload.media_id
       WHERE upload.submitter_email = $1`,
      [this.submitterEmail],
    );
    const found = kept.map((row) => row.sha256.toString('hex'));
    for (const hash of this.hashes) {
      if (!found.includes(hash)) this.world.findings.note('lost', `a public upload ${hash}`);
    }
    if (this.way === 'chunks' && found.length !== this.hashes.length) {
      this.world.findings.note('odd', `${found.length} public uploads in place of ${this.hashes.length}`);
    }
  }
}
