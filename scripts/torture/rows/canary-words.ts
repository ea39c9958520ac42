import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { readFiles } from '../../../api/testing/site-files.ts';
import { type MyStory, STORY_DOWNLOAD_PATH } from '../../../api/contract/stories/my-story.ts';
import { PRIVACY } from '../../../api/contract/consent/privacy.ts';
import { addVideo, register, videoPath } from '../archive.ts';
import { openLink } from '../mailed-links.ts';
import type { Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomMp4 } from '../samples.ts';
import { decode } from '../site-tree.ts';
import { unzip } from '../unzip.ts';

type No =
  'unapprove' | 'delete video' | 'delete person' | 'refuse' | 'hide' | 'withdraw video' | 'withdraw story' | 'leave';
const NOES: No[] = [
  'unapprove',
  'delete video',
  'delete person',
  'refuse',
  'hide',
  'withdraw video',
  'withdraw story',
  'leave',
];
/** Of these staff keep the film, and nobody else has it. */
const KEPT: readonly No[] = ['unapprove', 'refuse', 'hide'];
/** Of one video: of half of these people another one stays public. */
const OF_ONE_VIDEO: readonly No[] = ['unapprove', 'delete video', 'refuse', 'withdraw video'];
/** After these nothing names the person any more. */
const NAMELESS: readonly No[] = ['delete person', 'leave'];

/** What a "no" has to take away: words that stand in a story alone, and where it is read. */
interface Told {
  no: No;
  person: Person;
  words: string[];
  userId: string;
  videoId: string;
  page: string;
  /** Where there is nothing afterwards. */
  addresses: string[];
  /** Where something else is, because another video stays. */
  pages: string[];
}

/** Words that nobody else says, before and after their story is taken away. */
export const canaryWords: Row = { number: 9, name: 'canary-words', counts: { full: 100, quick: 4 }, shares: true, run };

async function run({ random, count, running, say }: Context): Promise<Outcome> {
  const product = await running({ LOG_LEVEL: 'debug' });
  const staff = await product.staff();
  const stays = await tell(product, staff, random.fork('stays'), 'unapprove');
  const stories = [];
  // So that a few stories are of other kinds each time.
  const first = random.below(NOES.length);
  for (let index = 0; index < count; index++)
    stories.push(await tell(product, staff, random.fork(`story ${index}`), NOES[(first + index) % NOES.length]!));
  const copy = path.join(await mkdtemp(path.join(os.tmpdir(), 'stories-copy-')), 'site');
  await product.runWell('export-site', ['--out', copy]);
  const readable = await wordsIn(product, copy, stories);
  const notes = readable.size < stories.length ? [`only ${readable.size} stories were public at first`] : [];
  let readAfterNo = 0;
  for (const [index, story] of random.shuffled(stories).entries()) {
    await sayNo(staff, story);
    for (const place of [...(await stillRead(product, story)), ...(await stillInTree(product, story))]) {
      readAfterNo++;
      notes.push(`${place} after ${story.no}`);
    }
    if (index % 20 === 19) say(`${index + 1} taken away`);
  }
  await product.runWell('export-site', ['--update', copy]);
  const left = await wordsIn(product, copy, stories);
  await rm(path.dirname(copy), { recursive: true });
  const others = Buffer.concat([...(await unzip(await stays.person.download(STORY_DOWNLOAD_PATH))).values()]).toString(
    'latin1',
  );
  for (const story of stories.filter(({ words }) => words.some((word) => others.includes(word))))
    left.set(story, (left.get(story) ?? new Set()).add('what somebody else downloads'));
  for (const [story, places] of left) notes.push(`${story.no}: ${[...places].slice(0, 5).join(', ')}`);
  const kept = await staff.call('GET', stays.page);
  return {
    tried: `${count} stories, by turns ${[...new Set(stories.map(({ no }) => no))].join(', ')}`,
    figures: [
      atMost('readable after the answer', readAfterNo),
      atMost('stories with bytes left', left.size),
      atMost('stories that were not public before', stories.length - readable.size),
      atMost('other stories gone with them', kept.text.includes(stays.words[0]!) ? 0 : 1),
    ],
    notes,
  };
}

