import type { StartUploadResponse } from '../../../api/contract/media/uploads.ts';
import { type MailServer, startMailServer } from '../../../api/testing/mail-server.ts';
import { freePort } from '../../lib/free-port.mjs';
import { addStory, register, release, type Story, videoPath } from '../archive.ts';
import { hasFaketime, shiftedClock } from '../faketime.ts';
import { chunkForm, Person } from '../person.ts';
import type { Product } from '../product.ts';
import type { Random } from '../random.ts';
import { atMost, type Context, NotRun, type Outcome, type Row } from '../row.ts';
import { randomWebm } from '../samples.ts';

/** Minutes by which a clock is off, and what still has to hold then of what began at the right time. */
const LEAPS: Leap[] = [
  { minutes: 61, participant: true, staff: false, link: false, upload: true },
  { minutes: -24 * 60, participant: true, staff: true, link: true, upload: true },
  { minutes: 20, participant: true, staff: true, link: true, upload: true },
  { minutes: 23 * 60, participant: true, staff: false, link: false, upload: true },
  { minutes: 29 * 24 * 60, participant: true, staff: false, link: false, upload: null },
  { minutes: 31 * 24 * 60, participant: false, staff: false, link: false, upload: null },
  { minutes: 366 * 24 * 60, participant: false, staff: false, link: false, upload: null },
];

interface Leap {
  minutes: number;
  participant: boolean;
  staff: boolean;
  link: boolean;
  /** Null: it may have been swept, or not yet. */
  upload: boolean | null;
}

/** Clocks that are ahead, behind, a year off, and two servers that do not agree. */
export const clocks: Row = { number: 20, name: 'clocks', counts: { full: LEAPS.length, quick: 1 }, run };

async function run({ random, count, product: makeProduct }: Context): Promise<Outcome> {
  if (!hasFaketime) throw new NotRun('this machine has no faketime.');
  await using mails = await startMailServer();
  const product = await makeProduct({ SMTP_URL: mails.url, MAIL_FROM: 'stories@example.org' });
  const notes: string[] = [];
  const leaps = LEAPS.slice(0, count);
  await product.start();
  for (const leap of leaps) notes.push(...(await tryLeap(product, mails, random, leap)));
  const apart = await tryApart(product, mails, random);
  return {
    tried: `clocks off by ${leaps.map(({ minutes }) => `${minutes} min`).join(', ')}, and two servers two hours apart (there are no schedules but the nights in which what has a period goes)`,
    figures: [atMost('wrong after a leap', notes.length), atMost('wrong where clocks differ', apart.length)],
    notes: [...notes, ...apart],
  };
}

async function tryLeap(product: Product, mails: MailServer, random: Random, leap: Leap): Promise<string[]> {
  const staff = await product.staff();
  const owner = await register(product, random);
  const [shown, waiting] = [
    await addStory(product, staff, random, { transcript: 'A lark sings.' }),
    await addStory(product, staff, random, { transcript: 'A wren sings.' }),
  ];
  await staff.do('PUT', videoPath(shown.video.id, '/approve'), { json: {} });
  const refused = await addStory(product, staff, random, { transcript: 'A thrush sings.' });
  await signIn(product, mails, refused);
  await release(refused.person, refused.video.id, 'no');
  const upload = await beginUpload(owner.person, random);
  const linked = await register(product, random);
  const token = await mailedToken(product, mails, linked.email);
  await product.stop();

  await product.start({ prefix: shiftedClock(leap.minutes) });
  const found: string[] = [];
  const expect = (what: string, isSo: boolean, shouldBe: boolean | null) => {
    if (shouldBe === null || isSo === shouldBe) return;
    found.push(`${leap.minutes} min: ${what} ${isSo ? 'still holds' : 'does not hold any more'}`);
  };
  expect("a participant's session", await isOk(owner.person.call('GET', '/api/auth/user')), leap.participant);
  expect("a producer's session", await isOk(staff.call('GET', '/api/admin/all-users')), leap.staff);
  expect('a link', await isOk(new Person(product.url).call('POST', '/api/auth/link', { json: { token } })), leap.link);
  expect('what was public', await isPublic(product, shown), true);
  expect('what was not public', await isPublic(product, waiting), false);
  if (leap.participant) expect('an upload', await isOk(upload(owner.person)), leap.upload);
  const later = await product.staff();
  await later.do('PUT', videoPath(waiting.video.id, '/approve'), { json: {} });
  expect('what is approved now', await isPublic(product, waiting), true);
  expect('a "no"', !(await isOk(later.call('PUT', videoPath(refused.video.id, '/approve'), { json: {} }))), true);
  expect('what was refused', await isPublic(product, refused), false);
  // Periods end with nights that were lived through, not with a clock.
  const people = await product.query('SELECT id FROM participant WHERE id = $1', [owner.user.id]);
  expect('a person who has not submitted', people.length === 1, true);
  await later.do('PUT', videoPath(shown.video.id, '/unapprove'));
  expect('what is taken away now', await isPublic(product, shown), false);
  await product.stop();

  // The clock is put right: what was taken away stays away, whatever the time says.
  await product.start();
  expect('what was taken away', await isPublic(product, shown), false);
  expect('what was approved', await isPublic(product, waiting), true);
  return found;
}

