import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { readFiles } from '../../../api/testing/site-files.ts';
import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.ts';
import type { StartUploadResponse } from '../../../api/contract/media/uploads.ts';
import { addStory, newcomer, register, type Story, videoPath } from '../archive.ts';
import { ExternalPostgres } from '../external-postgres.ts';
import { type Answer, chunkForm, chunkOf, chunksOf, Person } from '../person.ts';
import { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomMp4, randomWebm, sampleJpeg, toDataUrl } from '../samples.ts';
import { SmallDisk } from '../small-disk.ts';

/** Uploads of the public leave 2 GiB free: a disk on which anything is accepted has more. What is free takes no memory. */
const MEDIA_DISK_MIB = 2_600;
const DATABASE_DISK_MIB = 160;
const BACK_WITHIN_MS = 30_000;
const STUCK_MS = 20_000;
/** Into a database that is full. */
const FULL_WRITES = 12;
/** Of each state of the disk but the one in which everything begins and nothing ends. */
const QUICK_WRITES = 2;

interface Write {
  name: string;
  /** What happens before the disk is full. */
  prepare(): Promise<() => Promise<Answer>>;
}

/** Everything that writes, on a disk without room, names or rights. */
export const fullDisk: Row = { number: 5, name: 'full-disk', counts: { full: 3, quick: 1 }, run };

class Findings {
  tried = 0;
  otherAnswers = 0;
  leftovers = 0;
  notBack = 0;
  readable = 0;
  refusedByDatabase = Infinity;
  readonly notes: string[] = [];

  note(kind: 'otherAnswers' | 'leftovers' | 'notBack' | 'readable', words: string): void {
    this[kind]++;
    this.notes.push(words);
  }
}

async function run(context: Context): Promise<Outcome> {
  const findings = new Findings();
  for (let time = 0; time < context.count; time++) {
    await fullMedia(context, findings);
    await fullDatabase(context, findings);
  }
  return {
    tried: `${findings.tried} writes on a disk that is full, read-only or out of names, and a full database`,
    figures: [
      atMost('answers other than 507 or 503 in words', findings.otherAnswers),
      atMost('rows and files left', findings.leftovers),
      atMost('not working again without a restart', findings.notBack),
      atMost('readable after its "no" was answered', findings.readable),
      // Else it was never full.
      atLeast('writes that a full database refused', findings.refusedByDatabase, 1),
    ],
    notes: findings.notes,
  };
}

async function fullMedia({ random, isQuick, product: makeProduct }: Context, findings: Findings): Promise<void> {
  const template = await makeProduct();
  const disk = SmallDisk.make(MEDIA_DISK_MIB);
  const postgres = await ExternalPostgres.from(template.stateDir);
  const folder = path.join(disk.folder, 'state');
  await mkdir(folder);
  const product = await Product.at(folder, { DATABASE_URL: postgres.url });
  product.databaseFolder = postgres.folder;
  try {
    for (const name of ['site', 'no-tools']) {
      await promisify(execFile)('cp', ['-a', template.inState(name), folder]);
    }
    await product.start();
    const writes = await Writes.of(product, random);
    const states = [
      { name: 'full', begin: () => disk.fill(), end: () => disk.free() },
      { name: 'with room for half', begin: () => disk.fill(UPLOAD_CHUNK_BYTES / 2), end: () => disk.free() },
      { name: 'read-only', begin: () => disk.remount('ro'), end: () => disk.remount('rw') },
      {
        name: 'without names',
        begin: () => disk.fillNames(),
        end: () => disk.remount('nr_inodes=100000'),
      },
    ];
    const inTurn = random.shuffled(writes.all.map(({ name }) => name));
    for (const state of states) {
      const isAll = !isQuick || state.name === 'with room for half';
      const names = isAll ? inTurn : inTurn.splice(0, QUICK_WRITES);
      for (const write of writes.all.filter(({ name }) => names.includes(name))) {
        await tryOne(product, state, write, findings);
      }
      await tryPublishing(state, writes, findings);
    }
  } finally {
    await product.dispose();
    await postgres.dispose();
    disk.dispose();
  }
}

