import path from 'node:path';
import type { AdminPhoto } from '../contract/admin-participants.js';
import type { AuditPage } from '../contract/audit.js';
import { PublicSender } from '../testing/public-sender.js';
import { sampleMp4, toDataUrl } from '../testing/sample-media.js';
import { countFiles } from '../testing/count-files.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

const VIDEO = sampleMp4(2000, 7);

describe('the removal of public uploads by staff', () => {
  let testApp: TestApp;
  let staff: ReturnType<TestApp['browser']>;
  let sender: PublicSender;

  beforeAll(async () => {
    testApp = await createTestApp();
    staff = testApp.staff();
  });
  afterAll(() => testApp.close());
  beforeEach(() => {
    sender = new PublicSender(testApp);
  });

  const remove = (email = sender.email) => staff.delete(`/api/admin/user-photos/${encodeURIComponent(email)}`);
  const removeOne = (id: string) => staff.delete(`/api/admin/photo/${id}`);
  const listed = async () => {
    const { body } = await staff.get(`/api/admin/user-photos/${encodeURIComponent(sender.email)}`).expect(200);
    return body as AdminPhoto[];
  };
  /** An upload under the e-mail of which the only chunk has arrived. */
  const openInChunks = async () => {
    const file = { filename: 'film.mp4', totalSize: VIDEO.length, totalChunks: 1, mimeType: 'video/mp4' };
    const start = testApp.http.post('/api/public/upload/start').send({ ...file, submitterEmail: sender.email });
    const { uploadId } = (await start.expect(201)).body as { uploadId: string };
    const chunk = testApp.http.post('/api/public/upload/chunk').field({ uploadId, chunkIndex: '0' });
    await chunk.attach('chunk', VIDEO, 'blob').expect(200);
  };
  const filesIn = (folder: string) => countFiles(path.join(testApp.config.stateDir, folder));
  const filesKept = async () => (await filesIn('media')) + (await filesIn('uploads'));
  const audited = async () => ((await staff.get('/api/admin/audit').expect(200)).body as AuditPage).entries;

  it('removes what came under an e-mail that nobody registered, in any spelling, and its files', async () => {
    const other = new PublicSender(testApp);
    await other.send().expect(201);
    const before = await filesKept();
    await sender.send().expect(201);
    await sender.send({ bytes: VIDEO, name: 'The sea.mov' }).expect(201);
    await openInChunks();
    await remove(` ${sender.email.toUpperCase()}`).expect(200, { removed: 2 });
    expect(await sender.kept()).toEqual([]);
    expect(await other.kept()).toHaveLength(1);
    expect(await filesKept()).toBe(before);
  });

  it('is done and recorded once when two producers do it at the same moment', async () => {
    await sender.send().expect(201);
    const before = (await audited()).length;
    const answers = await Promise.all([remove(), remove()]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    const entries = await audited();
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({ action: 'public_uploads_deleted', subject: { type: 'photo' } });
  });

  it('can be one file alone, also under the e-mail of a participant', async () => {
    await sender.register();
    const before = await filesKept();
    await sender.send({ bytes: VIDEO, name: 'Not hers.mov' }).expect(201);
    const [upload] = await listed();
    await sender.send({ name: 'hers.jpg' }).expect(201);
    await removeOne(upload!.id).expect(200, { removed: 1 });
    expect(await sender.kept()).toMatchObject([{ originalName: 'hers.jpg' }]);
    expect(await filesKept()).toBe(before + 1);
    const subject = { type: 'photo', id: upload!.id };
    expect((await audited())[0]).toMatchObject({ action: 'public_uploads_deleted', subject });
    await removeOne(upload!.id).expect(404);
  });

  describe('refuses', () => {
    it("one file that is a participant's own photo, or none at all", async () => {
      const browser = testApp.browser();
      const person = { firstName: 'Anna', lastName: 'Example', email: sender.email };
      await browser.post('/api/register').send(person).expect(201);
      const photo = { originalName: 'me.jpg', imageData: toDataUrl(sender.photo, 'image/jpeg') };
      await browser.post('/api/photos').send(photo).expect(201);
      const [own] = await listed();
      const message = 'Only what came through the public page can be deleted by itself.';
      await removeOne(own!.id).expect(409, { code: 'not_public', message });
      await removeOne('abc').expect(404, { code: 'photo_not_found', message: 'This photo does not exist.' });
      expect(await listed()).toHaveLength(1);
    });

    it('an e-mail under which there is nothing', async () => {
      const message = 'Nothing is kept under this e-mail any more.';
      await remove().expect(404, { code: 'uploads_not_found', message });
    });

    it('what belongs to a participant', async () => {
      await sender.send().expect(201);
      await sender.register();
      const message =
        'Somebody has registered this e-mail meanwhile. What was sent under it goes when the user is deleted.';
      await remove().expect(409, { code: 'email_registered', message });
      expect(await sender.kept()).toHaveLength(1);
    });
  });
});