async function tryApart(product: Product, mails: MailServer, random: Random): Promise<string[]> {
  const found: string[] = [];
  const second = product.beside(await freePort());
  await second.start({ prefix: shiftedClock(120) });
  try {
    const staff = await product.staff();
    const { person } = await register(product, random);
    const there = new Person(second.url);
    for (const pair of person.cookies) there.cookies.set(...pair);
    const other = await second.staff();
    const upload = await beginUpload(person, random);
    if ((await there.call('GET', '/api/auth/user')).status !== 200) found.push('a session holds at one server alone');
    if ((await upload(there)).status !== 200) found.push('an upload that began at one does not go on at the other');
    for (const [here, elsewhere] of [
      [staff, second],
      [other, product],
    ] as const) {
      const story = await addStory(product, staff, random, { transcript: 'A lark sings.' });
      await here.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
      if (!(await isPublic(elsewhere, story))) found.push('approved at one, not public at the other');
      await here.do('PUT', videoPath(story.video.id, '/unapprove'));
      if (await isPublic(elsewhere, story)) found.push('taken away at one, public at the other');
      found.push(...(await tryReleases(here, elsewhere, mails, random)));
    }
  } finally {
    await second.stop();
  }
  return found;
}

/** Said at one server, whose clock is another than that of the one where it has to hold. */
async function tryReleases(here: Person, elsewhere: Product, mails: MailServer, random: Random): Promise<string[]> {
  const found: string[] = [];
  const story = await addStory(elsewhere, here, random, { transcript: 'A robin sings.' });
  await signIn(elsewhere, mails, story);
  const path = videoPath(story.video.id, '/approve');
  const approve = (url: string) => {
    const producer = new Person(url);
    for (const pair of here.cookies) producer.cookies.set(...pair);
    return isOk(producer.call('PUT', path, { json: {} }));
  };
  await release(story.person, story.video.id, 'no');
  if (await approve(here.url)) found.push('approved at one, after a "no" at the other');
  if (await isPublic(elsewhere, story)) found.push('public after a "no"');
  await release(story.person, story.video.id, 'yes');
  if (!(await approve(here.url))) found.push('not approved at one, after a "yes" at the other');
  await release(story.person, story.video.id, 'no');
  for (const url of [here.url, elsewhere.url]) {
    if ((await fetch(url + story.address)).status === 200) found.push(`public at ${url} after the last "no"`);
  }
  return found;
}

async function mailedToken({ url }: Product, { received }: MailServer, email: string): Promise<string> {
  await new Person(url).do('POST', '/api/resume-interview', { json: { email } });
  const text = received.findLast(({ to }) => to.includes(email))?.content.text ?? '';
  return /#signin=([\w-]{20,})/.exec(text)![1]!;
}

/** Nobody refuses or releases anything without a mailed link. */
async function signIn(product: Product, mails: MailServer, { person, email }: Story): Promise<void> {
  await person.do('POST', '/api/auth/link', { json: { token: await mailedToken(product, mails, email) } });
}

const isOk = async (answer: Promise<{ status: number }>) => {
  const { status } = await answer;
  return status >= 200 && status < 300;
};

const isPublic = async ({ url }: Product, { address }: Story) => (await fetch(url + address)).status === 200;

/** @returns what sends the last of it */
async function beginUpload(person: Person, random: Random) {
  const bytes = randomWebm(random, 3_000);
  const json = { filename: 'a.webm', mimeType: 'video/webm', totalSize: bytes.length, totalChunks: 1 };
  const { uploadId } = await person.do<StartUploadResponse>('POST', '/api/uploads/start', { json });
  return (by: Person) => by.call('POST', '/api/uploads/chunk', { form: chunkForm(uploadId, 0, bytes) });
}
