import { PRIVACY } from '../../contract/consent/privacy.js';
import { QUESTION_IDS } from '../../contract/interview/steps.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { readOutbox } from '../../testing/outbox.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { answer, count, heard, me, openLink, STRANGER, submit, withStranger } from '../../testing/with-stranger.js';

const world = withStranger();
const { addPhoto, atStaff, rows, mailLink, comeByMail } = world;

describe('an e-mail that somebody registered before its owner came', () => {
  describe('once the owner opens a mailed link in another browser', () => {
    it('lets the stranger in no more: no session, no device, no page, no file, no link', async () => {
      await answer(world.stranger, [1]);
      const photoId = await addPhoto(world.stranger);
      const [openBefore, used] = [await mailLink(), await mailLink()];
      const owner = world.testApp.browser();
      await openLink(owner, used).expect(200);
      const own = await addPhoto(owner);

      for (const path of ['auth/user', 'videos', 'photos', `photos/stream/${photoId}`, `photos/stream/${own}`]) {
        await world.stranger.get(`/api/${path}`).expect(401);
      }
      await world.stranger.post('/api/resume-interview').send({ email: world.email }).expect(429);
      await world.testApp.dataSource.query(`UPDATE sign_in_link SET created_at = created_at - interval '11 minutes'`);
      await world.stranger
        .post('/api/resume-interview')
        .send({ email: world.email })
        .expect(200, { nextQuestionUrl: '/resume?sent=1' });
      await world.stranger.get('/api/auth/user').expect(401);
      await world.stranger.post('/api/user/unclaimed/claim').expect(401);
      await openLink(world.stranger, openBefore).expect(410);
      await owner.get('/api/auth/user').expect(200);
    });

    it('ends what the stranger was sending', async () => {
      const file = { filename: 'take.webm', totalSize: 10, totalChunks: 1, mimeType: 'video/webm' };
      const { body } = await world.stranger.post('/api/uploads/start').send(file).expect(201);
      const { uploadId } = body as { uploadId: string };
      const owner = await comeByMail();
      await owner.get(`/api/uploads/${uploadId}`).expect(404);
      expect(await rows('upload_session')).toBe(0);
    });

    it('refuses what the stranger was about to save or to decide as the link was used', async () => {
      await answer(world.stranger, [1]);
      const token = await mailLink();
      await using letGo = await holdTransaction(world.testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
      );
      const used = (async () => {
        const browser = world.testApp.browser();
        await openLink(browser, token).expect(200);
        return browser;
      })();
      await untilBlocked(world.testApp.dataSource);
      const videoData = toDataUrl(sampleWebm(), 'video/webm');
      const late = [
        world.stranger.post('/api/videos/upload-cloud').send({ questionId: 2, title: 'Late', videoData }),
        world.stranger.post('/api/photos').send({ originalName: 'late.jpg', imageData: world.jpeg }),
        world.stranger.post('/api/consent/recording').send({ answer: 'yes', version: PRIVACY.version }),
        world.stranger.post('/api/user/unclaimed/claim'),
        world.stranger.post('/api/user/unclaimed/discard').send({ firstName: 'Eve', lastName: 'Stranger' }),
      ].map(async (response) => (await response).status);
      await untilBlocked(world.testApp.dataSource, 6);
      await letGo();
      const owner = await used;
      expect(await Promise.all(late)).toEqual([401, 401, 401, 401, 401]);
      expect(await me(owner)).toMatchObject({ firstName: 'Mallory', unclaimed: { answers: 1, photos: 0 } });
      expect(await count('/api/videos', owner)).toBe(0);
      expect(await rows('answer')).toBe(1);
      expect(await rows('photo')).toBe(0);
      expect(await heard(owner)).toEqual({ recording: 'none', receipts: 0 });
    });

    it('gives no session for a device token that was read just before', async () => {
      await world.testApp.dataSource.query('DELETE FROM participant_session');
      await comeByMail();
      const { id } = await atStaff();
      // As a request writes it that had found the token in time.
      await world.testApp.dataSource.query(
        `INSERT INTO participant_session (token_hash, participant_id, is_proven, created_at, last_seen_at)
         VALUES (sha256('token'), $1, false, now(), now())`,
        [id],
      );
      await world.testApp.http.get('/api/auth/user').set('Cookie', 'participant_session=token').expect(401);
    });
  });

  it('proves the e-mail once, also when two links are used at once', async () => {
    await answer(world.stranger, [1]);
    const tokens = [await mailLink(), await mailLink()];
    const browsers = [world.testApp.browser(), world.testApp.browser()];
    await using letGo = await holdTransaction(world.testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM participant FOR NO KEY UPDATE'),
    );
    const statuses = tokens.map(async (token, index) => (await openLink(browsers[index]!, token)).status);
    await untilBlocked(world.testApp.dataSource, 2);
    await letGo();
    expect((await Promise.all(statuses)).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(await rows('participant_session')).toBe(1);
    expect(await rows('device_token')).toBe(1);
    expect(await rows('unclaimed_beginning')).toBe(1);
  });

  it('asks nothing where the link is opened in the very browser that registered, also after a break', async () => {
    for (const hasBreak of [false, true]) {
      const own = world.testApp.browser();
      world.email = `same-${hasBreak}@example.org`;
      await own
        .post('/api/register')
        .send({ ...STRANGER, email: world.email })
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
      await own.post('/api/resume-interview').send({ email: world.email }).expect(200, { nextQuestionUrl: '/' });
      await own.get('/api/auth/user').expect(200);
    }
  });

  it('asks nothing either where that browser is signed in, and known by its session alone', async () => {
    await answer(world.stranger, [1]);
    const token = await mailLink();
    await world.testApp.dataSource.query('DELETE FROM device_token');
    await openLink(world.stranger, token).expect(200);
    expect(await me(world.stranger)).toMatchObject({ isEmailProven: true, unclaimed: null });
    expect(await count('/api/videos', world.stranger)).toBe(1);
  });

  it('mails the owner a link also when the stranger has handed all of it in, and says no less than before', async () => {
    await answer(world.stranger, QUESTION_IDS);
    await addPhoto(world.stranger);
    await submit(world.stranger).expect(200);
    const done = { message: 'You have already completed all interview questions!' };
    const mails = (await readOutbox(world.testApp)).length;
    await world.stranger
      .post('/api/resume-interview')
      .send({ email: world.email })
      .expect(200, { ...done, isSignedIn: true });
    expect(await readOutbox(world.testApp)).toHaveLength(mails);
    for (let times = 0; times < 4; times++) {
      await world.testApp.http
        .post('/api/resume-interview')
        .send({ email: world.email })
        .expect(200, { ...done, isLinkSent: times < 2 });
    }
    expect(await readOutbox(world.testApp)).toHaveLength(mails + 2);
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
    await world.testApp.dataSource.query(
      `INSERT INTO device_token (token_hash, participant_id, created_at, last_seen_at) VALUES (sha256('old'), $1, now(), now())`,
      [id],
    );
    await answer(world.stranger, [1]);
    await comeByMail(world.stranger);
    expect((await me(world.stranger)).unclaimed).toMatchObject({ answers: 1 });
  });

  it('stays registered: nobody registers it again', async () => {
    await world.testApp.http
      .post('/api/register')
      .send({ ...STRANGER, email: world.email })
      .expect(409);
  });
});
