import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { PhotoCount } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import type { RegisterResponse } from '../contract/people/participants.js';
import { Publisher } from '../archive/publishing/publisher.js';
import { countFiles } from '../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../testing/hold-transaction.js';
import { ArchiveClient } from '../testing/archive-client.js';
import { sampleJpeg, sampleMp4, sampleWebm, toDataUrl } from '../testing/sample-media.js';
import { readOutbox } from '../testing/outbox.js';
import { filesContaining } from '../testing/site-files.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;

interface Person {
  id: string;
  email: string;
  browser: Browser;
}

const answer = async ({ browser }: Person): Promise<void> => {
  const recording = { questionId: 1, title: 'Answer', videoData: toDataUrl(sampleWebm(), 'video/webm') };
  await browser.post('/api/videos/upload-cloud').send(recording).expect(201);
};
const addPhoto = async ({ browser }: Person) => {
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  return browser.post('/api/photos').send({ originalName: 'me.jpg', imageData });
};

describe('DELETE /api/admin/delete-user/:id', () => {
  let testApp: TestApp;
  let staff: Browser;
  let archive: ArchiveClient;
  let people = 0;
  beforeAll(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());

  const register = async (): Promise<Person> => {
    const browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: `teller-${++people}@example.org` };
    const { body } = await browser.post('/api/register').send(person).expect(201);
    return { id: (body as RegisterResponse).user.id, email: person.email, browser };
  };
  /** What anyone sends under the person's e-mail: in one form, and in chunks up to `process` or not so far. */
  const sendPublicly = async ({ email }: Person): Promise<void> => {
    const form = testApp.http.post('/api/public/upload').field('submitterEmail', email.toUpperCase());
    await form
      .attach('file0', await sampleJpeg(), 'me.jpg')
      .attach('file1', sampleMp4(), 'film.mp4')
      .expect(201);
    const sender = { submitterEmail: ` ${email} `, description: 'The sea' };
    const uploadId = await upload(testApp.http, '/api/public/upload', 'start', sender);
    await testApp.http.post(`/api/public/upload/process/${uploadId}`).expect(200);
    await upload(testApp.http, '/api/public/upload', 'start', sender);
  };
  /** An upload of which the only chunk has arrived. */
  const upload = async (client: Pick<Browser, 'post'>, base: string, start: string, fields: object) => {
    const file = { filename: 'film.mp4', totalSize: 1024, totalChunks: 1, mimeType: 'video/mp4', ...fields };
    const { body } = await client.post(`${base}/${start}`).send(file).expect(201);
    const { uploadId } = body as { uploadId: string };
    const chunk = client.post(`${base}/chunk`).field({ uploadId, chunkIndex: '0' });
    await chunk.attach('chunk', sampleMp4(), 'blob').expect(200);
    return uploadId;
  };
  /** Someone with one of everything. */
  const tellStory = async () => {
    const person = await register();
    await answer(person);
    expect((await addPhoto(person)).status).toBe(201);
    await upload(person.browser, '/api/uploads', 'start', {});
    await sendPublicly(person);
    await upload(staff, '/api/admin/showcase-videos', 'start-upload', { userId: person.id, questionId: 2 });
    await archive.add(person.id);
    const video = await archive.publish(person.id, { questionId: 1, transcript: `Only ${person.id} could say this` });
    const media = await mediaPathOf(video.user.userName);
    return { ...person, userName: video.user.userName, media };
  };
  const mediaPathOf = async (userName: string) => {
    const { body } = await testApp.http.get(`/api/user-story/${userName}`).expect(200);
    return (body as { videos: { videoUrl: string }[] }).videos[0]!.videoUrl;
  };
  const filesIn = (folder: string) => countFiles(path.join(testApp.config.stateDir, folder));
  const keptFiles = async () => (await filesIn('media')) + (await filesIn('uploads'));
  /**
   * Rows of all tables by table, without the audit, receipts and what still counts of a day: that is known by a keyed hash alone. Ended
   * sessions are known by the hash of a random token, and that their story has changed by an id, for whoever publishes.
   */
  const countRows = async () => {
    const tables = await testApp.dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = 'public' AND table_name NOT IN ('audit_entry', 'public_upload_quota', 'deleted_session', 'consent_receipt', 'story_appearance', 'story_change', 'removal_elsewhere') ORDER BY table_name`,
    );
    const counts = tables.map(async ({ name }) => {
      const [row] = await testApp.dataSource.query<[{ count: string }]>(`SELECT count(*) FROM "${name}"`);
      return [name, row.count];
    });
    return Object.fromEntries(await Promise.all(counts)) as Record<string, string>;
  };
  /** The e-mails under which there are photos or videos. */
  const listCounted = async () => {
    const counts = (await staff.get('/api/admin/photo-summary').expect(200)).body as PhotoCount[];
    return counts.map(({ email }) => email);
  };
  const recipients = async () => (await readOutbox(testApp)).flatMap(({ to }) => to?.map(({ address }) => address));
  const filesWith = (text: string) => filesContaining(testApp.config.stateDir, text);
  const remove = (id: string) => staff.delete(`/api/admin/delete-user/${id}`);

  it('leaves no row and no file of the person, and everything of others', async () => {
    const other = await tellStory();
    const before = { rows: await countRows(), files: await keptFiles() };
    const { id, email, browser } = await tellStory();
    await remove(id).expect(200, { id });
    expect({ rows: await countRows(), files: await keptFiles() }).toEqual(before);
    await browser.get('/api/auth/user').expect(401);
    await other.browser.get('/api/auth/user').expect(200);
    const counted = await listCounted();
    expect(counted).toContain(other.email);
    expect(counted).not.toContain(email);
    await testApp.http.get(`/stories/${other.userName}`).expect(200);
  });

  it('takes the story off the public site before it answers', async () => {
    const { id, userName, media } = await tellStory();
    await testApp.http.get(`/stories/${userName}`).expect(200);
    await testApp.http.get(media).expect(200);
    await remove(id).expect(200);
    await testApp.http.get(`/stories/${userName}`).expect(404);
    await testApp.http.get(media).expect(404);
    await testApp.http.get(`/api/user-story/${userName}`).expect(404);
    expect((await testApp.http.get('/stories').expect(200)).text).not.toContain(id);
  });

  it('leaves neither their address in a written mail nor their name beside the public pages', async () => {
    const { id, email, userName } = await tellStory();
    const other = await tellStory();
    for (const to of [email, other.email]) {
      await testApp.http.post('/api/resume-interview').send({ email: to }).expect(200);
    }
    expect(await recipients()).toEqual(expect.arrayContaining([email, other.email]));
    expect(await filesWith(userName)).toContain('site-manifest.jsonl');
    await remove(id).expect(200);
    expect(await recipients()).not.toContain(email);
    expect(await recipients()).toContain(other.email);
    expect(await filesWith(userName)).toEqual([]);
    expect(await filesWith(other.userName)).toContain('site-manifest.jsonl');
  });

  it('is recorded by id', async () => {
    const { id } = await register();
    await remove(id).expect(200);
    const { entries } = (await staff.get('/api/admin/audit').expect(200)).body as AuditPage;
    expect(entries[0]).toMatchObject({ action: 'participant_deleted', subject: { type: 'participant', id } });
  });

  it('lets the person register anew', async () => {
    const person = { firstName: 'Anna', lastName: 'Example', email: `${randomUUID()}@example.org` };
    const { body } = await testApp.http.post('/api/register').send(person).expect(201);
    await remove((body as RegisterResponse).user.id).expect(200);
    await testApp.http.post('/api/register').send(person).expect(201);
  });

  it('leaves nothing behind of what the person sends at that moment', async () => {
    const before = { rows: await countRows(), files: await keptFiles() };
    const person = await register();
    const removal = remove(person.id).expect(200);
    const [first, second, , third] = await Promise.all([addPhoto(person), addPhoto(person), removal, addPhoto(person)]);
    for (const { status } of [first, second, third]) expect([201, 401]).toContain(status);
    expect({ rows: await countRows(), files: await keptFiles() }).toEqual(before);
  });

  it('leaves nothing behind of what is being sent under their e-mail, without an account, as they are removed', async () => {
    const { dataSource } = testApp;
    const before = { rows: await countRows(), files: await keptFiles() };
    const { id, email } = await register();
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('LOCK TABLE public_upload_quota IN SHARE MODE'),
    );
    const form = testApp.http.post('/api/public/upload').field('submitterEmail', email);
    const sending = form
      .attach('file0', await sampleJpeg(), 'me.jpg')
      .expect(201)
      .then(() => undefined);
    await untilBlocked(dataSource);
    const removing = remove(id)
      .expect(200)
      .then(() => undefined);
    await Promise.race([removing, untilBlocked(dataSource, 2)]);
    await commit();
    await Promise.all([sending, removing]);
    expect({ rows: await countRows(), files: await keptFiles() }).toEqual(before);
  });

  it('says when public pages are left over, refuses them at once and removes them later', async () => {
    const { id, userName, media } = await tellStory();
    testApp.siteBuild.failsAt = '/stories';
    const { body } = await remove(id).expect(503);
    expect(body).toEqual({
      code: 'publishing_failed',
      message: 'Your change is saved, but the public pages could not be brought up to date yet. We keep trying.',
    });
    await testApp.http.get(`/stories/${userName}`).expect(404);
    await testApp.http.get(media).expect(404);
    await remove(id).expect(404);
    testApp.siteBuild.failsAt = null;
    await testApp.app.get(Publisher, { strict: false }).bringUpToDate();
    expect((await testApp.http.get('/stories').expect(200)).text).not.toContain(id);
  });

  it('takes the story off the public pages also where a file of theirs cannot be removed', async () => {
    const { id, userName, browser } = await tellStory();
    const uploadId = await upload(browser, '/api/uploads', 'start', {});
    const file = path.join(testApp.config.stateDir, 'uploads', `${uploadId}.upload`);
    await rm(file);
    await mkdir(file);
    await remove(id).expect(500);
    await rm(file, { recursive: true });
    expect(await filesWith(userName)).toEqual([]);
  });

  describe('refuses', () => {
    it.each([randomUUID(), 'abc', '%00'])('the unknown person %s', async (id) => {
      await remove(id).expect(404, { code: 'participant_not_found', message: 'No such person.' });
    });

    it('everyone but staff, the person too', async () => {
      const { id, browser } = await register();
      await testApp.http.delete(`/api/admin/delete-user/${id}`).expect(401);
      await browser.delete(`/api/admin/delete-user/${id}`).expect(401);
      await browser.get('/api/auth/user').expect(200);
    });
  });
});
