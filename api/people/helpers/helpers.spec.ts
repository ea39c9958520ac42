import path from 'node:path';
import type { EntityManager } from 'typeorm';
import type { AdminAnswer } from '../../contract/staff/admin-answers.js';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { Help, Helpers, MadeHelperLink } from '../../contract/people/helpers.js';
import {
  HELPED_THINGS_MAX,
  HELPER_LINKS_MAX,
  PHOTOS_MAX,
  QUESTION_RECORDINGS_MAX,
} from '../../contract/common/limits.js';
import { SESSION_OWNER_HEADER } from '../../contract/people/participants.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import type { Photo } from '../../contract/people/photos.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import { HELPED_PHOTOS_FULL, PHOTOS_FULL } from '../../contract/common/wordings.js';
import type { WrittenAnswer } from '../../contract/interview/written-answers.js';
import { countFiles } from '../../testing/count-files.js';
import { makeHelperLink, openAsHelper } from '../../testing/helpers.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { keepRows } from '../../testing/keep-rows.js';
import { signUp } from '../../testing/participants.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { registerPerson } from '../../testing/registered-person.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { LedgerReplay } from '../../archive/my-story/ledger-replay.js';
import { ContinuedAnswers1700000000630 } from '../../platform/database/migrations/1700000000630-continued-answers.js';
import { hashToken } from '../../platform/auth/opaque-token.js';

const video = (questionId = 1, webm = sampleWebm()) => ({
  questionId,
  title: 'By a friend',
  videoData: toDataUrl(webm, 'video/webm'),
});

const photoOf = async (width: number) => ({
  originalName: 'b.jpg',
  imageData: toDataUrl(await sampleJpeg({ width }), 'image/jpeg'),
});

