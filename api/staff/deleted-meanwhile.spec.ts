import { join } from 'node:path';
import type { Response } from 'supertest';
import type { RegisterResponse } from '../contract/people/participants.js';
import type { AddPhotoResponse } from '../contract/people/photos.js';
import type { StartUploadResponse } from '../contract/media/uploads.js';
import { PARTICIPANT_SESSION_ABSOLUTE_MS } from '../contract/common/limits.js';
import { markPhotoUrgentPath, markUrgentPath } from '../contract/staff/urgent.js';
import { ParticipantSessions } from '../people/sign-in/browser-tokens.service.js';
import { ParticipantsService } from '../people/participants/participants.service.js';
import { PublicUploadsService } from '../people/public-uploads/public-uploads.service.js';
import { countFiles } from '../testing/count-files.js';
import { PublicSender } from '../testing/public-sender.js';
import { sampleMp4, sampleWebm, toDataUrl } from '../testing/sample-media.js';
import { createTestApp, type TestApp } from '../testing/test-app.js';

type Browser = ReturnType<TestApp['browser']>;
type Request = ReturnType<Browser['post']>;

describe('what is sent while its person is deleted', () => {
  let testApp: TestApp;
  let uploads: PublicUploadsService;
  let sender: PublicSender;
  let browser: Browser;
  let participantId: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    uploads = testApp.app.get(PublicUploadsService, { strict: false });
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    sender = new PublicSender(testApp);
    browser = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: sender.email };
    const { body } = await browser.post('/api/register').send(person).expect(201);
    participantId = (body as RegisterResponse).user.id;
  });

  const isWaiting = async () => {
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await testApp.dataSource.query<unknown[]>(waiting)).length > 0;
  };
  /** Begins to delete the person, sends `request`, and goes on once it waits for the end of that. */
  const sendDuringRemoval = async (request: Request) => {
    const participants = testApp.app.get(ParticipantsService, { strict: false });
    const { answer } = await participants.remove(participantId, async (transaction, person) => {
      const sent = request.then((response) => response);
      while (!(await isWaiting()));
      await uploads.removeAllOf(person, transaction);
      return { answer: sent };
    });
    return answer;
  };
  /** An upload under the person's e-mail of which all chunks are there. */
  const openPublicUpload = async (): Promise<string> => {
    const file = { filename: 'film.mp4', totalSize: 1024, totalChunks: 1, mimeType: 'video/mp4' };
    const start = testApp.http.post('/api/public/upload/start').send({ ...file, submitterEmail: sender.email });
    const { uploadId } = (await start.expect(201)).body as StartUploadResponse;
    const chunk = testApp.http.post('/api/public/upload/chunk').field({ uploadId, chunkIndex: '0' });
    await chunk.attach('chunk', sampleMp4(), 'blob').expect(200);
    return uploadId;
  };
  const counts = () =>
    testApp.dataSource.query<object[]>(
      `SELECT (SELECT count(*) FROM media_file) AS media, (SELECT count(*) FROM upload_session) AS uploads`,
    );
  const sentFiles = () => countFiles(join(testApp.config.stateDir, 'uploads'));

  it.each([
    ['a photo', '/api/photos', () => ({ originalName: 'me.jpg', imageData: toDataUrl(sender.photo, 'image/jpeg') })],
    [
      'an answer',
      '/api/videos/upload-cloud',
      () => ({ questionId: 1, title: 'Answer', videoData: toDataUrl(sampleWebm(), 'video/webm') }),
    ],
    [
      'an upload',
      '/api/uploads/start',
      () => ({ filename: 'take.webm', totalSize: 1024, totalChunks: 1, mimeType: 'video/webm' }),
    ],
    ['that a story is open again', '/api/user/reopen', () => ({})],
  ])('is answered with the truth, and not kept: %s', async (_what, path, body) => {
    const before = [await counts(), await sentFiles()];
    const answer = await sendDuringRemoval(browser.post(path).send(body()));
    const truth = { message: 'Your story and everything that you sent us was deleted.', code: 'story_deleted' };
    expect([answer.status, answer.body]).toEqual([401, truth]);
    await browser.get('/api/auth/user').expect(401, truth);
    expect([await counts(), await sentFiles()]).toEqual(before);
  });

  it.each<[string, string, () => Promise<[string, object]>]>([
    [
      'that they need somebody',
      'participant_not_found',
      async () => [markUrgentPath(participantId), { questionId: 1 }],
    ],
    [
      'that they need somebody, by a photo',
      'photo_not_found',
      async () => {
        const photo = { originalName: 'me.jpg', imageData: toDataUrl(sender.photo, 'image/jpeg') };
        const { body } = await browser.post('/api/photos').send(photo).expect(201);
        return [markPhotoUrgentPath((body as AddPhotoResponse).id), {}];
      },
    ],
    [
      'where their story stands',
      'participant_not_found',
      async () => ['/api/admin/elsewhere/places', { name: 'A blog', userId: participantId }],
    ],
  ])('is answered with the truth when staff note it: %s', async (_what, code, findNote) => {
    const [path, note] = await findNote();
    const { status, body } = await sendDuringRemoval(testApp.staff().post(path).send(note));
    expect([status, body]).toMatchObject([404, { code }]);
  });

  it('is answered with the truth when staff note that somebody is needed by what is just being removed', async () => {
    await sender.send().expect(201);
    const [upload] = await uploads.listOf({ id: participantId });
    const noting = Promise.withResolvers<Response>();
    await uploads.removeFile(upload!.id, async () => {
      testApp.staff().post(markPhotoUrgentPath(upload!.id)).then(noting.resolve, noting.reject);
      while (!(await isWaiting()));
    });
    const { status, body } = await noting.promise;
    expect([status, body]).toMatchObject([404, { code: 'photo_not_found' }]);
  });

  it('comes after the removal when anyone sends it under the e-mail', async () => {
    await sender.send().expect(201);
    const { status, body } = await sendDuringRemoval(sender.send({ name: 'later.jpg' }));
    expect([status, body]).toEqual([201, { received: 1 }]);
    expect(await sender.kept()).toMatchObject([{ originalName: 'later.jpg' }]);
  });

  it('is gone when it had begun before in chunks', async () => {
    const before = await counts();
    const path = `/api/public/upload/process/${await openPublicUpload()}`;
    const { status, body } = await sendDuringRemoval(testApp.http.post(path));
    expect([status, body]).toEqual([404, { message: 'This upload does not exist.', code: 'upload_not_found' }]);
    expect(await sender.kept()).toEqual([]);
    expect(await counts()).toEqual(before);
  });

  it('is known to be of somebody deleted for as long as their session could have lasted', async () => {
    const sessions = testApp.app.get(ParticipantSessions, { strict: false });
    const codeAfter = async (ms: number) => {
      await testApp.dataSource.query(`UPDATE deleted_session SET deleted_at = deleted_at - $1 * interval '1 ms'`, [ms]);
      await sessions.sweepExpired();
      const { body } = await browser.get('/api/auth/user').expect(401);
      return (body as { code: string }).code;
    };
    await testApp.staff().delete(`/api/admin/delete-user/${participantId}`).expect(200);
    expect(await codeAfter(PARTICIPANT_SESSION_ABSOLUTE_MS - 60_000)).toBe('story_deleted');
    expect(await codeAfter(60_000)).toBe('signed_out');
  });
});
