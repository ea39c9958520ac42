import { existsSync } from 'node:fs';
import path from 'node:path';
import { QUESTION_RECORDINGS_MAX } from '../../../api/contract/common/limits.ts';
import { addStory, register, videoPath } from '../archive.ts';
import { openLink } from '../mailed-links.ts';
import { chunkForm, chunkOf, chunksOf, type Person } from '../person.ts';
import type { StartUploadResponse } from '../../../api/contract/media/uploads.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, toDataUrl } from '../samples.ts';
import { readCalls, straceInto, type SystemCall } from '../strace.ts';

/** Of one participant, by turns to two questions: each keeps so many recordings until they submit. */
const UPLOADS_OF_ONE = 2 * QUESTION_RECORDINGS_MAX;

/** What is written is synced, then named, then its folder synced, then committed, then answered; seen from the system. */
export const orderOfCalls: Row = { number: 2, name: 'order-of-calls', counts: { full: 1_000, quick: 4 }, run };

async function run({ random, count, product: makeProduct }: Context): Promise<Outcome> {
  const product = await makeProduct();
  const file = product.inState('system-calls');
  await product.start({ prefix: straceInto(file) });
  const staff = await product.staff();
  let { person } = await register(product, random);
  const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
  await openLink(product, story.email, story.person);
  for (let index = 0; index < count; index++) {
    if (index > 0 && index % UPLOADS_OF_ONE === 0) ({ person } = await register(product, random));
    await (index % 2 === 0 ? sendChunks(person, random) : sendBase64(person, random));
    if (index % 4 === 3) {
      for (const step of ['approve', 'unapprove'])
        await staff.do('PUT', videoPath(story.video.id, `/${step}`), { json: {} });
      for (const step of ['hide', 'show']) await story.person.do('POST', `/api/my-story/${step}`);
    }
  }
  await product.stop();
  if (!existsSync(file)) throw new Error('strace has written nothing.');
  const checker = new Checker(product);
  for (const call of await readCalls(file)) checker.take(call);
  return {
    tried: `${count} uploads and ${Math.floor(count / 4)} times approve, unapprove, hide and show, ${checker.renames} files named, ${checker.namingCommits} of ${checker.commits} commits name files`,
    figures: [
      atMost('files named before they were synced', checker.unsynced),
      atMost('commits before the folder was synced', checker.folders),
      atMost('answers before what was written was synced', checker.earlyAnswers),
      // Else the rest would say nothing.
      atLeast(
        'files named, syncs, commits and answers seen',
        Math.min(checker.renames, checker.syncs, checker.namingCommits, checker.goodAnswers),
        count,
      ),
    ],
    notes: checker.notes,
  };
}