interface State {
  name: string;
  begin(): void;
  end(): void;
}

async function tryOne(product: Product, state: State, write: Write, findings: Findings): Promise<void> {
  findings.tried++;
  const name = `${write.name} on a disk that is ${state.name}`;
  const attempt = await write.prepare();
  const before = await whatIsThere(product);
  state.begin();
  let answer: Answer;
  try {
    answer = await attempt();
  } finally {
    state.end();
  }
  const isRefused = answer.status === 507 || answer.status === 503;
  const hasWords = typeof (answer.body as { message?: unknown } | null)?.message === 'string';
  // Little may still fit, and an end needs no room.
  const isKept = answer.status >= 200 && answer.status < 300;
  if (!isKept && !(isRefused && hasWords)) {
    findings.note('otherAnswers', `${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  if (!isKept) {
    const after = await whatIsThere(product);
    if (after !== before) findings.note('leftovers', `${name}: ${before} before, ${after} after`);
  }
  const startedAt = performance.now();
  let again = isKept ? answer : await attempt();
  const isStuck = performance.now() - startedAt > STUCK_MS;
  if (isStuck) findings.note('notBack', `${name}: what came after it stood still`);
  // A connection that was kept open may have ended meanwhile.
  if (again.status === 0 && !isStuck) again = await attempt();
  if (again.status < 200 || again.status > 299)
    findings.note('notBack', `${name}, then: ${again.status} ${again.text.slice(0, 200)}`);
}

/** Rows and files, counted. */
async function whatIsThere(product: Product): Promise<string> {
  const counts = [
    'media_file',
    'media_deletion',
    'answer',
    'photo',
    'public_upload',
    'showcase_video',
    'upload_session',
    'upload_chunk',
  ];
  const [rows] = await product.query<object>(
    `SELECT ${counts.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
  );
  const files = [];
  for (const folder of ['media', 'uploads']) files.push(`${folder} ${(await readFiles(product.inState(folder))).size}`);
  return JSON.stringify({ ...rows, files: files.join() });
}

/** Approve answers 503 and is done later, by itself. */
async function tryPublishing(state: State, writes: Writes, findings: Findings): Promise<void> {
  findings.tried++;
  const { staff, story } = writes;
  const name = `approve on a disk that is ${state.name}`;
  state.begin();
  let answer: Answer;
  try {
    answer = await staff.call('PUT', videoPath(story.video.id, '/approve'), { json: {} });
  } finally {
    state.end();
  }
  if (![200, 503, 507].includes(answer.status))
    findings.note('otherAnswers', `${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
  const deadline = Date.now() + BACK_WITHIN_MS;
  const shows = async () => (await staff.call('GET', story.address)).status === 200;
  while (!(await shows()) && Date.now() < deadline) await wait(100);
  if (!(await shows())) findings.note('notBack', `${name}: its page has not come`);

  // A "no" needs no room.
  state.begin();
  try {
    const { status } = await staff.call('PUT', videoPath(story.video.id, '/unapprove'));
    const [row] = await writes.product.query<{ is: boolean }>(
      'SELECT is_approved AS is FROM showcase_video WHERE id = $1',
      [story.video.id],
    );
    for (const address of [story.address, `/media/${story.video.id}.mp4`]) {
      const read = await writes.visitor.call('GET', address);
      if (!row!.is && read.status !== 404)
        findings.note('readable', `${address} is ${read.status} after unapprove was ${status} on a disk ${state.name}`);
    }
  } finally {
    state.end();
  }
  await staff.call('PUT', videoPath(story.video.id, '/unapprove'));
}

/** Each thing that somebody sends, at each stage of it. */
class Writes {
  readonly staff: Person;
  readonly story: Story;
  readonly product: Product;
  readonly visitor: Person;
  private readonly person: Person;
  private readonly userId: string;
  private readonly random: Random;
  private readonly photo: Buffer;

  private constructor(product: Product, random: Random, staff: Person, story: Story, photo: Buffer) {
    this.product = product;
    this.visitor = new Person(product.url);
    this.random = random;
    this.staff = staff;
    this.story = story;
    this.person = story.person;
    this.userId = story.user.id;
    this.photo = photo;
  }

  static async of(product: Product, random: Random): Promise<Writes> {
    const staff = await product.staff();
    const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
    return new Writes(product, random, staff, story, await sampleJpeg({ width: 1200, height: 900 }));
  }

  get all(): Write[] {
    const base64 = () => toDataUrl(randomWebm(this.random, 3_000_000), 'video/webm');
    return [
      { name: 'start of an upload', prepare: async () => this.start(randomWebm(this.random, 6_000_000)) },
      { name: 'a chunk', prepare: () => this.chunk() },
      { name: 'the end of an upload', prepare: () => this.end() },
      { name: 'an upload made an answer', prepare: () => this.claim() },
      {
        name: 'an answer in base64',
        prepare: async () => {
          const json = { questionId: 1, title: 'An answer', videoData: base64() };
          return () => this.person.call('POST', '/api/videos/upload-cloud', { json });
        },
      },
      {
        name: 'a photo',
        prepare: async () => {
          const json = { originalName: 'me.jpg', imageData: toDataUrl(this.photo, 'image/jpeg') };
          return () => this.person.call('POST', '/api/photos', { json });
        },
      },
      { name: 'a public upload', prepare: async () => () => this.publicForm() },
      { name: 'a finished video', prepare: async () => () => this.finishedVideo() },
    ];
  }

  private start(bytes: Buffer): () => Promise<Answer> {
    const json = { filename: 'a.webm', mimeType: 'video/webm', totalSize: bytes.length, totalChunks: chunksOf(bytes) };
    return () => this.person.call('POST', '/api/uploads/start', { json });
  }

  private async chunk(): Promise<() => Promise<Answer>> {
    const bytes = randomWebm(this.random, 4_000_000);
    const { uploadId } = (await this.start(bytes)()).body as StartUploadResponse;
    return () => this.person.call('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, 0, chunkOf(bytes, 0)) });
  }

  private async end(): Promise<() => Promise<Answer>> {
    const bytes = randomWebm(this.random, 40_000);
    const { uploadId } = (await this.start(bytes)()).body as StartUploadResponse;
    await this.person.do('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, 0, bytes) });
    return () => this.person.call('POST', `/api/uploads/process/${uploadId}`);
  }

  private async claim(): Promise<() => Promise<Answer>> {
    const bytes = randomWebm(this.random, 40_000);
    const { uploadId } = (await this.start(bytes)()).body as StartUploadResponse;
    await this.person.do('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, 0, bytes) });
    await this.person.do('POST', `/api/uploads/process/${uploadId}`);
    const json = { questionId: 2, title: 'An answer', uploadId };
    return () => this.person.call('POST', '/api/videos/upload-cloud', { json });
  }

  private publicForm(): Promise<Answer> {
    const form = new FormData();
    form.set('submitterEmail', newcomer(this.random).email);
    form.set('fileCount', '1');
    form.set('file0', new Blob([new Uint8Array(randomMp4(this.random, 3_000_000))], { type: 'video/mp4' }), 'a.mp4');
    return new Person(this.product.url).call('POST', '/api/public/upload', { form });
  }

  private finishedVideo(): Promise<Answer> {
    const form = new FormData();
    form.set('userId', this.userId);
    form.set('questionId', '2');
    form.set('video', new Blob([new Uint8Array(randomMp4(this.random, 3_000_000))], { type: 'video/mp4' }), 'a.mp4');
    return this.staff.call('POST', '/api/admin/showcase-videos', { form });
  }
}

/** What its log, which is written ahead, has room for. */
async function useUp(product: Product): Promise<void> {
  const fill = `CREATE TABLE filler AS SELECT n, repeat(md5(random()::text || n), 300) FROM generate_series(1, 20000) AS n`;
  await product.query(fill).catch(() => undefined);
}

/** The disk of the database is full until there is room again: it may end meanwhile, and comes back. */
async function fullDatabase({ random, product: makeProduct }: Context, findings: Findings): Promise<void> {
  const product = await makeProduct();
  const disk = SmallDisk.make(DATABASE_DISK_MIB);
  let postgres: ExternalPostgres | undefined;
  try {
    const folder = path.join(disk.folder, 'database');
    await mkdir(folder, { mode: 0o711 });
    await promisify(execFile)('cp', ['-a', product.inState('postgres'), folder]);
    postgres = await ExternalPostgres.at(folder);
    product.databaseFolder = postgres.folder;
    await product.start({ settings: { DATABASE_URL: postgres.url } });
    const { person } = await register(product, random);
    disk.fill();
    await useUp(product);
    const acknowledged: string[] = [];
    const writes = [
      async () => {
        const json = newcomer(random, 'A'.repeat(90));
        const answer = await new Person(product.url).call('POST', '/api/register', { json });
        if (answer.status === 201) acknowledged.push(json.email);
        return answer;
      },
      () => {
        const json = {
          questionId: 1,
          title: 'An answer',
          videoData: toDataUrl(randomWebm(random, 2_000), 'video/webm'),
        };
        return person.call('POST', '/api/videos/upload-cloud', { json });
      },
      () => {
        const json = { filename: `${'a'.repeat(90)}.webm`, mimeType: 'video/webm', totalSize: 2_000, totalChunks: 1 };
        return person.call('POST', '/api/uploads/start', { json });
      },
    ];
    let refused = 0;
    for (let index = 0; index < FULL_WRITES; index++) {
      const answer = await writes[index % writes.length]!();
      findings.tried++;
      // Where its log has a little room left, so has the answer.
      if (answer.status >= 200 && answer.status < 300) continue;
      refused++;
      const hasWords = typeof (answer.body as { message?: unknown } | null)?.message === 'string';
      if (!((answer.status === 507 || answer.status === 503) && hasWords)) {
        findings.note('otherAnswers', `a write into a full database: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    findings.refusedByDatabase = Math.min(findings.refusedByDatabase, refused);
    disk.free();
    // It may have ended for want of room; an operator starts it again.
    await postgres.start();
    const deadline = Date.now() + BACK_WITHIN_MS;
    const works = async () =>
      (await new Person(product.url).call('POST', '/api/register', { json: newcomer(random) })).status === 201;
    while (!(await works()) && Date.now() < deadline) await wait(100);
    if (!(await works())) findings.note('notBack', 'nobody can register once the database has room again');
    const rows = await product.query<{ email: string }>('SELECT email FROM participant');
    const kept = new Set(rows.map(({ email }) => email));
    for (const email of acknowledged)
      if (!kept.has(email)) findings.note('leftovers', `${email} was acknowledged and is lost`);
    const [{ uploads, media }] = (await product.query(
      `SELECT (SELECT count(*)::int FROM upload_session) AS uploads, (SELECT count(*)::int FROM media_file) AS media`,
    )) as [Record<'uploads' | 'media', number>];
    for (const [kind, expected] of Object.entries({ uploads, media })) {
      const found = (await readFiles(product.inState(kind))).size;
      if (found !== expected) findings.note('leftovers', `${found} files in ${kind} for ${expected} rows`);
    }
  } finally {
    await product.kill();
    await postgres?.dispose();
    disk.dispose();
  }
}