describe('helpers', () => {
  let testApp: TestApp;
  let jpeg: Buffer;
  let owner: string;
  let helper: string;

  beforeAll(async () => {
    testApp = await createTestApp();
    jpeg = await sampleJpeg();
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    owner = await signUp(testApp);
    helper = await openAsHelper(testApp, owner);
  });

  const get = async <T>(route: string, as: string) =>
    (await testApp.http.get(route).set('Cookie', as).expect(200)).body as T;
  const post = (route: string, body: object, as = helper) => testApp.http.post(route).set('Cookie', as).send(body);
  const photo = () => ({ originalName: 'garden.jpg', imageData: toDataUrl(jpeg, 'image/jpeg') });
  const helpers = () => get<Helpers>('/api/helpers', owner);
  const answers = () => get<AnswerVideo[]>('/api/videos', owner);
  const idOfOwner = async () => (await get<{ id: string }>('/api/auth/user', owner)).id;
  const staff = async <T>(route: string) => (await testApp.staff().get(route).expect(200)).body as T;
  const submit = (as: string) => testApp.http.patch('/api/user/status').set('Cookie', as).send({ status: 'submitted' });
  const useUpload = (uploadId: string, as: string) =>
    post('/api/help/recordings', { questionId: 1, title: 'By a friend', uploadId }, as);
  const UPLOAD = { filename: 'a.webm', totalSize: 10, totalChunks: 1, mimeType: 'video/webm' };
  /** What is said to requests that come while the person is being deleted. */
  const saidWhileDeleted = async (...requests: (() => PromiseLike<{ status: number; body: object }>)[]) => {
    const id = await idOfOwner();
    const remove = (transaction: EntityManager) => transaction.query('DELETE FROM participant WHERE id = $1', [id]);
    await using removed = await holdTransaction(testApp.dataSource, remove);
    const sent = requests.map(async (request) => request());
    await untilBlocked(testApp.dataSource, requests.length);
    await removed();
    return await Promise.all(sent);
  };
  const sentFiles = () => countFiles(path.join(testApp.config.stateDir, 'uploads'));
  const keptFiles = () => countFiles(path.join(testApp.config.stateDir, 'media'));

  it('add photos, recordings and words, which are marked for the person and for staff', async () => {
    await post('/api/help/photos', photo()).expect(201);
    await post('/api/help/recordings', video()).expect(201);
    const { body } = await post('/api/help/words', { questionId: 2, text: 'She taught dancing.' }).expect(201);
    expect((body as Help).added.map(({ kind, questionId, name }) => [kind, questionId, name])).toEqual([
      ['words', 2, 'She taught dancing.'],
      ['recording', 1, 'By a friend'],
      ['photo', null, 'garden.jpg'],
    ]);
    expect((await helpers()).added).toEqual((body as Help).added);
    expect((await helpers()).links).toMatchObject([{ added: 3, openedAt: expect.any(String) as string }]);
    expect(await get<Photo[]>('/api/photos', owner)).toMatchObject([{ addedByHelper: true }]);
    expect(await answers()).toMatchObject([{ questionId: 1, addedByHelper: true, isChosen: true }]);
    expect(await get<WrittenAnswer[]>('/api/written-answers', owner)).toEqual([]);

    const id = await idOfOwner();
    expect(await staff<AdminAnswer[]>(`/api/admin/user-answers/${id}`)).toMatchObject([{ addedByHelper: true }]);
    expect(await staff<object[]>(`/api/admin/users/${id}/photos`)).toMatchObject([{ addedByHelper: true }]);
    expect(await staff<object[]>(`/api/admin/user-answers/${id}/written`)).toMatchObject([
      { text: 'She taught dancing.', addedByHelper: true },
    ]);
  });

  it('write at length, which the person reads to the end beside their own words', async () => {
    const text = `She danced. ${'And she sang. '.repeat(60)}`.trim();
    const agnes = await openAsHelper(testApp, owner, 'Agnes');
    await post('/api/help/words', { questionId: 2, text }, agnes).expect(201);
    await testApp.http
      .put('/api/written-answers/2')
      .set('Cookie', owner)
      .send({ text: 'Mine.', revision: 0 })
      .expect(200);
    const marks = { addedByHelper: true, helperName: 'Agnes' };
    expect((await helpers()).added).toMatchObject([{ kind: 'words', questionId: 2, text }]);
    const { writtenAnswers } = await get<MyStory>('/api/my-story', owner);
    const [own, theirs] = writtenAnswers;
    expect(writtenAnswers).toHaveLength(2);
    expect(own).toEqual({ id: expect.any(String) as string, questionId: 2, title: own!.title, text: 'Mine.' });
    expect(theirs).toEqual({ ...own, id: (await helpers()).added[0]!.id, text, ...marks });
  });

  it('are named by the person, who sees with staff by whose link something came', async () => {
    const anna = await openAsHelper(testApp, owner, ' Agnes ');
    const link = (await helpers()).links.find(({ name }) => name === 'Agnes')!;
    await post('/api/help/photos', photo(), anna).expect(201);
    await post('/api/help/recordings', video(), anna).expect(201);
    const { body } = await post('/api/help/words', { questionId: 2, text: 'She sang.' }, anna).expect(201);
    // Whoever opens the link is not told what it is called.
    expect(JSON.stringify(body)).not.toContain('Agnes');
    const named = { addedByHelper: true, helperName: 'Agnes' };
    expect(await get<Photo[]>('/api/photos', owner)).toMatchObject([named]);
    expect(await answers()).toMatchObject([named]);
    expect((await helpers()).added).toMatchObject([1, 2, 3].map(() => ({ helperName: 'Agnes' })));
    const id = await idOfOwner();
    expect(await staff<object[]>(`/api/admin/user-answers/${id}`)).toMatchObject([named]);
    expect(await staff<object[]>(`/api/admin/users/${id}/photos`)).toMatchObject([named]);
    expect(await staff<object[]>(`/api/admin/user-answers/${id}/written`)).toMatchObject([named]);
    // It is still known once the link has ended.
    await testApp.http.delete(`/api/helpers/${link.id}`).set('Cookie', owner).expect(204);
    expect(await get<Photo[]>('/api/photos', owner)).toMatchObject([named]);
    await post('/api/helpers', { name: 'A'.repeat(41) }, owner).expect(400);
    expect((await post('/api/helpers', { name: null }, owner).expect(201)).body).toMatchObject({ name: '' });
  });

  it('see only what came by their own link, and nothing of the person or of another helper', async () => {
    await post('/api/photos', photo(), owner).expect(201);
    const other = await openAsHelper(testApp, owner);
    await post('/api/help/words', { questionId: 1, text: 'By somebody else.' }, other).expect(201);
    // The very bytes that the person has sent are a thing of the helper's own.
    const { body } = await post('/api/help/photos', photo()).expect(201);
    expect(Object.keys(body as Help).toSorted()).toEqual(['added', 'endsAt', 'firstName', 'id', 'isOpen']);
    expect((body as Help).added.map(({ kind }) => kind)).toEqual(['photo']);
    for (const route of ['/api/photos', '/api/videos', '/api/written-answers', '/api/my-story', '/api/helpers']) {
      await testApp.http.get(route).set('Cookie', helper).expect(401);
    }
  });

  it('know the person by the name that the public knows', async () => {
    const { browser } = await provenPerson(testApp, 'Mirabel');
    const { body } = await browser.post('/api/helpers').send({}).expect(201);
    const friend = testApp.browser();
    const [, token] = (body as MadeHelperLink).url.split('#');
    const opened = await friend.post('/api/help/session').send({ token }).expect(200);
    expect(opened.body).toMatchObject({ firstName: 'Mirabel' });
    await browser.patch('/api/my-story').send({ shownName: 'Robin' }).expect(204);
    expect((await friend.get('/api/help').expect(200)).body).toMatchObject({ firstName: 'Robin' });
  });

  it('never take the place of what the person recorded or wrote', async () => {
    await post('/api/videos/upload-cloud', video(), owner).expect(201);
    const [own] = await answers();
    await testApp.http
      .put('/api/written-answers/1')
      .set('Cookie', owner)
      .send({ text: 'Mine.', revision: 0 })
      .expect(200);
    await post('/api/help/recordings', { ...video(1, sampleWebm(5000)), insteadOf: own!.id }).expect(201);
    await post('/api/help/words', { questionId: 1, text: 'Hers.' }).expect(201);
    const [answer] = await answers();
    expect(answer!.id).toBe(own!.id);
    expect(answer!.earlierRecordings).toMatchObject([{ addedByHelper: true }]);
    expect(await get<WrittenAnswer[]>('/api/written-answers', owner)).toMatchObject([{ text: 'Mine.' }]);
  });

  it('do not overwrite their own words, and say something', async () => {
    const words = { questionId: 1, text: 'She danced.' };
    await post('/api/help/words', words).expect(201);
    const { body } = await post('/api/help/words', words).expect(201);
    expect((body as Help).added).toHaveLength(1);
    await post('/api/help/words', { ...words, text: 'She sang.' }).expect(409);
    await post('/api/help/words', { ...words, text: ' ' }).expect(400);
    await post('/api/help/words', { ...words, questionId: 99 }).expect(404);
  });

  it('cannot submit, also where nothing else is missing, and add nothing once the person has', async () => {
    for (const questionId of QUESTION_IDS) {
      await post('/api/help/words', { questionId, text: 'Told to a friend.' }).expect(201);
    }
    await post('/api/help/photos', photo()).expect(201);
    await submit(helper).expect(401);
    await submit(owner).expect(200);
    const { body } = await post('/api/help/photos', photo()).expect(409);
    expect(body).toMatchObject({ code: 'submitted' });
    expect(await get<Help>('/api/help', helper)).toMatchObject({ isOpen: false });
  });

  it('leave what they added to its person alone to take back once the story is submitted', async () => {
    for (const questionId of QUESTION_IDS) {
      await post('/api/help/words', { questionId, text: 'Told to a friend.' }).expect(201);
    }
    await post('/api/help/photos', photo()).expect(201);
    await submit(owner).expect(200);
    const [first, ...others] = (await helpers()).added;
    await testApp.http.delete(`/api/help/added/${first!.id}`).set('Cookie', helper).expect(409);
    await testApp.http.delete(`/api/helpers/added/${first!.id}`).set('Cookie', owner).expect(204);
    expect((await helpers()).added).toEqual(others);
  });

  it('can send a large file in chunks, which nobody else finds', async () => {
    const { body } = await post('/api/help/uploads/start', UPLOAD).expect(201);
    const { uploadId } = body as { uploadId: string };
    await testApp.http.get(`/api/help/uploads/${uploadId}`).set('Cookie', helper).expect(200);
    const stranger = await openAsHelper(testApp, await signUp(testApp));
    await testApp.http.get(`/api/help/uploads/${uploadId}`).set('Cookie', stranger).expect(404);
  });

  describe('and uploads in chunks', () => {
    const WEBM = sampleWebm(5000);
    const start = async (as: string, base = '/api/help/uploads') => {
      const about = { filename: 'a.webm', totalSize: WEBM.length, totalChunks: 1, mimeType: 'video/webm' };
      return ((await post(`${base}/start`, about, as).expect(201)).body as { uploadId: string }).uploadId;
    };
    const send = (uploadId: string, as: string, base = '/api/help/uploads') =>
      testApp.http
        .post(`${base}/chunk`)
        .set('Cookie', as)
        .field({ uploadId, chunkIndex: '0', totalChunks: '1' })
        .attach('chunk', WEBM, 'chunk');

    it("find their own alone: not the person's, not those of another helper, nor these theirs", async () => {
      const other = await openAsHelper(testApp, owner);
      const [own, theirs] = [await start(owner, '/api/uploads'), await start(helper)];
      for (const [uploadId, as, base] of [
        [own, helper, '/api/help/uploads'],
        [theirs, other, '/api/help/uploads'],
        [theirs, owner, '/api/uploads'],
      ] as const) {
        await testApp.http.get(`${base}/${uploadId}`).set('Cookie', as).expect(404);
        await send(uploadId, as, base).expect(404);
        await post(`${base}/process/${uploadId}`, {}, as).expect(404);
        await testApp.http.delete(`${base}/${uploadId}`).set('Cookie', as).expect(404);
      }
      await send(theirs, helper).expect(200);
      await post(`/api/help/uploads/process/${theirs}`, {}).expect(200);
      await useUpload(theirs, other).expect(404);
      expect((await useUpload(theirs, helper).expect(201)).body).toMatchObject({ added: [{ kind: 'recording' }] });
    });

    it('lose them, with every byte, when their link ends in the middle', async () => {
      const files = await sentFiles();
      const uploadId = await start(helper);
      await send(uploadId, helper).expect(200);
      expect(await sentFiles()).toBeGreaterThan(files);
      const [link] = (await helpers()).links;
      await testApp.http.delete(`/api/helpers/${link!.id}`).set('Cookie', owner).expect(204);
      expect(await sentFiles()).toBe(files);
      for (const refused of [await send(uploadId, helper), await useUpload(uploadId, helper)]) {
        expect(refused.status).toBe(401);
      }
      expect((await helpers()).added).toEqual([]);
    });
  });

  describe('while their person is deleted', () => {
    it('are signed out, whatever they send, and nothing of it is left', async () => {
      const [sent, kept] = [await sentFiles(), await keptFiles()];
      const words = { questionId: 2, text: 'She danced.' };
      const refused = await saidWhileDeleted(
        () => post('/api/help/uploads/start', UPLOAD),
        () => post('/api/help/photos', photo()),
        () => post('/api/help/recordings', video()),
        () => post('/api/help/words', words),
      );
      for (const { status, body } of refused) {
        expect({ status, body }).toMatchObject({ status: 401, body: { code: 'signed_out' } });
      }
      expect([await sentFiles(), await keptFiles()]).toEqual([sent, kept]);
    });

    it('find that their link has ended when they open it just then', async () => {
      const { token } = await makeHelperLink(testApp, owner);
      const [opened] = await saidWhileDeleted(() => post('/api/help/session', { token }, ''));
      expect(opened).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    });
  });

  it('begin to send nothing while their person takes the story back', async () => {
    const { browser, id } = await provenPerson(testApp);
    const { body } = await browser.post('/api/helpers').send({}).expect(201);
    const [, token] = (body as MadeHelperLink).url.split('#');
    const friend = testApp.browser();
    await friend.post('/api/help/session').send({ token }).expect(200);
    const files = await sentFiles();
    const hold = (transaction: EntityManager) =>
      transaction.query('SELECT FROM helper_link WHERE participant_id = $1 FOR UPDATE', [id]);
    await using held = await holdTransaction(testApp.dataSource, hold);
    const withdrawal = Promise.resolve(browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200));
    await untilBlocked(testApp.dataSource);
    const started = Promise.resolve(friend.post('/api/help/uploads/start').send(UPLOAD));
    await untilBlocked(testApp.dataSource, 2);
    await held();
    await withdrawal;
    expect(await started).toMatchObject({ status: 401, body: { code: 'signed_out' } });
    expect(await sentFiles()).toBe(files);
  });

  it("take no room of the person's own recordings", async () => {
    for (let sent = 0; sent < QUESTION_RECORDINGS_MAX; sent++) {
      await post('/api/help/recordings', video(1, sampleWebm(3000 + sent))).expect(201);
    }
    expect((await post('/api/help/recordings', video(1, sampleWebm(2000))).expect(409)).body).toMatchObject({
      code: 'recordings_full',
    });
    await post('/api/videos/upload-cloud', video(1, sampleWebm(6000)), owner).expect(201);
  });

  it("take no room of the person's own photos, nor these of theirs", async () => {
    // Of earlier links; what one brings has a limit of its own.
    const fill = (link: 'NULL' | 'helper_link_id') =>
      testApp.dataSource.query(
        `INSERT INTO photo (id, participant_id, original_media_id, filename, original_name, description, created_at, helper_link_id)
         SELECT gen_random_uuid(), participant_id, original_media_id, 'x', 'x', '', now(), ${link}
         FROM photo, generate_series(1, $2) WHERE participant_id = $1 AND helper_link_id IS NOT NULL`,
        [ownerId, PHOTOS_MAX],
      );
    const ownerId = await idOfOwner();
    const earlier = await openAsHelper(testApp, owner);
    await post('/api/help/photos', photo(), earlier).expect(201);
    await fill('helper_link_id');
    const refused = await post('/api/help/photos', await photoOf(310)).expect(409);
    expect(refused.body).toEqual({ code: 'photos_full', message: HELPED_PHOTOS_FULL });
    await post('/api/photos', await photoOf(320), owner).expect(201);

    await testApp.dataSource.query('DELETE FROM photo WHERE id <> $1', [(await helpers()).added[0]!.id]);
    await fill('NULL');
    expect((await post('/api/photos', await photoOf(330), owner).expect(409)).body).toMatchObject({
      message: PHOTOS_FULL,
    });
    await post('/api/help/photos', await photoOf(340)).expect(201);
  });

  it('cannot remove what the person has sent, too', async () => {
    await post('/api/help/photos', photo()).expect(201);
    const { body } = await post('/api/help/recordings', video()).expect(201);
    await post('/api/photos', photo(), owner).expect(201);
    await post('/api/videos/upload-cloud', video(), owner).expect(201);
    for (const { id } of (body as Help).added) {
      await testApp.http.delete(`/api/help/added/${id}`).set('Cookie', helper).expect(404);
    }
    expect((await get<Photo[]>('/api/photos', owner)).map(({ addedByHelper }) => addedByHelper)).toEqual([undefined]);
    expect(await get<Help>('/api/help', helper)).toMatchObject({ added: [] });
  });

  it('add as much as there may be by one link, and no more', async () => {
    const participantId = await idOfOwner();
    await testApp.dataSource.query(
      `INSERT INTO written_answer (id, participant_id, question_id, text, revision, created_at, changed_at, helper_link_id)
       SELECT gen_random_uuid(), $1, q.id, 'x', 1, now(), now(), l.id
       FROM helper_link l CROSS JOIN (SELECT id FROM question LIMIT 1) q WHERE l.participant_id = $1`,
      [participantId],
    );
    await testApp.dataSource.query(
      `INSERT INTO media_file (id, key, sha256, bytes, mime_type, created_at)
       SELECT md5($1 || n)::uuid, $1 || n, decode(md5(n::text), 'hex'), 1, 'image/jpeg', now()
       FROM generate_series(2, $2::int) n`,
      [participantId, HELPED_THINGS_MAX],
    );
    await testApp.dataSource.query(
      `INSERT INTO photo (id, participant_id, original_media_id, filename, original_name, description, created_at, helper_link_id)
       SELECT gen_random_uuid(), $1, m.id, 'x', 'x', '', now(), l.id
       FROM helper_link l JOIN media_file m ON m.key LIKE l.participant_id::text || '%' WHERE l.participant_id = $1`,
      [participantId],
    );
    const files = await keptFiles();
    for (const [kind, thing] of [
      ['photos', photo()],
      ['recordings', video()],
      ['words', { questionId: 2, text: 'One more.' }],
    ] as const) {
      expect((await post(`/api/help/${kind}`, thing).expect(409)).body).toMatchObject({ code: 'help_full' });
    }
    expect(await keptFiles()).toBe(files);
  });

  it('are done on one device, which adds and reads nothing from then on, and go on with another', async () => {
    const { token } = await makeHelperLink(testApp, owner);
    const open = async () => {
      const opened = await testApp.http.post('/api/help/session').send({ token }).expect(200);
      return opened.get('Set-Cookie')![0]!.split(';')[0]!;
    };
    const [shared, own] = [await open(), await open()];
    await post('/api/help/words', { questionId: 2, text: 'She danced.' }, shared).expect(201);
    const closed = await testApp.http.delete('/api/help/session').set('Cookie', shared).expect(204);
    expect(closed.get('Set-Cookie')).toEqual(['helper_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    await testApp.http.get('/api/help').set('Cookie', shared).expect(401);
    await post('/api/help/words', { questionId: 1, text: 'She sang.' }, shared).expect(401);
    expect((await get<Help>('/api/help', own)).added).toMatchObject([{ text: 'She danced.' }]);
  });

  describe('what they added', () => {
    it('the person removes, with its files, and the ledger knows it', async () => {
      const files = await keptFiles();
      await post('/api/help/photos', photo()).expect(201);
      await post('/api/help/recordings', video()).expect(201);
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      const { added } = await helpers();
      for (const { id } of added) {
        await testApp.http.delete(`/api/helpers/added/${id}`).set('Cookie', owner).expect(204);
        await testApp.http.delete(`/api/helpers/added/${id}`).set('Cookie', owner).expect(404);
      }
      expect((await helpers()).added).toEqual([]);
      expect(await answers()).toEqual([]);
      expect(await keptFiles()).toBe(files);
    });

    it('an older database that is restored has no more', async () => {
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      const [thing] = (await helpers()).added;
      const [row] = await testApp.dataSource.query<object[]>('SELECT * FROM written_answer WHERE id = $1', [thing!.id]);
      await testApp.http.delete(`/api/helpers/added/${thing!.id}`).set('Cookie', owner).expect(204);
      const columns = Object.keys(row!);
      await testApp.dataSource.query(
        `INSERT INTO written_answer (${columns.join()}) VALUES (${columns.map((_, index) => `$${index + 1}`).join()})`,
        Object.values(row!),
      );
      expect((await helpers()).added).toHaveLength(1);
      await testApp.app.get(LedgerReplay, { strict: false }).apply();
      expect((await helpers()).added).toEqual([]);
    });

    it('an older database that is restored has no more either where it waits for the owner of the e-mail', async () => {
      await post('/api/help/photos', photo()).expect(201);
      await post('/api/help/recordings', video()).expect(201);
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      await post('/api/videos/upload-cloud', { ...video(1, sampleWebm(5000)), insteadOf: null }, owner).expect(201);
      const { id, email } = await get<{ id: string; email: string }>('/api/auth/user', owner);
      const proven = await openLink(testApp, email);
      const tables = ['photo', 'answer', 'written_answer', 'unclaimed_beginning'];
      const restore = [await keepRows(testApp.dataSource, 'media_file', 'true')];
      for (const table of tables) restore.push(await keepRows(testApp.dataSource, table, 'participant_id = $1', id));
      await proven.post('/api/user/unclaimed/claim').expect(204);
      const { added } = (await proven.get('/api/helpers').expect(200)).body as Helpers;
      for (const thing of added) await proven.delete(`/api/helpers/added/${thing.id}`).expect(204);
      for (const table of tables) {
        await testApp.dataSource.query(`DELETE FROM ${table} WHERE participant_id = $1`, [id]);
      }
      for (const putBack of restore) await putBack();
      expect(await testApp.app.get(LedgerReplay, { strict: false }).apply()).toBe(3);
      await proven.post('/api/user/unclaimed/claim').expect(204);
      expect((await proven.get('/api/helpers').expect(200)).body).toMatchObject({ added: [] });
      const own = (await proven.get('/api/videos').expect(200)).body as AnswerVideo[];
      expect(own).toMatchObject([{ isChosen: true, earlierRecordings: [] }]);
    });

    it('leaves the newest of the other recordings as the answer', async () => {
      await post('/api/help/recordings', video()).expect(201);
      const [helped] = await answers();
      await post('/api/videos/upload-cloud', { ...video(1, sampleWebm(5000)), insteadOf: null }, owner);
      await testApp.http.delete(`/api/helpers/added/${helped!.id}`).set('Cookie', owner).expect(204);
      const [left] = await answers();
      expect(left).toMatchObject({ isChosen: true, earlierRecordings: [] });
      expect(left!.addedByHelper).toBeUndefined();
    });

    it('leaves the recording that was chosen, though another is newer', async () => {
      await post('/api/videos/upload-cloud', video(), owner).expect(201);
      const [own] = await answers();
      for (const bytes of [5001, 5002]) await post('/api/help/recordings', video(1, sampleWebm(bytes))).expect(201);
      const [removed, other] = (await helpers()).added;
      await testApp.http.delete(`/api/helpers/added/${removed!.id}`).set('Cookie', owner).expect(204);
      expect(await answers()).toMatchObject([{ id: own!.id, isChosen: true, earlierRecordings: [{ id: other!.id }] }]);
    });

    it('stays while the person has gone on from it', async () => {
      await post('/api/help/recordings', video()).expect(201);
      const [helped] = await answers();
      const more = { ...video(1, sampleWebm(5000)), isAddition: true };
      await post('/api/videos/upload-cloud', more, owner).expect(201);
      const { body } = await testApp.http.delete(`/api/help/added/${helped!.id}`).set('Cookie', helper).expect(409);
      expect(body).toMatchObject({ code: 'recording_continued' });
    });

    it('is theirs no more where the person has removed it and kept what they recorded after it', async () => {
      await post('/api/help/recordings', video()).expect(201);
      const [helped] = await answers();
      const more = { ...video(1, sampleWebm(5000)), isAddition: true };
      await post('/api/videos/upload-cloud', more, owner).expect(201);
      await testApp.http.delete(`/api/videos/${helped!.id}/pieces/${helped!.id}`).set('Cookie', owner).expect(200);
      expect((await answers())[0]!.addedByHelper).toBeUndefined();
      expect((await helpers()).added).toEqual([]);
      await testApp.http.delete(`/api/help/added/${helped!.id}`).set('Cookie', helper).expect(404);
      expect(await answers()).toHaveLength(1);
    });

    it('is theirs no more either where an earlier version has let the person remove it so', async () => {
      const goOn = async (questionId: number) => {
        const more = { ...video(questionId, sampleWebm(5000 + questionId)), isAddition: true };
        await post('/api/videos/upload-cloud', more, owner).expect(201);
      };
      for (const questionId of [1, 2]) {
        await post('/api/help/recordings', video(questionId)).expect(201);
        await goOn(questionId);
      }
      await post('/api/help/recordings', video(3)).expect(201);
      const [first] = await answers();
      await testApp.dataSource.query('DELETE FROM answer_piece WHERE id = $1', [first!.id]);
      await using runner = testApp.dataSource.createQueryRunner();
      await new ContinuedAnswers1700000000630().up(runner);
      expect((await answers()).map(({ addedByHelper }) => addedByHelper)).toEqual([undefined, true, true]);
    });

    it('a helper removes where it is theirs, and nothing of anybody else', async () => {
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      const [thing] = (await helpers()).added;
      const other = await openAsHelper(testApp, owner);
      await testApp.http.delete(`/api/help/added/${thing!.id}`).set('Cookie', other).expect(404);
      await testApp.http
        .delete(`/api/helpers/added/${thing!.id}`)
        .set('Cookie', await signUp(testApp))
        .expect(404);
      const { body } = await testApp.http.delete(`/api/help/added/${thing!.id}`).set('Cookie', helper).expect(200);
      expect((body as Help).added).toEqual([]);
    });
  });

  describe('a link', () => {
    it('is kept as its hash alone, works more than once, and for fourteen days', async () => {
      const link = await makeHelperLink(testApp, owner);
      expect(link.url).toBe(`${testApp.config.publicUrl}/help#${link.token}`);
      const days = (Date.parse(link.endsAt) - Date.parse(link.createdAt)) / 86_400_000;
      expect(days).toBe(14);
      const rows = await testApp.dataSource.query<{ hash: Buffer }[]>(
        'SELECT token_hash AS hash FROM helper_link WHERE id = $1',
        [link.id],
      );
      expect(rows).toEqual([{ hash: hashToken(link.token) }]);
      for (const _ of [1, 2]) await post('/api/help/session', { token: link.token }, '').expect(200);
      await testApp.dataSource.query(`UPDATE helper_link SET ends_at = now() WHERE id = $1`, [link.id]);
      const { body } = await post('/api/help/session', { token: link.token }, '').expect(410);
      expect(body).toMatchObject({ code: 'link_expired' });
    });

    it('says when it was opened first, however often it is opened', async () => {
      const { id, token } = await makeHelperLink(testApp, owner);
      const openedAt = async () => (await helpers()).links.find((link) => link.id === id)!.openedAt;
      expect(await openedAt()).toBeNull();
      await post('/api/help/session', { token }, '').expect(200);
      const first = await openedAt();
      expect(first).toEqual(expect.any(String));
      await post('/api/help/session', { token }, '').expect(200);
      expect(await openedAt()).toBe(first);
    });

    it('ends by one press, in every browser at once; what came by it stays', async () => {
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      const [link] = (await helpers()).links;
      await testApp.http
        .delete(`/api/helpers/${link!.id}`)
        .set('Cookie', await signUp(testApp))
        .expect(404);
      await testApp.http.delete(`/api/helpers/${link!.id}`).set('Cookie', owner).expect(204);
      await testApp.http.get('/api/help').set('Cookie', helper).expect(401);
      await post('/api/help/words', { questionId: 3, text: 'More.' }).expect(401);
      expect(await helpers()).toMatchObject({ links: [], added: [{ name: 'She danced.' }] });
    });

    it('ends when the time is over while a browser has it open', async () => {
      await testApp.dataSource.query('UPDATE helper_link SET ends_at = now()');
      await testApp.http.get('/api/help').set('Cookie', helper).expect(401);
    });

    it.each([
      ['its time is over', 'ends_at'],
      ['its person ends it', 'ended_at'],
    ])('ends when %s before what came by it is added', async (_why, field) => {
      await using commit = await holdTransaction(testApp.dataSource, async (transaction) => {
        await transaction.query('SELECT FROM participant WHERE id = $1 FOR NO KEY UPDATE', [await idOfOwner()]);
        await transaction.query(`UPDATE helper_link SET ${field} = now()`);
      });
      const adding = post('/api/help/words', { questionId: 2, text: 'She danced.' }).then(({ status }) => status);
      await untilBlocked(testApp.dataSource);
      await commit();
      expect(await adding).toBe(401);
      expect((await helpers()).added).toEqual([]);
    });

    it('ends when staff say that its person has another mailbox', async () => {
      const email = `another-${await idOfOwner()}@example.org`;
      await testApp
        .staff()
        .patch(`/api/admin/users/${await idOfOwner()}`)
        .send({ email })
        .expect(200);
      await testApp.http.get('/api/help').set('Cookie', helper).expect(401);
    });

    it('ends when its person is proven in another browser, and what came by it is theirs once they claim it', async () => {
      const { email } = await get<{ email: string }>('/api/auth/user', owner);
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      const other = await openLink(testApp, email);
      await testApp.http.get('/api/help').set('Cookie', helper).expect(401);
      const theirs = async () => (await other.get('/api/helpers').expect(200)).body as Helpers;
      expect(await theirs()).toEqual({ links: [], added: [] });
      await other.post('/api/user/unclaimed/claim').expect(204);
      expect(await theirs()).toMatchObject({ links: [], added: [{ name: 'She danced.' }] });
    });

    it('leaves what came by it the helper’s, also beside what the person writes themselves', async () => {
      const { email } = await get<{ email: string }>('/api/auth/user', owner);
      for (const questionId of [1, 3]) {
        const begun = testApp.http.put(`/api/written-answers/${questionId}`).set('Cookie', owner);
        await begun.send({ text: 'Begun.', revision: 0 }).expect(200);
      }
      await post('/api/help/words', { questionId: 2, text: 'Before.' }).expect(201);
      const proven = await openLink(testApp, email);
      for (const questionId of [2, 3]) {
        await proven.put(`/api/written-answers/${questionId}`).send({ text: 'Mine.', revision: 0 }).expect(200);
      }
      const { body } = await proven.post('/api/helpers').send({}).expect(201);
      const [, token] = (body as MadeHelperLink).url.split('#');
      const friend = testApp.browser();
      await friend.post('/api/help/session').send({ token }).expect(200);
      for (const questionId of [1, 3]) {
        await friend.post('/api/help/words').send({ questionId, text: 'After.' }).expect(201);
      }
      await proven.post('/api/user/unclaimed/claim').expect(204);
      expect((await proven.get('/api/written-answers').expect(200)).body).toMatchObject([
        { questionId: 1, text: 'Begun.' },
        { questionId: 2, text: 'Mine.' },
        { questionId: 3, text: 'Mine.\n\nBegun.' },
      ]);
      const { added } = (await proven.get('/api/helpers').expect(200)).body as Helpers;
      const words = added.map(({ questionId, name }) => `${questionId} ${name}`);
      expect(words.toSorted()).toEqual(['1 After.', '2 Before.', '3 After.']);
    });

    it('stays when its person is proven in the very browser that made it', async () => {
      const { browser, email } = await registerPerson(testApp);
      const { body } = await browser.post('/api/helpers').send({}).expect(201);
      const [, token] = (body as MadeHelperLink).url.split('#');
      const friend = testApp.browser();
      await friend.post('/api/help/session').send({ token }).expect(200);
      await openLink(testApp, email, browser);
      await friend.post('/api/help/words').send({ questionId: 2, text: 'She danced.' }).expect(201);
    });

    it('ends when its person takes the story back', async () => {
      const { browser } = await provenPerson(testApp);
      const { body } = await browser.post('/api/helpers').send({}).expect(201);
      const [, token] = (body as MadeHelperLink).url.split('#');
      await browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
      await post('/api/help/session', { token: token! }, '').expect(410);
    });

    it('is one of a few', async () => {
      for (let made = 1; made < HELPER_LINKS_MAX; made++) await makeHelperLink(testApp, owner);
      const { body } = await post('/api/helpers', {}, owner).expect(409);
      expect(body).toMatchObject({ code: 'helpers_full' });
    });

    it('opens nothing where it is none', async () => {
      await post('/api/help/session', { token: 'x'.repeat(43) }, '').expect(410);
      await post('/api/help/session', { token: 'short' }, '').expect(400);
    });

    it('goes with its person, and its browser with it', async () => {
      const id = await idOfOwner();
      await post('/api/help/words', { questionId: 2, text: 'She danced.' }).expect(201);
      await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
      await testApp.http.get('/api/help').set('Cookie', helper).expect(401);
      const left = await testApp.dataSource.query<{ count: number }[]>(
        `SELECT (SELECT count(*) FROM helper_link WHERE participant_id = $1)::int
              + (SELECT count(*) FROM written_answer WHERE participant_id = $1)::int AS count`,
        [id],
      );
      expect(left).toEqual([{ count: 0 }]);
    });
  });

  it('are told apart in one browser, also where they help the same person', async () => {
    const { id } = await get<Help>('/api/help', helper);
    const other = await openAsHelper(testApp, owner);
    const add = (as: string) =>
      post('/api/help/words', { questionId: 2, text: 'She danced.' }, as).set(SESSION_OWNER_HEADER, id);
    expect((await add(other).expect(401)).body).toMatchObject({ code: 'signed_out' });
    await add(helper).expect(201);
  });

  it('add nothing of somebody who said no to being recorded', async () => {
    await testApp.dataSource.query(
      `INSERT INTO recording_consent (participant_id, state, version, changed_at) VALUES ($1, 'refused', 'x', now())`,
      [await idOfOwner()],
    );
    const words = { questionId: 1, text: 'She danced.' };
    for (const [route, body] of [
      ['photos', photo()],
      ['recordings', video()],
      ['words', words],
    ] as const) {
      const refused = await post(`/api/help/${route}`, body).expect(409);
      expect(refused.body).toMatchObject({ code: 'consent_missing' });
    }
    expect((await helpers()).added).toEqual([]);
  });
});
