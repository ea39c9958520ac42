import { mkdir, rm } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { AdminAnswer } from '../../contract/admin-answers.js';
import type { AdminPhoto, AdminUser, NameVersion, PhotoCount } from '../../contract/admin-participants.js';
import type { Consent } from '../../contract/consent.js';
import type { Elsewhere } from '../../contract/elsewhere.js';
import { WRITTEN_ANSWER_MAX_LENGTH } from '../../contract/limits.js';
import type { CurrentUser, ProgressStats } from '../../contract/participants.js';
import { PRIVACY } from '../../contract/privacy.js';
import type { OwnCut } from '../../contract/releases.js';
import { QUESTION_IDS } from '../../contract/steps.js';
import type { WrittenAnswer } from '../../contract/written-answers.js';
import { type LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { keepRows } from '../../testing/keep-rows.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

import { LedgerReplay } from '../my-story/ledger-replay.js';

type Browser = ReturnType<TestApp['browser']>;

const STRANGER = { firstName: 'Mallory', lastName: 'Stranger', tag: true, instagram: '@mallory', tiktok: '@mal' };

const say = (what: string, body: object) => (browser: Browser) =>
  browser
    .post(`/api/consent/${what}`)
    .send({ ...body, version: PRIVACY.version })
    .expect(200);
const heard = async (browser: Browser) => {
  const { body } = await browser.get('/api/consent').expect(200);
  const receipts = (await browser.get('/api/consent/receipts').expect(200)).body as unknown[];
  const { recording, words, photos } = body as Consent;
  return { recording, words, photos, receipts: receipts.length };
};

describe('an e-mail that somebody registered before its owner came', () => {
  let testApp: TestApp;
  let staff: ArchiveClient;
  let people = 0;
  let email: string;
  let stranger: Browser;
  let jpeg: string;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = await ArchiveClient.signIn(testApp);
    jpeg = toDataUrl(await sampleJpeg(), 'image/jpeg');
  });
  afterAll(() => testApp.close());
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
      await testApp.dataSource.query(`DELETE FROM ${table}`);
    }
    email = `owner-${++people}@example.org`;
    stranger = testApp.browser();
    await stranger
      .post('/api/register')
      .send({ ...STRANGER, email })
      .expect(201);
  });

  const answer = async (browser: Browser, questionIds: number[]) => {
    for (const questionId of questionIds) {
      const videoData = toDataUrl(sampleWebm(), 'video/webm');
      await browser.post('/api/videos/upload-cloud').send({ questionId, title: 'Answer', videoData }).expect(201);
    }
  };
  const addPhoto = async (browser: Browser): Promise<string> => {
    const { body } = await browser.post('/api/photos').send({ originalName: 'me.jpg', imageData: jpeg }).expect(201);
    return (body as { id: string }).id;
  };
  const write = (browser: Browser, questionId: number, text: string) =>
    browser.put(`/api/written-answers/${questionId}`).send({ text, revision: 0 }).expect(200);
  const submit = (browser: Browser) => browser.patch('/api/user/status').send({ status: 'submitted' });
  const me = async (browser: Browser) => (await browser.get('/api/auth/user').expect(200)).body as CurrentUser;
  const mailLink = async (): Promise<string> => {
    await testApp.http.post('/api/resume-interview').send({ email }).expect(200);
    return signInTokenIn((await readOutbox(testApp)).findLast((mail) => signInTokenIn(mail) !== '')!);
  };
  const openLink = (browser: Browser, token: string) => browser.post('/api/auth/link').send({ token });
  const comeByMail = async (browser: Browser = testApp.browser()): Promise<Browser> => {
    await openLink(browser, await mailLink()).expect(200);
    return browser;
  };
  const count = async (path: string, browser: Browser) => ((await browser.get(path).expect(200)).body as []).length;
  const ofStaff = async <T>(path: string) =>
    (await testApp.http.get(`/api/admin/${path}`).set('Cookie', staff.cookie).expect(200)).body as T;
  const atStaff = async () => (await ofStaff<AdminUser[]>('all-users')).find((user) => user.email === email)!;
  /** Makes all that wants to change something of the person wait. */
  const holdPerson = async () => {
    const runner = testApp.dataSource.createQueryRunner();
    await runner.startTransaction();
    await runner.query('SELECT FROM participant FOR NO KEY UPDATE');
    const letGo = async () => {
      await runner.commitTransaction();
      await runner.release();
    };
    return { letGo };
  };
  const untilWaiting = async (requests: number) => {
    const sql = `SELECT count(*)::int FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
    while ((await testApp.dataSource.query<{ count: number }[]>(sql))[0]!.count < requests) await setTimeout(20);
  };
  const rows = async (table: string) =>
    (await testApp.dataSource.query<{ count: number }[]>(`SELECT count(*)::int FROM ${table}`))[0]!.count;

  const idsOf = async (table: string) =>
    (await testApp.dataSource.query<{ id: string }[]>(`SELECT id FROM ${table} ORDER BY created_at`)).map(
      ({ id }) => id,
    );
  /** Of a recording that has begun to arrive. */
  const beginDraft = async (): Promise<string> => {
    const draft = { questionId: 4, filename: 'story.webm', mimeType: 'video/webm' };
    const { body } = await stranger.post('/api/recording-drafts').send(draft).expect(201);
    const { uploadId } = body as { uploadId: string };
    await testApp.dataSource.query('UPDATE upload_session SET total_size = 1 WHERE id = $1', [uploadId]);
    return uploadId;
  };
  /** Of each kind, once another browser has proven the e-mail. */
  const begun = async () => {
    await answer(stranger, [1, 2]);
    await addPhoto(stranger);
    await stranger.put('/api/written-answers/3').send({ text: 'I danced.', revision: 0 }).expect(200);
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
  /** Gives what puts all that there is of people now in the place of what there is then. */
  const backUp = async () => {
    const restore: (() => Promise<void>)[] = [];
    for (const table of ['participant', 'media_file', 'answer', 'recording_consent']) {
      restore.push(await keepRows(testApp.dataSource, table, 'true'));
    }
    return async () => {
      await testApp.dataSource.query('DELETE FROM participant');
      for (const putBack of restore) await putBack();
    };
  };
  const noteInLedger = (event: LedgerEvent, at?: Date) =>
    testApp.app.get(WithdrawalLedger, { strict: false }).append(event, at);
  const replay = () => testApp.app.get(LedgerReplay).apply();

  describe('once the owner opens a mailed link in another browser', () => {
    it('lets the stranger in no more: no session, no device, no page, no file, no link', async () => {
      await answer(stranger, [1]);
      const photoId = await addPhoto(stranger);
      const [openBefore, used] = [await mailLink(), await mailLink()];
      const owner = testApp.browser();
      await openLink(owner, used).expect(200);
      const own = await addPhoto(owner);

      for (const path of ['auth/user', 'videos', 'photos', `photos/stream/${photoId}`, `photos/stream/${own}`]) {
        await stranger.get(`/api/${path}`).expect(401);
      }
      await stranger.post('/api/resume-interview').send({ email }).expect(429);
      await testApp.dataSource.query(`UPDATE sign_in_link SET created_at = created_at - interval '11 minutes'`);
      await stranger.post('/api/resume-interview').send({ email }).expect(200, { nextQuestionUrl: '/resume?sent=1' });
      await stranger.get('/api/auth/user').expect(401);
      await stranger.post('/api/user/unclaimed/claim').expect(401);
      await openLink(stranger, openBefore).expect(410);
      await owner.get('/api/auth/user').expect(200);
    });

    it('shows the owner nothing of it but how much there is, and counts it for nobody', async () => {
      await answer(stranger, QUESTION_IDS);
      const photoId = await addPhoto(stranger);
      await submit(stranger).expect(200);
      const answers = await ofStaff<AdminAnswer[]>(`user-answers/${(await atStaff()).id}`);
      const owner = await comeByMail();

      const user = await me(owner);
      expect(user).toMatchObject({ email, status: 'in_progress', isEmailProven: true });
      expect(user.unclaimed).toEqual({
        firstName: 'Mallory',
        lastName: 'Stranger',
        instagram: '@mallory',
        tiktok: '@mal',
        isSubmitted: true,
        answers: QUESTION_IDS.length,
        photos: 1,
        begunAt: expect.any(String),
        lastAt: expect.any(String),
      });
      expect(await count('/api/videos', owner)).toBe(0);
      expect(await count('/api/photos', owner)).toBe(0);
      await owner.get(`/api/photos/stream/${photoId}`).expect(404);
      await owner.get(`/api/videos/stream/${answers[0]!.id}`).expect(404);

      expect(await atStaff()).toMatchObject({
        status: 'in_progress',
        done: false,
        tag: false,
        instagram: null,
        tiktok: null,
        introductionCompletedAt: null,
        wishPeopleUnderstoodCompletedAt: null,
        mediaUploadCompletedAt: null,
        unclaimed: { answers: QUESTION_IDS.length, photos: 1 },
      });
      expect(await ofStaff<AdminAnswer[]>(`user-answers/${user.id}`)).toEqual([]);
      expect(await ofStaff<AdminPhoto[]>(`user-photos/${email}`)).toEqual([]);
      expect(await ofStaff<PhotoCount[]>('photo-summary')).toEqual([]);
      await testApp.http.get(`/api/admin/photo/${photoId}/data`).set('Cookie', staff.cookie).expect(404);
      await testApp.http.get(`/api/admin/answer/${answers[0]!.id}/stream`).set('Cookie', staff.cookie).expect(404);
      const { body: stats } = await testApp.http.get('/api/progress-stats').expect(200);
      expect(stats as ProgressStats).toMatchObject({ totalUsers: 1, completedInterviews: 0 });
    });

    it('gives it all back when the owner says that it is theirs, and again changes nothing', async () => {
      await answer(stranger, QUESTION_IDS);
      await addPhoto(stranger);
      await submit(stranger).expect(200);
      const before = await atStaff();
      const owner = await comeByMail();
      for (let times = 0; times < 2; times++) await owner.post('/api/user/unclaimed/claim').expect(204);

      expect(await count('/api/videos', owner)).toBe(6);
      expect(await count('/api/photos', owner)).toBe(1);
      const { id, ...user } = await me(owner);
      expect(user).toMatchObject({ status: 'submitted', unclaimed: null, keptUnder: [expect.any(String), id] });
      expect(await atStaff()).toEqual({ ...before, emailProvenAt: expect.any(String) });
      await stranger.get('/api/auth/user').expect(401);
    });

    it('keeps what the owner has recorded since as the answer, and what was recorded before beside it', async () => {
      await answer(stranger, [1, 2]);
      const owner = await comeByMail();
      await answer(owner, [1]);
      const own = (await owner.get('/api/videos')).body as { id: string }[];
      const ownTime = (await atStaff()).lifeBeforeCompletedAt!;
      await owner.post('/api/user/unclaimed/claim').expect(204);
      const all = (await owner.get('/api/videos')).body as { id: string; questionId: number }[];
      expect(all.map(({ questionId }) => questionId)).toEqual([1, 2]);
      expect(all[0]).toMatchObject({ id: own[0]!.id, earlierRecordings: [{ questionId: 1, isChosen: false }] });
      expect(Date.parse((await atStaff()).lifeBeforeCompletedAt!)).toBeLessThan(Date.parse(ownTime));
      expect(await rows('media_deletion')).toBe(0);
      expect(await rows('media_file')).toBe(3);
    });

    it('hides its words, and adds them to those that the owner has written since, once it is theirs', async () => {
      await write(stranger, 3, 'I danced.');
      await write(stranger, 4, 'I sang.');
      const owner = await comeByMail();
      const words = async () => (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
      expect(await words()).toEqual([]);
      expect((await owner.get('/api/my-story').expect(200)).body).toMatchObject({ writtenAnswers: [] });
      expect(await ofStaff<WrittenAnswer[]>(`user-answers/${(await atStaff()).id}/written`)).toEqual([]);
      await write(owner, 3, 'I climbed.');
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await words()).toMatchObject([
        { questionId: 3, text: 'I climbed.\n\nI danced.', revision: 2 },
        { questionId: 4, text: 'I sang.' },
      ]);
    });

    it('cuts nothing off its words, however long they become with those of the owner', async () => {
      const [theirs, own] = ['d', 'c'].map((letter) => letter.repeat(WRITTEN_ANSWER_MAX_LENGTH)) as [string, string];
      await write(stranger, 3, theirs);
      const owner = await comeByMail();
      await write(owner, 3, own);
      await owner.post('/api/user/unclaimed/claim').expect(204);
      const [words] = (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
      expect(words!.text === `${own}\n\n${theirs}`).toBe(true);
      const change = (text: string, revision: number) => owner.put('/api/written-answers/3').send({ text, revision });
      expect((await change(`${words!.text}!`, 2).expect(400)).body).toEqual({
        code: 'bad_request',
        message: 'Your answer must be at most 20000 characters long.',
      });
      await change(words!.text, 2).expect(200);
      await change(words!.text.slice(1), 2).expect(200);
      await change(words!.text, 3).expect(400);
    });

    it('keeps no piece of what goes because the owner has recorded it since, and it is handed in', async () => {
      await answer(stranger, QUESTION_IDS);
      const more = {
        questionId: 1,
        title: 'Answer',
        videoData: toDataUrl(sampleWebm(2000), 'video/webm'),
        isAddition: true,
      };
      await stranger.post('/api/videos/upload-cloud').send(more).expect(201);
      await addPhoto(stranger);
      await submit(stranger).expect(200);
      const pieces = await testApp.dataSource.query<{ id: string }[]>(
        'SELECT p.media_id AS id FROM answer_piece p JOIN answer a ON a.id = answer_id WHERE question_id = 1',
      );
      expect(pieces).toHaveLength(2);
      const owner = await comeByMail();
      await answer(owner, [1]);
      await owner.post('/api/user/unclaimed/claim').expect(204);

      expect(await count('/api/videos', owner)).toBe(6);
      const kept = 'SELECT FROM media_file WHERE id = ANY($1)';
      expect(await testApp.dataSource.query(kept, [pieces.map(({ id }) => id)])).toEqual([]);
    });

    it('deletes it for good when the owner says that it is not theirs, and takes the name from them', async () => {
      await answer(stranger, [1]);
      await addPhoto(stranger);
      const owner = await comeByMail();
      const name = { firstName: 'Olga', lastName: 'Owner' };
      await owner.post('/api/user/unclaimed/discard').send({ firstName: ' ', lastName: 'Owner' }).expect(400);
      for (let times = 0; times < 2; times++) {
        await owner.post('/api/user/unclaimed/discard').send(name).expect(204);
        // Nothing waits any more: a name that is asked for then is not taken.
        Object.assign(name, times === 0 ? { firstName: 'Other' } : {});
      }
      const user = await me(owner);
      expect(user).toMatchObject({ firstName: 'Olga', lastName: 'Owner', unclaimed: null });
      expect(user.keptUnder).not.toContain(user.id);
      expect(await atStaff()).toMatchObject({ userName: expect.stringMatching(/^olga-/), unclaimed: null, tag: false });
      for (const table of ['answer', 'photo', 'media_file', 'media_deletion', 'unclaimed_beginning']) {
        expect({ table, rows: await rows(table) }).toEqual({ table, rows: 0 });
      }
    });

    it('adds the name of the owner to those that staff have corrected, and leaves no way from an earlier address', async () => {
      const { id } = await atStaff();
      const correct = (body: object) =>
        testApp.http.patch(`/api/admin/users/${id}`).set('Cookie', staff.cookie).send(body).expect(200);
      await correct({ firstName: 'Malory', redirectOldAddress: true });
      const owner = await comeByMail();
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Anna', lastName: 'Owner' }).expect(204);
      const names = await ofStaff<NameVersion[]>(`users/${id}/names`);
      expect(names.map(({ firstName }) => firstName)).toEqual(['Anna', 'Malory', 'Mallory']);
      expect(await rows('former_address')).toBe(0);
    });

    it('gives back no handle in place of one that staff have corrected since', async () => {
      const { id } = await atStaff();
      const owner = await comeByMail();
      const correction = { tag: true, instagram: '@anna' };
      await testApp.http.patch(`/api/admin/users/${id}`).set('Cookie', staff.cookie).send(correction).expect(200);
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await atStaff()).toMatchObject({ tag: true, instagram: '@anna', tiktok: '@mal' });
    });

    it('gives back no handle in place of one that was taken back since', async () => {
      const { id } = await atStaff();
      const owner = await comeByMail();
      for (const correction of [{ tag: true, instagram: '@anna' }, { tag: false }]) {
        await testApp.http.patch(`/api/admin/users/${id}`).set('Cookie', staff.cookie).send(correction).expect(200);
      }
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await atStaff()).toMatchObject({ tag: false, instagram: null, tiktok: null });
    });

    it('takes a Submit only after the owner has decided', async () => {
      const owner = await comeByMail();
      await answer(owner, QUESTION_IDS);
      await addPhoto(owner);
      const { body } = await submit(owner).expect(409);
      expect(body).toMatchObject({ code: 'unclaimed', message: expect.stringContaining('whether what was recorded') });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      await submit(owner).expect(200);
    });

    describe('leaves what was said to being recorded to the stranger', () => {
      const guardian = say('guardian', { email: 'parent@example.org' });
      const no = say('recording', { answer: 'no' });
      const nothing = { recording: 'none', receipts: 0 };

      it.each([
        ['that they are under 18', [guardian]],
        ['no', [no]],
        ['no to all of it', [no, say('words', { answer: 'no' }), say('photos', { answer: 'no' })]],
      ])('%s, also after the next start and when the rest is claimed', async (_, words) => {
        for (const word of words) await word(stranger);
        const owner = await comeByMail();
        expect(await heard(owner)).toEqual(nothing);
        expect(await replay()).toBe(0);
        await owner.post('/api/user/unclaimed/claim').expect(204);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual(nothing);
        await say('recording', { answer: 'yes' })(owner);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual({ recording: 'given', receipts: 1 });
      });

      it('also where the owner has said something else since', async () => {
        await no(stranger);
        const owner = await comeByMail();
        await say('photos', { answer: 'no' })(owner);
        expect(await replay()).toBe(0);
        expect(await heard(owner)).toEqual({ recording: 'none', photos: false, receipts: 1 });
      });

      it('but not the owner’s own no, which an older database does not know', async () => {
        await guardian(stranger);
        const owner = await comeByMail();
        await no(owner);
        await testApp.dataSource.query('DELETE FROM recording_consent');
        expect(await replay()).toBe(1);
        expect(await heard(owner)).toMatchObject({ recording: 'refused' });
      });

      describe('in an older database, from before the owner had proven the e-mail,', () => {
        it.each([
          ['no', no, 'refused'],
          ['that they are under 18', say('guardian', { email: 'mother@example.org' }), 'guardian_asked'],
        ])('but not what the owner said after that: %s', async (_, word, recording) => {
          await answer(stranger, [1]);
          await say('recording', { answer: 'yes' })(stranger);
          const restore = await backUp();
          const owner = await comeByMail();
          const { emailProvenAt } = await atStaff();
          await word(owner);
          await restore();
          expect((await atStaff()).emailProvenAt).toBeNull();
          expect(await replay()).toBe(2);
          expect(await replay()).toBe(0);
          expect(await atStaff()).toMatchObject({ emailProvenAt, unclaimed: { answers: 1 } });
          const again = await comeByMail();
          expect(await heard(again)).toMatchObject({ recording });
          await again.post('/api/user/unclaimed/claim').expect(204);
          expect(await heard(again)).toMatchObject({ recording });
          expect(await replay()).toBe(0);
        });

        it('and asks nothing where it was proven in the browser that registered it', async () => {
          await answer(stranger, [1]);
          const restore = await backUp();
          await comeByMail(stranger);
          await no(stranger);
          await restore();
          expect(await replay()).toBe(2);
          const again = await comeByMail();
          expect(await heard(again)).toMatchObject({ recording: 'refused' });
          expect((await me(again)).unclaimed).toBeNull();
          expect(await count('/api/videos', again)).toBe(1);
        });
      });

      it('but not while nobody has proven the e-mail yet', async () => {
        await no(stranger);
        const before = await me(stranger);
        await testApp.dataSource.query('DELETE FROM recording_consent');
        expect(await replay()).toBe(1);
        const states = 'SELECT participant_id AS id, state FROM recording_consent';
        expect(await testApp.dataSource.query(states)).toEqual([{ id: before.id, state: 'refused' }]);
      });
    });

    describe('in an older database that was restored, from before the owner had decided', () => {
      const ALL = { answer: 2, photo: 1, written_answer: 1, upload_session: 1, unclaimed_beginning: 1 };
      const NONE = { answer: 0, photo: 0, written_answer: 0, upload_session: 0, unclaimed_beginning: 0 };

      it('is withdrawn as a whole, and asks nothing any more', async () => {
        const { owner, participantId } = await begun();
        await noteInLedger({ kind: 'withdrawn', participantId });
        expect(await replay()).toBe(1);
        expect(await left()).toEqual(NONE);
        expect((await me(owner)).unclaimed).toBeNull();
      });

      it('waits where all of it came after the withdrawal', async () => {
        const { participantId } = await begun();
        await noteInLedger({ kind: 'withdrawn', participantId }, new Date(Date.now() - 60 * 60_000));
        await replay();
        expect(await left()).toEqual(ALL);
      });

      it.each(Object.keys(ALL).slice(0, 4))('waits where of %s alone it came after the withdrawal', async (later) => {
        const { participantId } = await begun();
        for (const table of Object.keys(ALL).slice(0, 4)) {
          if (table === later) continue;
          await testApp.dataSource.query(`UPDATE ${table} SET created_at = created_at - interval '1 day'`);
        }
        await noteInLedger({ kind: 'withdrawn', participantId }, new Date(Date.now() - 60 * 60_000));
        await replay();
        expect(await left()).toEqual({ ...NONE, [later]: ALL[later as 'answer'], unclaimed_beginning: 1 });
      });

      it('is withdrawn as far as one thing was', async () => {
        const { owner, participantId } = await begun();
        const [[recording], [photo], [words]] = [
          await idsOf('answer'),
          await idsOf('photo'),
          await idsOf('written_answer'),
        ];
        for (const id of [recording!, words!]) await noteInLedger({ kind: 'answer', participantId, id });
        await noteInLedger({ kind: 'photo', participantId, id: photo! });
        await replay();
        expect(await left()).toEqual({ ...ALL, answer: 1, photo: 0, written_answer: 0 });
        expect((await me(owner)).unclaimed).toMatchObject({ answers: 1, photos: 0 });
      });

      it('has no more of words that were claimed and then withdrawn with those that they were added to', async () => {
        await write(stranger, 3, 'I danced.');
        await write(stranger, 4, 'I sang.');
        const owner = await comeByMail();
        await write(owner, 3, 'I climbed.');
        const restore: (() => Promise<void>)[] = [];
        for (const table of ['written_answer', 'unclaimed_beginning']) {
          restore.push(await keepRows(testApp.dataSource, table, 'true'));
        }
        await owner.post('/api/user/unclaimed/claim').expect(204);
        const [joined] = (await owner.get('/api/written-answers').expect(200)).body as WrittenAnswer[];
        await owner.post('/api/my-story/withdraw').send({ what: 'answer', id: joined!.id }).expect(200);
        await testApp.dataSource.query('DELETE FROM written_answer');
        for (const putBack of restore) await putBack();
        expect(await replay()).toBe(1);
        expect(await testApp.dataSource.query('SELECT text FROM written_answer')).toEqual([{ text: 'I sang.' }]);
      });
    });

    it('is not theirs in an older database either, and nothing made of it is public there', async () => {
      const { owner, participantId } = await begun();
      const video = await staff.add(participantId, { transcript: 'What the stranger told.' });
      await testApp.dataSource.query('UPDATE showcase_video SET is_approved = true, approved_at = now()');
      const restore: (() => Promise<void>)[] = [];
      for (const table of ['media_file', 'answer', 'photo', 'written_answer', 'unclaimed_beginning']) {
        restore.push(await keepRows(testApp.dataSource, table, 'true'));
      }
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      for (const putBack of restore) await putBack();
      await testApp.dataSource.query(
        "UPDATE showcase_video SET is_approved = true, approved_at = now() - interval '1 minute'",
      );
      await answer(owner, [1]);
      expect(await replay()).toBe(5);
      const { answers, unclaimed } = { answers: await count('/api/videos', owner), ...(await me(owner)) };
      expect({ answers, unclaimed }).toMatchObject({ answers: 1, unclaimed: { answers: 0, photos: 0 } });
      const shown = 'SELECT id FROM public_video';
      expect(await testApp.dataSource.query(shown)).toEqual([]);
      expect(await replay()).toBe(0);
      // Who has it still there says it once more.
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      await staff.approve(video.id).expect(200);
      expect(await replay()).toBe(0);
      expect(await testApp.dataSource.query(shown)).toHaveLength(1);
    });

    it('withdraws a published story only when the owner says that it is not theirs', async () => {
      await answer(stranger, [1]);
      const { id, userName } = await atStaff();
      const video = await staff.add(id, { transcript: 'What the stranger told.' });
      await staff.approve(video.id).expect(200);
      const owner = await comeByMail();
      await testApp.http.get(`/api/user-story/${userName}`).expect(200);
      const waiting = await staff.add(id, { questionId: 1, transcript: 'More.' });
      expect((await staff.approve(waiting.id).expect(409)).body).toMatchObject({ code: 'unclaimed' });

      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      await testApp.http.get(`/api/user-story/${userName}`).expect(404);
      expect((await atStaff()).userName).toBe(userName);
      await staff.approve(waiting.id).expect(200);
    });

    it('has it removed elsewhere, too, and gives the owner no receipt of that', async () => {
      const { id } = await atStaff();
      const { id: film } = await staff.addHosted(id, 'https://vimeo.com/123456789', { questionId: 1 });
      await staff.approve(film).expect(200);
      const place = { name: 'A blog', address: 'https://blog.example.org/mallory', userId: id };
      await testApp.staff().post('/api/admin/elsewhere/places').send(place).expect(204);
      const owner = await comeByMail();
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(204);
      const { removals } = await ofStaff<Elsewhere>('elsewhere');
      expect(removals).toMatchObject([
        { kind: 'host', place: 'Vimeo', cause: 'withdrawn', person: null, settled: null },
        { kind: 'other', place: 'A blog', cause: 'withdrawn', person: null, settled: null },
        { kind: 'feed', cause: 'withdrawn', person: null, settled: { outcome: 'removed' } },
      ]);
      await testApp
        .staff()
        .post(`/api/admin/elsewhere/removals/${removals[1]!.id}`)
        .send({ outcome: 'removed' })
        .expect(204);
      expect((await owner.get('/api/consent/receipts').expect(200)).body).toEqual([]);
    });

    it('withdraws it also where what had begun to arrive cannot be removed', async () => {
      const file = `${testApp.config.stateDir}/uploads/${await beginDraft()}.upload`;
      const { id, userName } = await atStaff();
      const video = await staff.add(id, { transcript: 'What the stranger told.' });
      await staff.approve(video.id).expect(200);
      await testApp.http.get(`/stories/${userName}`).expect(200);
      const owner = await comeByMail();
      await rm(file, { force: true });
      await mkdir(file);
      await owner.post('/api/user/unclaimed/discard').send({ firstName: 'Olga', lastName: 'Owner' }).expect(500);
      await rm(file, { recursive: true });
      await testApp.http.get(`/stories/${userName}`).expect(404);
    });

    it('lets nobody watch or answer a cut of it, by mail or signed in, before the owner has decided', async () => {
      await answer(stranger, [1]);
      const video = await staff.add((await atStaff()).id, { questionId: 1, transcript: 'What the stranger told.' });
      const ask = async () => {
        await staff.post(`/${video.id}/release-request`).expect(200);
        return /\/release#(\S+)/.exec((await readOutbox(testApp)).at(-1)!.text!)?.[1];
      };
      const [token, guest] = [await ask(), testApp.browser()];
      const preview = () => guest.post('/api/release-link/preview').send({ token });
      const cut = (await preview().expect(200)).body as OwnCut;
      await guest.get(cut.videoUrl!).expect(200);
      const owner = await comeByMail();
      expect((await preview().expect(410)).body).toMatchObject({ code: 'link_expired' });
      await guest.get(cut.videoUrl!).expect(404);
      const yes = { decision: 'yes', uses: ['archive'], cutHash: cut.release.cutHash };
      await guest
        .post('/api/release-link/answer')
        .send({ token, ...yes })
        .expect(404);
      await owner.post(`/api/my-story/videos/${video.id}/release`).send(yes).expect(404);
      expect(await ask()).toBeUndefined();
    });

    it('withdraws nothing of it before the owner has decided', async () => {
      const { owner } = await begun();
      const before = await left();
      const { body } = await owner.post('/api/my-story/withdraw').send({ what: 'story' }).expect(409);
      expect(body).toMatchObject({ code: 'unclaimed' });
      expect(await left()).toEqual(before);
    });

    it('leaves what came through the public page under the e-mail, for staff', async () => {
      await answer(stranger, QUESTION_IDS);
      await addPhoto(stranger);
      await submit(stranger).expect(200);
      await testApp.http
        .post('/api/public/upload')
        .field({ submitterEmail: email, fileCount: '1', description0: '' })
        .attach('file0', await sampleJpeg(), 'public.jpg')
        .expect(201);
      const owner = await comeByMail();
      expect(await count('/api/photos', owner)).toBe(0);
      expect(await ofStaff<PhotoCount[]>('photo-summary')).toEqual([{ email, count: 1 }]);
      expect((await atStaff()).mediaUploadCompletedAt).not.toBeNull();
    });

    it('ends what the stranger was sending', async () => {
      const file = { filename: 'take.webm', totalSize: 10, totalChunks: 1, mimeType: 'video/webm' };
      const { body } = await stranger.post('/api/uploads/start').send(file).expect(201);
      const { uploadId } = body as { uploadId: string };
      const owner = await comeByMail();
      await owner.get(`/api/uploads/${uploadId}`).expect(404);
      expect(await rows('upload_session')).toBe(0);
    });

    it('refuses what the stranger was about to save or to decide as the link was used', async () => {
      await answer(stranger, [1]);
      const token = await mailLink();
      const hold = await holdPerson();
      const used = (async () => {
        const browser = testApp.browser();
        await openLink(browser, token).expect(200);
        return browser;
      })();
      await untilWaiting(1);
      const videoData = toDataUrl(sampleWebm(), 'video/webm');
      const late = [
        stranger.post('/api/videos/upload-cloud').send({ questionId: 2, title: 'Late', videoData }),
        stranger.post('/api/photos').send({ originalName: 'late.jpg', imageData: jpeg }),
        stranger.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }),
        stranger.post('/api/user/unclaimed/claim'),
        stranger.post('/api/user/unclaimed/discard').send({ firstName: 'Eve', lastName: 'Stranger' }),
      ].map(async (response) => (await response).status);
      await untilWaiting(6);
      await hold.letGo();
      const owner = await used;
      expect(await Promise.all(late)).toEqual([401, 401, 401, 401, 401]);
      expect(await me(owner)).toMatchObject({ firstName: 'Mallory', unclaimed: { answers: 1, photos: 0 } });
      expect(await count('/api/videos', owner)).toBe(0);
      expect(await rows('answer')).toBe(1);
      expect(await rows('photo')).toBe(0);
      expect(await heard(owner)).toEqual({ recording: 'none', receipts: 0 });
    });

    it('gives no session for a device token that was read just before', async () => {
      await testApp.dataSource.query('DELETE FROM participant_session');
      await comeByMail();
      const { id } = await atStaff();
      // As a request writes it that had found the token in time.
      await testApp.dataSource.query(
        `INSERT INTO participant_session (token_hash, participant_id, is_proven, created_at, last_seen_at)
         VALUES (sha256('token'), $1, false, now(), now())`,
        [id],
      );
      await testApp.http.get('/api/auth/user').set('Cookie', 'participant_session=token').expect(401);
    });
  });

  it('proves the e-mail once, also when two links are used at once', async () => {
    await answer(stranger, [1]);
    const tokens = [await mailLink(), await mailLink()];
    const browsers = [testApp.browser(), testApp.browser()];
    const hold = await holdPerson();
    const statuses = tokens.map(async (token, index) => (await openLink(browsers[index]!, token)).status);
    await untilWaiting(2);
    await hold.letGo();
    expect((await Promise.all(statuses)).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await rows('participant_session')).toBe(1);
    expect(await rows('device_token')).toBe(1);
    expect(await rows('unclaimed_beginning')).toBe(1);
  });

  it('asks nothing where the link is opened in the very browser that registered, also after a break', async () => {
    for (const hasBreak of [false, true]) {
      const own = testApp.browser();
      email = `same-${hasBreak}@example.org`;
      await own
        .post('/api/register')
        .send({ ...STRANGER, email })
        .expect(201);
      await answer(own, [1]);
      const token = await mailLink();
      if (hasBreak) await own.get('/api/logout').expect(302);
      await openLink(own, token).expect(200);
      const { id, ...user } = await me(own);
      expect(user).toMatchObject({ isEmailProven: true, unclaimed: null, keptUnder: [id] });
      expect(await count('/api/videos', own)).toBe(1);
      expect(await atStaff()).toMatchObject({ instagram: '@mallory' });

      await own.get('/api/logout').expect(302);
      await own.post('/api/resume-interview').send({ email }).expect(200, { nextQuestionUrl: '/' });
      await own.get('/api/auth/user').expect(200);
    }
  });

  it('asks nothing either where that browser is signed in, and known by its session alone', async () => {
    await answer(stranger, [1]);
    const token = await mailLink();
    await testApp.dataSource.query('DELETE FROM device_token');
    await openLink(stranger, token).expect(200);
    expect(await me(stranger)).toMatchObject({ isEmailProven: true, unclaimed: null });
    expect(await count('/api/videos', stranger)).toBe(1);
  });

  it('mails the owner a link also when the stranger has handed all of it in, and says no less than before', async () => {
    await answer(stranger, QUESTION_IDS);
    await addPhoto(stranger);
    await submit(stranger).expect(200);
    const done = { message: 'You have already completed all interview questions!' };
    const mails = (await readOutbox(testApp)).length;
    await stranger
      .post('/api/resume-interview')
      .send({ email })
      .expect(200, { ...done, isSignedIn: true });
    expect(await readOutbox(testApp)).toHaveLength(mails);
    for (let times = 0; times < 4; times++) {
      await testApp.http
        .post('/api/resume-interview')
        .send({ email })
        .expect(200, { ...done, isLinkSent: times < 2 });
    }
    expect(await readOutbox(testApp)).toHaveLength(mails + 2);
  });

  it('sets nothing apart from the second link on, and signs several browsers in', async () => {
    const first = await comeByMail();
    await first.post('/api/user/unclaimed/claim').expect(204);
    await answer(first, [1]);
    const second = await comeByMail();
    for (const browser of [first, second]) expect(await count('/api/videos', browser)).toBe(1);
    expect((await me(second)).unclaimed).toBeNull();
  });

  it('counts as set apart where, of old, several browsers were signed in without a link', async () => {
    const { id } = await atStaff();
    await testApp.dataSource.query(
      `INSERT INTO device_token (token_hash, participant_id, created_at, last_seen_at) VALUES (sha256('old'), $1, now(), now())`,
      [id],
    );
    await answer(stranger, [1]);
    await comeByMail(stranger);
    expect((await me(stranger)).unclaimed).toMatchObject({ answers: 1 });
  });

  it('stays registered: nobody registers it again', async () => {
    await testApp.http
      .post('/api/register')
      .send({ ...STRANGER, email })
      .expect(409);
  });

  it('goes with the person, what is set apart included', async () => {
    await answer(stranger, [1]);
    await addPhoto(stranger);
    const { id } = await me(await comeByMail());
    await testApp.http.delete(`/api/admin/delete-user/${id}`).set('Cookie', staff.cookie).expect(200);
    for (const table of ['participant', 'answer', 'photo', 'unclaimed_beginning', 'media_file', 'media_deletion']) {
      expect({ table, rows: await rows(table) }).toEqual({ table, rows: 0 });
    }
  });
});
