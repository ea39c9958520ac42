import { readdirSync, rmSync } from 'node:fs';
import fc from 'fast-check';
import type { AnswerVideo } from '../../../api/contract/interview/answers.ts';
import { QUESTION_RECORDINGS_MAX, UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.ts';
import type {
  ProcessUploadResponse,
  StartUploadResponse,
  UploadStatusResponse,
} from '../../../api/contract/media/uploads.ts';
import { register } from '../archive.ts';
import { chunkForm, chunkOf, chunksOf, Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, sha256 } from '../samples.ts';

type Step =
  | { do: 'send' | 'send other bytes' | 'send at both'; chunk: number; at: number }
  | { do: 'process' | 'process twice' | 'status' | 'save' | 'cancel' | 'sweep'; at: number }
  | { do: 'lose file' };

/** Everything that can happen to an upload, in any order, at two servers on the same state. */
export const chunkSequences: Row = {
  number: 3,
  name: 'chunk-sequences',
  counts: { full: 10_000, quick: 6 },
  shares: true,
  run,
};

const either = fc.nat({ max: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('send' as const), chunk: either, at: either }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('send other bytes' as const, 'send at both' as const),
      chunk: either,
      at: either,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('process' as const, 'process twice' as const, 'status' as const),
      at: either,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), at: either }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'sweep' as const), at: either }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose file' as const) }) },
);

async function run({ random, seed, count, running }: Context): Promise<Outcome> {
  const product = await running();
  const second = await product.second();
  let sender = await signUpAtBoth(product, second, random);
  const findings = { corrupt: 0, rows: 0, dishonest: 0, failed: 0 };
  const notes: string[] = [];
  let tried = 0;
  const property = fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async (steps) => {
    // Each may become one more recording of the same answer, of which one person keeps so many.
    if (tried > 0 && tried % QUESTION_RECORDINGS_MAX === 0) sender = await signUpAtBoth(product, second, random);
    tried++;
    const upload = new Upload(product, sender.people, sender.participantId, random);
    const wrong = await upload.take(steps);
    for (const [kind, words] of wrong) {
      findings[kind]++;
      notes.push(`${kind}: ${words} in ${steps.map((one) => describe(one)).join(', ')}`);
    }
  });
  try {
    await fc.assert(property, { seed, numRuns: count, endOnFailure: true });
  } catch (error) {
    // Nothing more is tried; what was found until then is told.
    findings.failed++;
    notes.push(`ended: ${error instanceof Error ? `${error.message}\n${String(error.cause)}` : String(error)}`);
  }
  return {
    tried: `${tried} sequences at two servers`,
    figures: [
      atMost('corrupt files', findings.corrupt),
      atMost('rows other than one', findings.rows),
      atMost('dishonest answers', findings.dishonest),
      atMost('failures of the server', findings.failed),
    ],
    notes,
  };
}

async function signUpAtBoth(product: Product, second: Product, random: Random) {
  const { user, person } = await register(product, random);
  const other = new Person(second.url);
  for (const pair of person.cookies) other.cookies.set(...pair);
  return { participantId: user.id, people: [person, other] as const };
}

const describe = (one: Step) =>
  `${one.do}${'chunk' in one ? ` ${one.chunk}` : ''}${'at' in one ? ` at ${one.at}` : ''}`;

type Wrong = ['corrupt' | 'rows' | 'dishonest' | 'failed', string];

/** One upload of two chunks beside what is known of it. */
class Upload {
  private readonly received = new Set<number>();
  private readonly wrong: Wrong[] = [];
  private readonly bytes: Buffer;
  private readonly random: Random;
  private readonly product: Product;
  private readonly people: readonly [Person, Person];
  private readonly participantId: string;
  private uploadId = '';
  private isLost = false;
  private isOver = false;
  private isProcessed = false;
  private savedAs: string | undefined;

  constructor(product: Product, people: readonly [Person, Person], participantId: string, random: Random) {
    this.product = product;
    this.people = people;
    this.participantId = participantId;
    this.random = random;
    this.bytes = randomWebm(random, UPLOAD_CHUNK_BYTES + random.between(1, 20_000));
  }

  async take(steps: Step[]): Promise<Wrong[]> {
    const totals = { totalSize: this.bytes.length, totalChunks: chunksOf(this.bytes) };
    const json = { filename: 'answer.webm', mimeType: 'video/webm', ...totals };
    ({ uploadId: this.uploadId } = await this.people[0].do<StartUploadResponse>('POST', '/api/uploads/start', {
      json,
    }));
    for (const one of steps) await this.step(one);
    await this.checkRows();
    return this.wrong;
  }

  private async step(one: Step): Promise<void> {
    switch (one.do) {
      case 'send':
        return this.send(one.chunk, [one.at]);
      case 'send at both':
        return this.send(one.chunk, [0, 1]);
      case 'send other bytes':
        return this.sendOther(one.chunk, one.at);
      case 'process':
        return this.process([one.at]);
      case 'process twice':
        return this.process([0, 1]);
      case 'status':
        return this.status(one.at);
      case 'save':
        return this.save(one.at);
      case 'cancel':
        return this.cancel(one.at);
      case 'sweep':
        // As the sweeper does with what nobody has touched for a day.
        return this.cancel(one.at);
      case 'lose file':
        return this.loseFile();
    }
  }

