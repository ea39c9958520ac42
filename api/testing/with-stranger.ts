import type { AdminUser } from '../contract/staff/admin-participants.js';
import type { Consent } from '../contract/consent/consent.js';
import type { CurrentUser } from '../contract/people/participants.js';
import { ArchiveClient } from './archive-client.js';
import { readOutbox, signInTokenIn } from './outbox.js';
import { sampleJpeg, sampleWebm, toDataUrl } from './sample-media.js';
import { createTestApp, type TestApp } from './test-app.js';

export type Browser = ReturnType<TestApp['browser']>;

export const STRANGER = {
  firstName: 'Mallory',
  lastName: 'Stranger',
  tag: true,
  instagram: '@mallory',
  tiktok: '@mal',
};

export async function answer(browser: Browser, questionIds: number[]): Promise<void> {
  for (const questionId of questionIds) {
    const videoData = toDataUrl(sampleWebm(), 'video/webm');
    await browser.post('/api/videos/upload-cloud').send({ questionId, title: 'Answer', videoData }).expect(201);
  }
}

export const write = (browser: Browser, questionId: number, text: string) =>
  browser.put(`/api/written-answers/${questionId}`).send({ text, revision: 0 }).expect(200);
export const submit = (browser: Browser) => browser.patch('/api/user/status').send({ status: 'submitted' });
export const openLink = (browser: Browser, token: string) => browser.post('/api/auth/link').send({ token });

export const me = async (browser: Browser) => (await browser.get('/api/auth/user').expect(200)).body as CurrentUser;
export const count = async (path: string, browser: Browser) =>
  ((await browser.get(path).expect(200)).body as []).length;

/** What somebody has agreed to or refused, and how many receipts they have. */
export async function heard(browser: Browser) {
  const { body } = await browser.get('/api/consent').expect(200);
  const receipts = (await browser.get('/api/consent/receipts').expect(200)).body as unknown[];
  const { recording, words, photos } = body as Consent;
  return { recording, words, photos, receipts: receipts.length };
}

interface World {
  testApp: TestApp;
  staff: ArchiveClient;
  jpeg: string;
  /** Of this case. */
  email: string;
  /** The browser in which somebody has registered it whose it may not be. */
  stranger: Browser;
}

let people = 0;

/** For all cases of a file one server with a signed-in producer, and for each case nobody but a stranger with an e-mail. */
export function withStranger() {
  const world = {} as World;
  beforeAll(async () => {
    world.testApp = await createTestApp();
    world.staff = await ArchiveClient.signIn(world.testApp);
    world.jpeg = toDataUrl(await sampleJpeg(), 'image/jpeg');
  });
  afterAll(() => world.testApp.close());
  beforeEach(async () => {
    for (const table of [
      'participant',
      'public_upload',
      'video_preparation',
      'picture',
      'media_file',
      'media_deletion',
      'removal_elsewhere',
    ]) {
      await world.testApp.dataSource.query(`DELETE FROM ${table}`);
    }
    world.email = `owner-${++people}@example.org`;
    world.stranger = world.testApp.browser();
    await world.stranger
      .post('/api/register')
      .send({ ...STRANGER, email: world.email })
      .expect(201);
  });

  const addPhoto = async (browser: Browser): Promise<string> => {
    const photo = { originalName: 'me.jpg', imageData: world.jpeg };
    const { body } = await browser.post('/api/photos').send(photo).expect(201);
    return (body as { id: string }).id;
  };

  const ofStaff = async <T>(path: string) => (await world.staff.get(`/api/admin/${path}`).expect(200)).body as T;
  const atStaff = async () => (await ofStaff<AdminUser[]>('all-users')).find((user) => user.email === world.email)!;
  const rows = async (table: string) =>
    (await world.testApp.dataSource.query<{ count: number }[]>(`SELECT count(*)::int FROM ${table}`))[0]!.count;

  const mailLink = async (): Promise<string> => {
    await world.testApp.http.post('/api/resume-interview').send({ email: world.email }).expect(200);
    return signInTokenIn((await readOutbox(world.testApp)).findLast((mail) => signInTokenIn(mail) !== '')!);
  };
  /** The owner does, in a browser of theirs unless another one is given. */
  const comeByMail = async (browser: Browser = world.testApp.browser()): Promise<Browser> => {
    await openLink(browser, await mailLink()).expect(200);
    return browser;
  };

  /** Of a recording that has begun to arrive. */
  const beginDraft = async (): Promise<string> => {
    const draft = { questionId: 4, filename: 'story.webm', mimeType: 'video/webm' };
    const { body } = await world.stranger.post('/api/recording-drafts').send(draft).expect(201);
    const { uploadId } = body as { uploadId: string };
    await world.testApp.dataSource.query('UPDATE upload_session SET total_size = 1 WHERE id = $1', [uploadId]);
    return uploadId;
  };
  /** Of each kind, once another browser has proven the e-mail. */
  const begun = async () => {
    await answer(world.stranger, [1, 2]);
    await addPhoto(world.stranger);
    await write(world.stranger, 3, 'I danced.');
    await beginDraft();
    const owner = await comeByMail();
    const { id: participantId, unclaimed } = await me(owner);
    expect(unclaimed).toMatchObject({ answers: 3, photos: 1 });
    return { owner, participantId };
  };
  const left = async () => {
    const tables = ['answer', 'photo', 'written_answer', 'upload_session', 'unclaimed_beginning'];
    return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await rows(table)] as const)));
  };

  return Object.assign(world, {
    addPhoto,
    ofStaff,
    atStaff,
    rows,
    mailLink,
    comeByMail,
    beginDraft,
    begun,
    left,
  });
}