async function tell(product: Product, staff: Person, random: Random, no: No): Promise<Told> {
  const [transcript, title, description, name, spoken] = Array.from({ length: 5 }, () => random.word()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  // A name stands in addresses, which stay somebody's until they are deleted.
  const isNameless = NAMELESS.includes(no);
  const { person, user, email } = await register(product, random, isNameless ? name : 'Anna');
  await openLink(product, email, person);
  if (isNameless)
    await person.do('POST', '/api/consent/recording', { json: { answer: 'yes', version: PRIVACY.version } });
  const video = await addVideo(product, staff, user.id, {
    bytes: Buffer.concat([randomMp4(random, 2_000), Buffer.from(spoken)]),
    transcript: `WEBVTT\n\n00:01.000 --> 00:09.000\nThe ${transcript} sings in the garden.\n`,
    title: `A day of the ${title}`,
    description: `About a ${description}`,
  });
  await staff.do('PUT', videoPath(video.id, '/approve'), { json: {} });
  const other = OF_ONE_VIDEO.includes(no) && random.chance(0.5);
  if (other) {
    const bytes = randomMp4(random, 2_000);
    const { id } = await addVideo(product, staff, user.id, { bytes, questionId: 2, transcript: 'It goes on.' });
    await staff.do('PUT', videoPath(id, '/approve'), { json: {} });
  }
  const { userName } = video.user;
  const ofVideo = [`/media/${video.id}.mp4`, encodeURI(`/stories/${userName}/${video.id}.vtt`)];
  const page = encodeURI(`/stories/${userName}`);
  const ofStory = [page, encodeURI(`/api/user-story/${userName}`)];
  return {
    no,
    person,
    // Their e-mail, too: nothing that is kept may say whose it was.
    words: [transcript, title, description, spoken, ...(isNameless ? [name, email] : [])],
    userId: user.id,
    videoId: video.id,
    page,
    addresses: other ? ofVideo : [...ofVideo, ...ofStory],
    pages: other ? ofStory : [],
  };
}

async function sayNo(staff: Person, { no, person, userId, videoId }: Told): Promise<void> {
  switch (no) {
    case 'unapprove':
      return staff.do('PUT', videoPath(videoId, '/unapprove'));
    case 'delete video':
      return staff.do('DELETE', videoPath(videoId));
    case 'delete person':
      return staff.do('DELETE', `/api/admin/delete-user/${userId}`);
    case 'refuse': {
      const { videos } = await person.do<MyStory>('GET', '/api/my-story');
      const json = { cutHash: videos[0]!.release.cutHash, decision: 'no' };
      return person.do('POST', `/api/my-story/videos/${videoId}/release`, { json });
    }
    case 'hide':
      return person.do('POST', '/api/my-story/hide');
    case 'withdraw video':
      return person.do('POST', '/api/my-story/withdraw', { json: { what: 'video', id: videoId } });
    case 'withdraw story':
      return person.do('POST', '/api/my-story/withdraw', { json: { what: 'story' } });
    case 'leave':
      return person.do('POST', '/api/my-story/leave');
  }
}

/** Where a visitor still gets it, right after the answer. */
async function stillRead({ url }: Product, { addresses, pages, words }: Told): Promise<string[]> {
  const found: string[] = [];
  for (const address of addresses) if ((await fetch(url + address)).status !== 404) found.push(address);
  const others = [
    ...pages,
    '/',
    '/stories',
    '/stories/feed.xml',
    '/sitemap.xml',
    '/api/stories-overview',
    '/api/search-data',
  ];
  for (const address of [...others, `/api/search-data?q=${words[0]}`]) {
    const text = await (await fetch(url + address)).text();
    // The search says again what it was asked.
    const said = address.includes('q=') ? text.replaceAll(`"${words[0]}"`, '') : text;
    if (words.some((word) => said.includes(word))) found.push(address);
  }
  return found;
}

/** Which files another web server would still hand out, right after the answer: a later no tidies up after this one. */
async function stillInTree(product: Product, { words }: Told): Promise<string[]> {
  const files = await readFiles(product.inState('site'));
  return [...files.keys()].filter((file) => {
    const text = decoded(file, files.get(file)!).toString('latin1');
    return words.some((word) => text.includes(word));
  });
}

/** Which of the stories stand where, in any byte that a visitor or an operator may come across. */
async function wordsIn(product: Product, copy: string, stories: Told[]): Promise<Map<Told, Set<string>>> {
  const found = new Map<Told, Set<string>>();
  const look = (place: string, bytes: Buffer | string, concerned: (story: Told) => boolean = () => true) => {
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1');
    for (const story of stories) {
      if (!concerned(story) || !story.words.some((word) => text.includes(word))) continue;
      found.set(story, (found.get(story) ?? new Set()).add(place));
    }
  };
  for (const folder of [...['site', 'site-staging', 'ledger'].map((name) => product.inState(name)), copy]) {
    for (const [file, bytes] of await readFiles(folder))
      look(path.join(path.basename(folder), file), decoded(file, bytes));
  }
  // To whom a mail goes stands above it.
  for (const [file, bytes] of await readFiles(product.inState('outbox')))
    look(`outbox/${file}`, bytes.toString('latin1').replaceAll(/^(To: |Message-ID: ).*$/gm, ''));
  for (const name of await readdir(product.stateDir)) {
    if (name.startsWith('site-manifest')) look(name, await readFile(product.inState(name)));
  }
  look('log', product.output);
  for (const [file, text] of await product.databaseLogs()) look(`postgres/${file}`, text);
  const isDeleted = ({ no }: Told) => !KEPT.includes(no);
  for (const folder of ['media', 'uploads']) {
    for (const [file, bytes] of await readFiles(product.inState(folder)))
      look(path.join(folder, file), bytes, isDeleted);
  }
  for (const { schema, table, rows } of await dump(product)) {
    look(`table ${schema}.${table}`, rows, schema === 'public' ? isDeleted : undefined);
  }
  return found;
}

function decoded(file: string, bytes: Buffer): Buffer {
  // A file that is being read as it goes has no end.
  try {
    const plain = decode(file, bytes);
    return Buffer.concat([plain, ...packedParts(bytes)]);
  } catch {
    return bytes;
  }
}

/** The records of a search index are compressed one by one within their file. */
function packedParts(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (
    let at = bytes.indexOf('\x1f\x8b\x08', 1, 'latin1');
    at >= 0;
    at = bytes.indexOf('\x1f\x8b\x08', at + 1, 'latin1')
  ) {
    try {
      parts.push(decode('', bytes.subarray(at)));
    } catch {
      // Three bytes that only look like a beginning, or a part that others follow.
    }
  }
  return parts;
}

async function dump(product: Product): Promise<{ schema: string; table: string; rows: string }[]> {
  const tables = await product.query<{ schema: string; table: string }>(
    `SELECT table_schema AS schema, table_name AS "table" FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')`,
  );
  const dumped: { schema: string; table: string; rows: string }[] = [];
  // One after the other: each has a connection of its own, and those are few.
  for (const { schema, table } of tables) {
    const [row] = await product.query<{ rows: string | null }>(
      `SELECT string_agg(row_to_json(t)::text, E'\\n') AS rows FROM "${schema}"."${table}" AS t`,
    );
    dumped.push({ schema, table, rows: row!.rows ?? '' });
  }
  return dumped;
}