  private async send(index: number, at: number[]): Promise<void> {
    const statuses = await Promise.all(at.map((person) => this.post(person, index, chunkOf(this.bytes, index))));
    for (const status of statuses) {
      if (this.expect('chunk', status, this.isOver || this.savedAs ? [404, 409] : this.isLost ? [200, 410] : [200]))
        continue;
      if (status === 200 && !this.isLost) this.received.add(index);
    }
  }

  private async sendOther(index: number, at: number): Promise<void> {
    // A chunk that is not there yet takes whatever comes first.
    if (!this.received.has(index)) return;
    const other = Buffer.from(chunkOf(this.bytes, index));
    other[other.length - 1]! ^= 1;
    const status = await this.post(at, index, other);
    this.expect('other bytes', status, this.isOver || this.savedAs ? [404, 409] : this.isLost ? [409, 410] : [409]);
  }

  private async process(at: number[]): Promise<void> {
    const answers = await Promise.all(
      at.map((person) => this.people[person]!.call('POST', `/api/uploads/process/${this.uploadId}`)),
    );
    for (const { status, body } of answers) {
      const isWhole = this.received.size === chunksOf(this.bytes);
      if (this.isOver || this.savedAs) this.expect('process', status, [404]);
      else if (this.isLost) this.expect('process', status, [409, 410]);
      else this.expect('process', status, isWhole ? [200] : [409]);
      if (status !== 200) continue;
      this.isProcessed = true;
      const found = (body as ProcessUploadResponse).sha256;
      if (found !== sha256(this.bytes)) this.wrong.push(['corrupt', `processed as ${found}`]);
    }
  }

  private async status(at: number): Promise<void> {
    const { status, body } = await this.people[at]!.call('GET', `/api/uploads/${this.uploadId}`);
    this.expect('status', status, this.isOver || this.savedAs ? [404] : this.isLost ? [410] : [200]);
    if (status !== 200) return;
    const { receivedChunks, readyForProcessing } = body as UploadStatusResponse;
    const expected = [...this.received].toSorted((a, b) => a - b);
    if (
      receivedChunks.join() !== expected.join() ||
      readyForProcessing !== (expected.length === chunksOf(this.bytes))
    ) {
      this.wrong.push(['dishonest', `says that ${receivedChunks.join()} arrived, and it was ${expected.join()}`]);
    }
  }

  private async save(at: number): Promise<void> {
    const json = { questionId: 1, title: 'An answer', uploadId: this.uploadId };
    const { status, body } = await this.people[at]!.call('POST', '/api/videos/upload-cloud', { json });
    const mayBe = this.savedAs || (this.isProcessed && !this.isOver && !this.isLost);
    this.expect('save', status, mayBe ? [201] : [404, 409, 410]);
    if (status !== 201) return;
    const answer = body as AnswerVideo;
    if (this.savedAs !== undefined && this.savedAs !== answer.id) this.wrong.push(['rows', 'saved as two answers']);
    this.savedAs = answer.id;
    if (answer.sha256 !== sha256(this.bytes)) this.wrong.push(['corrupt', `saved as ${answer.sha256}`]);
  }

  private async cancel(at: number): Promise<void> {
    const { status } = await this.people[at]!.call('DELETE', `/api/uploads/${this.uploadId}`);
    this.expect('cancel', status, this.isOver || this.savedAs ? [404] : [200, 204]);
    if (status === 204 || status === 200) this.isOver = true;
  }

  private loseFile(): void {
    const folder = this.product.inState('uploads');
    const file = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((name) =>
      name.includes(this.uploadId),
    );
    if (file === undefined) return;
    rmSync(`${folder}/${file}`);
    this.isLost = true;
  }

  private async checkRows(): Promise<void> {
    const answers = await this.people[0].do<AnswerVideo[]>('GET', '/api/videos');
    const [row] = await this.product.query<{ count: string }>('SELECT count(*) FROM answer WHERE upload_id = $1', [
      this.uploadId,
    ]);
    const expected = this.savedAs === undefined ? 0 : 1;
    if (Number(row!.count) !== expected) this.wrong.push(['rows', `${row!.count} in place of ${expected}`]);
    if (answers.filter(({ questionId }) => questionId === 1).length > 1)
      this.wrong.push(['rows', 'two answers to one question']);
    if (this.savedAs === undefined || !this.random.chance(0.2)) return;
    const stored = sha256(await this.people[1].download(`/api/videos/stream/${this.savedAs}`));
    if (stored !== sha256(this.bytes)) this.wrong.push(['corrupt', `of ${this.participantId} on the disk`]);
  }

  private async post(person: number, index: number, bytes: Buffer): Promise<number> {
    const form = chunkForm(this.uploadId, index, bytes);
    return (await this.people[person]!.call('POST', '/api/uploads/chunk', { form })).status;
  }

  /** @returns whether it was another answer than any of those */
  private expect(what: string, status: number, statuses: number[]): boolean {
    if (statuses.includes(status)) return false;
    this.wrong.push([
      status >= 500 || status === 0 ? 'failed' : 'dishonest',
      `${what}: ${status} in place of ${statuses.join(' or ')}`,
    ]);
    return true;
  }
}