async function sendChunks(person: Person, random: Random): Promise<void> {
  const bytes = randomWebm(random, random.between(2_000, 5_300_000));
  const json = { filename: 'a.webm', mimeType: 'video/webm', totalSize: bytes.length, totalChunks: chunksOf(bytes) };
  const { uploadId } = await person.do<StartUploadResponse>('POST', '/api/uploads/start', { json });
  for (let index = 0; index < chunksOf(bytes); index++) {
    await person.do('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, index, chunkOf(bytes, index)) });
  }
  await person.do('POST', `/api/uploads/process/${uploadId}`);
  await person.do('POST', '/api/videos/upload-cloud', { json: { questionId: 1, title: 'An answer', uploadId } });
}

async function sendBase64(person: Person, random: Random): Promise<void> {
  const videoData = toDataUrl(randomWebm(random, random.between(2_000, 300_000)), 'video/webm');
  await person.do('POST', '/api/videos/upload-cloud', { json: { questionId: 2, title: 'An answer', videoData } });
}

/** Follows what is written below the state folder; a file may have several names, one after the other or at once. */
class Checker {
  unsynced = 0;
  folders = 0;
  goodAnswers = 0;
  earlyAnswers = 0;
  renames = 0;
  commits = 0;
  namingCommits = 0;
  syncs = 0;
  readonly notes: string[] = [];
  private readonly files = new Map<string, number>();
  /** Files with bytes that a power cut would take, by the name under which they came. */
  private readonly dirty = new Map<number, string>();
  /** Folders of media with a name that a power cut would take. */
  private readonly unsyncedFolders = new Set<string>();
  /** Connections of which the transaction so far names files. */
  private readonly naming = new Set<string>();
  private readonly product: Product;
  private newest = 0;

  constructor(product: Product) {
    this.product = product;
  }

  take(call: SystemCall): void {
    const { name, path: place, text } = call;
    if (/^f(data)?sync/.test(name)) {
      if (this.isOurs(place)) this.syncs++;
      this.dirty.delete(this.fileAt(place));
      this.unsyncedFolders.delete(place);
    } else if (/^(rename|link)/.test(name)) this.takeName(call);
    else if (place.startsWith('socket:')) this.takeWords(place, text);
    else if (/^(p?write|ftruncate)/.test(name) && this.isOurs(place)) this.dirty.set(this.fileAt(place), place);
  }

  private takeWords(connection: string, text: string): void {
    if (text.startsWith('HTTP/1.1')) this.takeAnswer(text);
    else this.takeStatement(connection, text);
  }

  private takeName({ name, path: from, to = '' }: SystemCall): void {
    if (!this.isOurs(to)) return;
    const file = this.fileAt(from);
    this.files.set(to, file);
    if (name.startsWith('rename')) this.files.delete(from);
    if (this.isOnItsWay(to)) return;
    this.renames++;
    if (this.dirty.has(file)) {
      this.unsynced++;
      this.notes.push(`${name} of ${from} before it was synced`);
    }
    // What is public is made again from what is kept; only names of what is kept have to last.
    if (to.startsWith(this.product.inState('media'))) this.unsyncedFolders.add(path.dirname(to));
  }

  /** Others commit what has nothing to do with files meanwhile. */
  private takeStatement(connection: string, text: string): void {
    if (/INSERT INTO.*media_file/.test(text)) this.naming.add(connection);
    if (/ROLLBACK/.test(text)) this.naming.delete(connection);
    if (!text.includes('COMMIT')) return;
    this.commits++;
    if (this.naming.delete(connection)) this.commit();
  }

  private commit(): void {
    this.namingCommits++;
    if (this.unsyncedFolders.size === 0) return;
    this.folders++;
    this.notes.push(`commit before ${[...this.unsyncedFolders].join(', ')} was synced`);
    this.unsyncedFolders.clear();
  }

  private takeAnswer(text: string): void {
    if (!/^HTTP\/1\.1 2\d\d/.test(text)) return;
    this.goodAnswers++;
    const waiting = [...this.dirty.values(), ...this.unsyncedFolders].filter((place) => !this.isMadeAgain(place));
    this.dirty.clear();
    if (waiting.length === 0) return;
    this.earlyAnswers++;
    this.notes.push(`${text.slice(0, 12)} before ${waiting.join(', ')} was synced`);
  }

  private fileAt(place: string): number {
    const known = this.files.get(place);
    if (known !== undefined) return known;
    this.files.set(place, ++this.newest);
    return this.newest;
  }

  private isOurs(place: string): boolean {
    return ['media', 'uploads', 'site', 'ledger'].some((folder) => place.startsWith(this.product.inState(folder)));
  }

  /** Where files are made before they get their name. */
  private isOnItsWay(place: string): boolean {
    return ['media/.unfinished', 'uploads/temporary', 'site-staging'].some((name) =>
      place.startsWith(this.product.inState(name)),
    );
  }

  /** The parts of a search index are checked by their sizes at the next start, and written again. */
  private isMadeAgain(place: string): boolean {
    return place.startsWith(this.product.inState('site-staging'));
  }
}
