import { readdir, readFile } from 'node:fs/promises';
import { XMLValidator } from 'fast-xml-parser';
import { fromMarkdown } from 'mdast-util-from-markdown';
import PostalMime, { type Email } from 'postal-mime';
import type { ExportUser, ExportVideo } from '../../api/contract/staff/export.ts';
import { STORY_DOWNLOAD_PATH } from '../../api/contract/stories/my-story.ts';
import type { InterviewQuestion } from '../../api/contract/interview/questions.ts';
import { storyExport } from '../../api/contract/staff/export-markdown.ts';
import { addStory, type Story, videoPath } from './archive.ts';
import { HOSTILE_MARKUP } from './hostile-values.ts';
import { openLink } from './mailed-links.ts';
import type { Person } from './person.ts';
import type { Product } from './product.ts';
import type { Random } from './random.ts';
import { sampleJpeg, toDataUrl } from './samples.ts';
import { unzip } from './unzip.ts';

const MOST_VALUES = 40;

interface Shown {
  pages: number;
  mails: number;
  /** Of all downloads. */
  files: number;
  wrong: number;
}

/** Where texts come out again: pages with head and JSON-LD, feeds, mails, the export, and what people download. */
export async function whatIsShown(
  product: Product,
  staff: Person,
  random: Random,
  values: unknown[],
  notes: string[],
): Promise<Shown> {
  const texts = values.filter((value): value is string => typeof value === 'string' && value.trim().length > 3);
  const addresses = ['/', '/stories', '/stories/feed.xml', '/sitemap.xml'];
  const wrong: string[] = [];
  let files = 0;
  for (const text of [...HOSTILE_MARKUP, ...texts.slice(0, MOST_VALUES)]) {
    const words = text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, ' ')
      .slice(0, 90);
    const story = await addStory(product, staff, random, {
      firstName: words,
      transcript: `${words} sings.`,
      title: words,
      description: words,
    }).catch(() => null);
    // Not every text is a name.
    if (!story) continue;
    await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
    addresses.push(story.address);
    const download = await downloaded(product, staff, story, text);
    files += download.size;
    wrong.push(...[...download].flatMap(([name, bytes]) => findInFile(name, bytes)));
  }
  for (const address of addresses) {
    const { text, status } = await staff.call('GET', address);
    const found = status === 200 ? findMarkup(address, text) : [`is ${status}`];
    wrong.push(...found.map((words) => `${address} ${words}`));
  }
  const mails = await mailsOf(product);
  for (const mail of mails) wrong.push(...findInMail(mail).map((words) => `mail "${mail.subject}" ${words}`));
  wrong.push(...(await findInExport(staff)));
  notes.push(...wrong);
  return { pages: addresses.length, mails: mails.length, files, wrong: wrong.length };
}

/** All that is the person's, with that text as every name that a client gives. */
async function downloaded(
  product: Product,
  staff: Person,
  { person, email, video }: Story,
  text: string,
): Promise<Map<string, Buffer>> {
  await openLink(product, email, person);
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  // Some are refused, as too long or no text: the others stand for them.
  await person.call('POST', '/api/photos', { json: { originalName: text, imageData, description: text } });
  await person.call('PUT', '/api/written-answers/1', { json: { text } });
  await staff.call('POST', videoPath(video.id, '/release-request'), { json: { words: text } });
  return unzip(await person.download(STORY_DOWNLOAD_PATH));
}

/** Names that every file system takes, and no markup in the page that comes with them. */
function findInFile(name: string, bytes: Buffer): string[] {
  const found = /[\p{Cc}\p{Cf}\\:*?"<>|]|^\/|(^|\/)\.|[. ](\/|$)/u.test(name)
    ? [`a download holds ${JSON.stringify(name)}`]
    : [];
  if (name.endsWith('.html')) found.push(...findMarkup(name, bytes.toString()).map((words) => `${name} ${words}`));
  if (name.endsWith('.json')) JSON.parse(bytes.toString());
  return found;
}

async function mailsOf(product: Product): Promise<Email[]> {
  const names = (await readdir(product.inState('outbox')).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(product.inState('outbox', name)))));
}

/** One reader, no headers out of a text, no markup. */
function findInMail({ to, cc, bcc, subject, html, headers }: Email): string[] {
  const found: string[] = [];
  if (to?.length !== 1 || (cc?.length ?? 0) > 0 || (bcc?.length ?? 0) > 0) found.push('goes to others');
  if (headers.filter(({ key }) => key === 'subject').length !== 1 || subject === 'hello')
    found.push('has a header out of a text');
  if (html) found.push(...findMarkup('', html));
  return found;
}

/** As `/admin4` writes it: nothing in it is HTML, and nobody's text is somebody's heading. */
async function findInExport(staff: Person): Promise<string[]> {
  const [users, videos, questions] = [
    await staff.do<ExportUser[]>('GET', '/api/users'),
    await staff.do<ExportVideo[]>('GET', '/api/showcase-videos/approved'),
    await staff.do<InterviewQuestion[]>('GET', '/api/questions'),
  ];
  const { children } = fromMarkdown(storyExport({ users, videos, questions }));
  // Whoever hides is approved, and not told of.
  const people = users.filter(({ id }) => videos.some(({ userId, questionId }) => userId === id && questionId));
  const headings = children.filter((node) => node.type === 'heading' && node.depth === 2).length;
  return [
    ...children
      .filter(({ type }) => !['heading', 'paragraph'].includes(type))
      .map(({ type }) => `the export has a part that is ${type}`),
    ...(JSON.stringify(children).includes('"type":"html"') ? ['the export has HTML in it'] : []),
    ...(headings === people.length ? [] : [`the export has ${headings} names of ${people.length} people`]),
  ];
}

const QUOTED = /"[^"]*"|'[^']*'/g;
const TAG = /<[a-z][^\s>]*(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;

function findMarkup(address: string, text: string): string[] {
  if (address.endsWith('.xml')) return XMLValidator.validate(text) === true ? [] : ['is no XML'];
  const found: string[] = [];
  const scripts = [...text.matchAll(/<script[^>]*type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/g)];
  for (const [, json] of scripts) {
    try {
      JSON.parse(json!);
    } catch {
      found.push('has JSON-LD that is no JSON');
    }
  }
  // What stands in quotes within a tag is an attribute's text.
  const page = text.replaceAll(TAG, (tag) => tag.replaceAll(QUOTED, '""'));
  if (/<img src=x|<svg\/onload|<script>alert|<[^>]+\son\w+=/i.test(page)) found.push('has markup out of a text');
  if (/href="\s*javascript:/i.test(text)) found.push('has a link that is a script');
  return found;
}
