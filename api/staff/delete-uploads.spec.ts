import { rm } from 'node:fs/promises';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { AdminPhoto } from '../contract/staff/admin-participants.js';
import type { AuditPage } from '../contract/staff/audit.js';
import type { RegisterResponse } from '../contract/people/participants.js';
import { LedgerReplay } from '../archive/my-story/ledger-replay.js';
import { WithdrawalLedger } from '../people/ledger/withdrawal-ledger.js';
import { openLink } from '../testing/proven-person.js';
import { PublicSender } from '../testing/public-sender.js';
import { sampleMp4, toDataUrl } from '../testing/sample-media.js';
import { countFiles } from '../testing/count-files.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

const VIDEO = sampleMp4(2000, 7);

const noted = (id: string) => ({ kind: 'upload', participantId: null, id });

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
  const audited = async (query = '') =>
    ((await staff.get(`/api/admin/audit${query}`).expect(200)).body as AuditPage).entries;

  /** What the ledger says last, in any order. */
  const lastNoted = async (count: number) => {
    const { entries } = await testApp.app.get(WithdrawalLedger, { strict: false }).read();
    return entries.slice(-count).map(({ at: _at, ...entry }) => entry);
  };

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

  it('leaves no file of them where the ledger has no room for it', async () => {
    const before = await filesKept();
    await sender.send().expect(201);
    const [{ id }] = (await listed()) as [AdminPhoto];
    const isFull = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    using writing = jest
      .spyOn(testApp.app.get(WithdrawalLedger, { strict: false }), 'append')
      .mockRejectedValue(isFull);
    await removeOne(id).expect(507);
    expect(await filesKept()).toBe(before);
    await sender.send().expect(201);
    await openInChunks();
    await remove().expect(507);
    writing.mockRestore();
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

  it('is in the ledger, each file by its id', async () => {
    for (let sent = 0; sent < 3; sent++) await sender.send({ name: `${sent}.jpg` }).expect(201);
    const ids = (await listed()).map(({ id }) => id);
    const [one, ...others] = ids;
    await removeOne(one!).expect(200);
    expect(await lastNoted(1)).toEqual([noted(one!)]);
    await remove().expect(200, { removed: 2 });
    expect(await lastNoted(2)).toEqual(expect.arrayContaining(others.map(noted)));
  });

  it.each<[string, number, string, (ids: string[]) => PromiseLike<unknown>]>([
    ['one file', 1, 'public_uploads_deleted', ([id]) => removeOne(id!).expect(200)],
    ['all of a sender', 3, 'public_uploads_deleted', () => remove().expect(200, { removed: 3 })],
    [
      'a person',
      3,
      'participant_deleted',
      async () => {
        const { id } = ((await sender.register()).body as RegisterResponse).user;
        await openLink(testApp, sender.email);
        await staff.delete(`/api/admin/delete-user/${id}`).expect(200);
      },
    ],
  ])(
    'is written there again where the ledger was lost, and is one entry for staff: %s',
    async (_, count, action, act) => {
      for (let sent = 0; sent < count; sent++) await sender.send({ name: `${sent}.jpg` }).expect(201);
      const ids = (await listed()).map(({ id }) => id);
      const before = new Set((await audited('?kind=deleted')).map(({ id }) => id));
      await act(ids);
      const added = (await audited('?kind=deleted')).filter(({ id }) => !before.has(id));
      expect(added.map((entry) => entry.action)).toEqual([action]);
      await rm(path.join(testApp.config.stateDir, 'ledger', 'withdrawals.jsonl'));
      const replay = testApp.app.get(LedgerReplay, { strict: false });
      expect(await replay.writeMissing()).toBeGreaterThan(0);
      expect(await lastNoted(100)).toEqual(expect.arrayContaining(ids.map(noted)));
      expect(await replay.writeMissing()).toBe(0);
    },
  );

  it('is recorded as about whoever has the e-mail', async () => {
    const { body } = await sender.register();
    await sender.send().expect(201);
    const [upload] = await listed();
    await removeOne(upload!.id).expect(200);
    const { id } = (body as RegisterResponse).user;
    const about = (await staff.get(`/api/admin/audit?person=${id}`).expect(200)).body as AuditPage;
    expect(about.entries[0]).toMatchObject({ action: 'public_uploads_deleted', subject: { id: upload!.id } });
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
