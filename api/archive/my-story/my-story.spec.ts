import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/audit.js';
import { EMAIL_CHANGES_PER_DAY, OWN_CHANGES_PER_DAY } from '../../contract/limits.js';
import { type MyStory, NEW_EMAIL_FRAGMENT, type Withdrawal } from '../../contract/my-story.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { keepRows } from '../../testing/keep-rows.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { swapQuestions } from '../../testing/question-order.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { filesContaining } from '../../testing/site-files.js';
import { EmailNoticesWorker } from '../../people/sign-in/email-notices.worker.js';
import { until } from '../../testing/until.js';
import { unzip } from '../../testing/unzip.js';
import { LedgerReplay } from './ledger-replay.js';

const CANARY = 'A quetzalcanary sings in the garden each morning.';
const NO_ID = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/my-story';

type Browser = ReturnType<PublishedSite['testApp']['browser']>;

const storyIn = async (browser: Browser) => (await browser.get(PATH).expect(200)).body as MyStory;
const sendAnswer = (browser: Browser, questionId = 1, recording = sampleWebm()) =>
  browser
    .post('/api/videos/upload-cloud')
    .send({ questionId, title: 'One', videoData: toDataUrl(recording, 'video/webm') })
    .expect(201);
const sendPhoto = async (browser: Browser, colour?: string) =>
  browser
    .post('/api/photos')
    .send({ originalName: 'garden.jpg', imageData: toDataUrl(await sampleJpeg({ colour }), 'image/jpeg') })
    .expect(201);

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  /** With an answer, a photo and a public video. */
  const told = async (firstName = 'Anna') => {
    const person = await provenPerson(site.testApp, firstName);
    const { body: answer } = await sendAnswer(person.browser);
    const { body: photo } = await sendPhoto(person.browser);
    const video = await site.archive.publish(person.id, { questionId: 1, title: 'One', transcript: CANARY });
    return { ...person, answer: answer as { id: string }, photo: photo as { id: string }, video };
  };
  const expectGone = async (video: { id: string; user: { userName: string } }) => {
    await site.get(`/stories/${video.user.userName}`).expect(404);
    await site.get(`/api/user-story/${video.user.userName}`).expect(404);
    await site.get(`/media/${video.id}.mp4`).expect(404);
    for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml', '/api/stories-overview', '/']) {
      expect([address, (await site.get(address).expect(200)).text.includes(video.user.userName)]).toEqual([
        address,
        false,
      ]);
    }
    expect((await site.get('/api/search-data?q=quetzalcanary&from=0').expect(200)).text).not.toContain(video.id);
  };

  /** What is told of all stories in one piece, and kept for the next who asks. */
  const tellersOf = async (what: string) => {
    const tellers: string[] = [];
    for (const address of ['/api/stories-overview', '/api/search-data']) {
      if ((await site.get(address).expect(200)).text.includes(what)) tellers.push(address);
    }
    return tellers;
  };

  const linkTo = async (email: string) => {
    const mails = (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === email);
    const mail = mails.findLast(({ text }) => text?.includes(NEW_EMAIL_FRAGMENT));
    return mail?.text?.split(NEW_EMAIL_FRAGMENT)[1]?.split('\n')[0] ?? '';
  };
  /** Undoes in the database what the ledger knows. */
  const forget = async (id: string) => {
    for (const table of ['story_choice', 'cut_release']) {
      await site.testApp.dataSource.query(`DELETE FROM ${table} WHERE participant_id = $1`, [id]);
    }
  };

  /** As a backup has it. */
  const backdate = (table: string, column: string, id: string) =>
    site.testApp.dataSource.query(
      `UPDATE ${table} SET created_at = created_at - interval '1 day' WHERE ${column} = $1`,
      [id],
    );

  it('is everything that there is, with its state', async () => {
    const { browser, id, answer, photo, video } = await told();
    await site.archive.get(`/api/admin/users/${id}/answers`);
    const story = await storyIn(browser);
    expect(story).toMatchObject({
      firstName: 'Anna',
      isEmailProven: true,
      storyPath: storyOf(video),
      hiddenAt: null,
      answers: [{ id: answer.id, questionId: 1, title: 'One' }],
      photos: [{ id: photo.id, originalName: 'garden.jpg' }],
      videos: [{ id: video.id, title: 'One', transcript: CANARY, isPublic: true }],
      browsers: [{ isCurrent: true, isSignedIn: true }],
    });
    await browser.get(`${PATH}/videos/${video.id}/stream`).expect(200);
    for (const [things, thing] of [
      ['answers', answer],
      ['photos', photo],
      ['videos', video],
    ] as const) {
      const { headers } = await browser.get(`${PATH}/${things}/${thing.id}/original`).expect(200);
      expect(headers['content-disposition']).toContain('attachment');
    }
    await swapQuestions(site.testApp.dataSource, [1, 2], async () => {
      const { headers } = await browser.get(`${PATH}/answers/${answer.id}/original`).expect(200);
      expect(headers['content-disposition']).toContain('question-2.');
    });
  });

  it('is shown to nobody else', async () => {
    const [anna, ben] = [await told(), await told('Ben')];
    for (const [things, thing] of [
      ['answers', anna.answer],
      ['photos', anna.photo],
      ['videos', anna.video],
    ] as const) {
      await ben.browser.get(`${PATH}/${things}/${thing.id}/original`).expect(404);
      const what = things.slice(0, -1);
      await ben.browser.post(`${PATH}/withdraw`).send({ what, id: thing.id }).expect(404);
    }
    await ben.browser.get(`${PATH}/videos/${anna.video.id}/stream`).expect(404);
    const [{ id }] = (await storyIn(anna.browser)).browsers as unknown as [{ id: string }];
    await ben.browser.delete(`${PATH}/browsers/${id}`).expect(404);
    await anna.browser.get(PATH).expect(200);
    await site.get(storyOf(anna.video)).expect(200);
  });

  it('tells staff’s looks, by the name that they gave', async () => {
    const { browser, id } = await told();
    await site.testApp.dataSource.query(
      `INSERT INTO audit_entry (actor, producer_name, action, subject_type, subject_id, participant_id)
       VALUES ('staff', 'Maria', 'answer_viewed', 'answer', $1, $1), ('staff', 'Maria', 'video_approved', 'video', $1, $1),
              ('participant', NULL, 'own_data_downloaded', 'participant', $1, $1)`,
      [id],
    );
    const { looks } = await storyIn(browser);
    expect(looks).toMatchObject([{ action: 'answer_viewed', producer: 'Maria' }]);
  });

  describe('hidden', () => {
    it('is a 404 before the press is answered, and there again after the next', async () => {
      const { browser, video } = await told();
      expect(await tellersOf(video.user.userName)).toHaveLength(2);
      await browser.post(`${PATH}/hide`).expect(204);
      expect(await tellersOf(video.user.userName)).toEqual([]);
      await expectGone(video);
      expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
      expect(await storyIn(browser)).toMatchObject({ storyPath: null, videos: [{ isPublic: false }] });
      await browser.post(`${PATH}/hide`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
      await site.get(mediaOf(video)).expect(200);
    });

    it('is there again also where the ledger fails after it is kept', async () => {
      const { browser, video } = await told();
      await browser.post(`${PATH}/hide`).expect(204);
      const writing = jest.spyOn(site.testApp.app.get(WithdrawalLedger), 'append');
      writing.mockRejectedValueOnce(new Error('the disk is full'));
      await browser.post(`${PATH}/show`).expect(500);
      writing.mockRestore();
      await site.get(storyOf(video)).expect(200);
    });

    it('stays so whatever is approved, edited or begun anew', async () => {
      const { browser, id, video } = await told();
      await browser.post(`${PATH}/hide`).expect(204);
      const { id: second } = await site.archive.add(id, { questionId: 2, transcript: CANARY });
      await site.archive.approve(second).expect(409, {
        code: 'story_hidden',
        message: 'This person has hidden their story. It can be published again once they show it again.',
      });
      await site.archive.edit(video.id, { title: 'Another' }).expect(200);
      await site.restart();
      await expectGone(video);
    });

    it('is noted for staff as the person’s own doing', async () => {
      const { browser, id } = await told();
      await browser.post(`${PATH}/hide`).expect(204);
      const { body } = await site.archive.get('/api/admin/audit');
      expect((body as AuditPage).entries[0]).toMatchObject({
        actor: 'participant',
        action: 'story_hidden',
        subject: { type: 'participant', id },
      });
    });
  });

  describe('withdrawn', () => {
    it('is gone with every file, row and byte, and says what was done', async () => {
      const { browser, id, video } = await told();
      const before = await site.testApp.dataSource.query('SELECT key FROM media_file');
      const { body } = await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
      expect(body as Withdrawal).toMatchObject({ what: 'story', answers: 1, photos: 1, videos: 1, publicVideos: 1 });
      await expectGone(video);
      expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
      expect(await filesContaining(site.inState('site-manifest.jsonl'), video.user.userName)).toEqual([]);
      const after = await site.testApp.dataSource.query('SELECT key FROM media_file');
      expect(after.length).toBeLessThanOrEqual(before.length - 3);
      expect(await storyIn(browser)).toMatchObject({ answers: [], photos: [], videos: [] });
      const again = await site.archive.add(id, { questionId: 1, transcript: CANARY });
      await site.archive.approve(again.id).expect(409);
      await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    });

    it('may be one thing alone', async () => {
      const { browser, answer, photo, video } = await told();
      await browser.post(`${PATH}/withdraw`).send({ what: 'photo', id: photo.id }).expect(200);
      await browser.post(`${PATH}/withdraw`).send({ what: 'photo', id: photo.id }).expect(404);
      await browser.post(`${PATH}/withdraw`).send({ what: 'answer', id: answer.id }).expect(200);
      await site.get(storyOf(video)).expect(200);
      await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: video.id }).expect(200);
      await expectGone(video);
    });

    it('may be one answer in words, which an older database has still, and nobody else takes', async () => {
      const [{ browser, id }, other] = [await told(), await told('Ben')];
      await browser.put('/api/written-answers/2').send({ text: CANARY, revision: 0 }).expect(200);
      const { writtenAnswers } = await storyIn(browser);
      expect(writtenAnswers).toEqual([
        { id: expect.any(String), questionId: 2, title: expect.any(String), text: CANARY },
      ]);
      const request = { what: 'answer', id: writtenAnswers[0]!.id };
      const rows = `SELECT * FROM written_answer WHERE participant_id = '${id}'`;
      const [before] = await site.testApp.dataSource.query<Record<string, unknown>[]>(rows);
      await other.browser.post(`${PATH}/withdraw`).send(request).expect(404);
      const { body } = await browser.post(`${PATH}/withdraw`).send(request).expect(200);
      expect(body).toMatchObject({ what: 'answer', answers: 1 });
      const { writtenAnswers: none, answers } = await storyIn(browser);
      expect([none.length, answers.length]).toEqual([0, 1]);
      await browser.post(`${PATH}/withdraw`).send(request).expect(404);
      const insert = 'INSERT INTO written_answer SELECT * FROM json_populate_record(NULL::written_answer, $1)';
      await site.testApp.dataSource.query(insert, [before]);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
      expect(await site.testApp.dataSource.query(rows)).toEqual([]);
    });

    it('may be an answer with every recording to it, also those that an older database has alone', async () => {
      const { browser, id } = await provenPerson(site.testApp);
      const send = async (fill: number) =>
        ((await sendAnswer(browser, 1, sampleWebm(1024, fill))).body as { id: string }).id;
      const first = await send(1);
      const { dataSource } = site.testApp;
      const restore = [
        await keepRows(dataSource, 'media_file', 'id IN (SELECT media_id FROM answer WHERE id = $1)', first),
        await keepRows(dataSource, 'answer', 'id = $1', first),
      ];
      const second = await send(2);
      await browser.post(`${PATH}/withdraw`).send({ what: 'answer', id: second }).expect(200);
      for (const putBack of restore) await putBack();
      expect((await storyIn(browser)).answers).toMatchObject([{ id: first }]);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
      expect(await dataSource.query('SELECT FROM answer WHERE participant_id = $1', [id])).toEqual([]);
      const ledger = await readFile(site.inState('ledger/withdrawals.jsonl'), 'utf8');
      await site.testApp.app.get(LedgerReplay).writeMissing();
      expect(await readFile(site.inState('ledger/withdrawals.jsonl'), 'utf8')).toBe(ledger);
    });

    it.each([
      [{}],
      [{ what: 'all' }],
      [{ what: 'photo' }],
      [{ what: 'photo', id: 'x' }],
      [{ what: 'video', id: [NO_ID] }],
    ])('is asked for in full: %j', async (body) => {
      const { browser } = await provenPerson(site.testApp);
      await browser.post(`${PATH}/withdraw`).send(body).expect(400);
    });

    it('is done once by two presses at once', async () => {
      const { browser } = await told();
      const press = () => browser.post(`${PATH}/withdraw`).send({ what: 'story' });
      const answers = await Promise.all([press(), press()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.reduce((sum, { body }) => sum + (body as Withdrawal).answers, 0)).toBe(1);
    });
  });

  it('is deleted with everything, under a receipt that names nobody', async () => {
    const { browser, id, email, video } = await told('Quirina');
    const { text, body } = await browser.post(`${PATH}/leave`).expect(200);
    expect(body).toMatchObject({ what: 'everything', answers: 1, photos: 1, videos: 1 });
    for (const name of ['Quirina', 'Example', email, id]) expect(text).not.toContain(name);
    await expectGone(video);
    await browser.get(PATH).expect(401);
    for (const table of ['participant', 'story_choice', 'email_change', 'participant_session']) {
      const column = table === 'participant' ? 'id' : 'participant_id';
      const rows = await site.testApp.dataSource.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id]);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await filesContaining(site.testApp.config.stateDir, email)).toEqual([]);
    await site.testApp.http.post('/api/resume-interview').send({ email }).expect(404);
  });

  describe('in a browser that only registered', () => {
    it('is what that browser made, and nothing that others did', async () => {
      const browser = site.testApp.browser();
      const person = { firstName: 'Eve', lastName: 'Example', email: 'unproven@example.org' };
      const { body } = await browser.post('/api/register').send(person).expect(201);
      const { id } = (body as { user: { id: string } }).user;
      await sendAnswer(browser);
      const video = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const story = await storyIn(browser);
      expect(story).toMatchObject({ isEmailProven: false, answers: [{}], videos: [], looks: [], browsers: [] });
      expect(story).toMatchObject({ storyPath: null, publicUploads: 0 });
      const refused = { code: 'email_unproven' };
      for (const call of [
        browser.post(`${PATH}/hide`),
        browser.post(`${PATH}/show`),
        browser.post(`${PATH}/leave`),
        browser.post(`${PATH}/withdraw`).send({ what: 'story' }),
        browser.post(`${PATH}/email`).send({ email: 'x@example.org' }),
        browser.patch(PATH).send({ shownName: 'Eva' }),
        browser.delete(`${PATH}/browsers`),
        browser.get(`${PATH}/videos/${video.id}/stream`),
        browser.get(`${PATH}/videos/${video.id}/original`),
      ]) {
        expect((await call.expect(403)).body).toMatchObject(refused);
      }
      await browser.post(`${PATH}/proof`).expect(202);
      await site.get(storyOf(video)).expect(200);
    });

    it('ends with the first link that is opened elsewhere, and shows no videos until the beginning is claimed', async () => {
      const browser = site.testApp.browser();
      const email = 'begun@example.org';
      const { body } = await browser.post('/api/register').send({ firstName: 'E', lastName: 'E', email }).expect(201);
      const { id } = (body as { user: { id: string } }).user;
      await sendAnswer(browser);
      const video = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const owner = await openLink(site.testApp, email);
      await browser.get(PATH).expect(401);
      expect(await storyIn(owner)).toMatchObject({ isUnclaimed: true, answers: [], videos: [] });
      await owner.get(`${PATH}/videos/${video.id}/stream`).expect(404);
      const downloaded = async () => {
        const { body: zip } = await owner.get(`${PATH}/download`).responseType('blob').expect(200);
        const files = [...(await unzip(zip as Buffer))];
        return { hasVideos: files.some(([name, bytes]) => name.startsWith('videos/') || bytes.includes(CANARY)) };
      };
      expect(await downloaded()).toEqual({ hasVideos: false });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await storyIn(owner)).toMatchObject({ isUnclaimed: false, answers: [{}], videos: [{}] });
      // A turn is given back a moment after its last byte.
      await until(async () => (await downloaded().catch(() => null))?.hasVideos === true);
    });
  });

  describe('under another name', () => {
    it('is found at a new address with it, and nowhere under the first', async () => {
      const { browser, video } = await told('Quinta');
      expect(await tellersOf('Quinta')).toHaveLength(2);
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      const story = await storyIn(browser);
      expect(story).toMatchObject({ firstName: 'Quinta', shownName: 'Robin' });
      expect(story.storyPath).toMatch(/^\/stories\/robin-/);
      expect((await site.get(story.storyPath!).expect(200)).text).toContain('Robin');
      await expectGone({ id: NO_ID, user: video.user });
      for (const name of ['Quinta', 'quinta']) {
        expect([name, await filesContaining(site.inState('site'), name)]).toEqual([name, []]);
        expect(await filesContaining(site.inState('site-manifest.jsonl'), name)).toEqual([]);
      }
      for (const address of ['/api/stories-overview', '/api/search-data?q=quetzalcanary&from=0', '/api/search-data']) {
        expect((await site.get(address).expect(200)).text).not.toMatch(/quinta/i);
      }
      await browser.patch(PATH).send({ shownName: '' }).expect(204);
      await site.get(story.storyPath!).expect(404);
      await site.get(storyOf(video)).expect(200);
    });

    it('is the one that a producer has seen when they approve', async () => {
      const { browser, id } = await provenPerson(site.testApp);
      const { id: videoId } = await site.archive.add(id, { questionId: 1 });
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      const approve = (shownName: string) =>
        site.testApp.staff().put(`/api/admin/showcase-videos/${videoId}/approve`).send({ shownName });
      expect((await approve('Anna').expect(409)).body).toMatchObject({
        code: 'video_changed',
        differences: [{ field: 'name', before: 'Anna', after: 'Robin' }],
        video: { shownName: 'Robin' },
      });
      await approve('Robin').expect(200);
    });

    it('stays so when staff correct the real one', async () => {
      const { browser, id } = await told('Quarta');
      await browser.patch(PATH).send({ shownName: 'Kim' }).expect(204);
      const { storyPath } = await storyIn(browser);
      await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Quartana' }).expect(200);
      expect((await site.get(storyPath!).expect(200)).text).not.toContain('Quartana');
      expect(await storyIn(browser)).toMatchObject({ storyPath, shownName: 'Kim' });
    });

    it.each([['x'.repeat(101)], ['\u202eeve'], ['a\nb'], [7]])('is a readable line: %j', async (shownName) => {
      const { browser } = await provenPerson(site.testApp);
      await browser.patch(PATH).send({ shownName }).expect(400);
    });
  });

  it('keeps handles only while tagging is wished', async () => {
    const { browser } = await provenPerson(site.testApp);
    await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
    expect(await storyIn(browser)).toMatchObject({ tag: true, instagram: '@anna', shownName: null });
    await browser.patch(PATH).send({ tag: false }).expect(204);
    expect(await storyIn(browser)).toMatchObject({ tag: false, instagram: null });
  });

  it.each([
    ['no tagging', { tag: false }],
    ['no tagging, of somebody without a handle', { tag: false }, { tag: true }],
    ['one handle less', { tiktok: '' }],
    ['another handle', { instagram: '@anne' }],
  ])(
    'has no handle in an older database that was taken back since: %s',
    async (_, change, first: object = { tag: true, instagram: '@anna', tiktok: '@a' }) => {
      const { browser, id } = await provenPerson(site.testApp);
      const replay = () => site.testApp.app.get(LedgerReplay).apply();
      const { dataSource } = site.testApp;
      await browser.patch(PATH).send(first).expect(204);
      expect(await replay()).toBe(0);
      const [before] = await dataSource.query('SELECT tag, instagram, tiktok FROM participant WHERE id = $1', [id]);
      await browser.patch(PATH).send(change).expect(204);
      const now = await storyIn(browser);
      expect(await replay()).toBe(0);
      expect(await storyIn(browser)).toEqual(now);
      await dataSource.query('DELETE FROM story_choice WHERE participant_id = $1', [id]);
      const goBack = 'UPDATE participant SET tag = $2, instagram = $3, tiktok = $4 WHERE id = $1';
      await dataSource.query(goBack, [id, ...Object.values(before as object)]);
      expect(await replay()).toBe(1);
      expect(await storyIn(browser)).toMatchObject({ tag: false, instagram: null, tiktok: null });
      await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
      expect(await replay()).toBe(0);
      expect(await storyIn(browser)).toMatchObject({ tag: true, instagram: '@anna' });
    },
  );

  describe('at another e-mail', () => {
    it('is reached there once the link was used, and the old address is told', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      const next = `new-${email}`;
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      expect(await storyIn(browser)).toMatchObject({ email });
      const token = await linkTo(next);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      expect(await storyIn(browser)).toMatchObject({ email: next, isEmailProven: true });
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
      await until(async () => {
        const subjects = (await readOutbox(site.testApp))
          .filter(({ to }) => to?.[0]?.address === email)
          .map(({ subject }) => subject);
        return subjects.includes('Your e-mail is about to change') && subjects.includes('Your e-mail has changed');
      });
      await openLink(site.testApp, next);
    });

    it('is told no last mail where only the spelling is another', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      const next = email.replace(/^./, (letter) => letter.toUpperCase());
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      await site.testApp.http
        .post(`${PATH}/email/confirm`)
        .send({ token: await linkTo(next) })
        .expect(204);
      expect(await storyIn(browser)).toMatchObject({ email: next });
      await site.testApp.app.get(EmailNoticesWorker, { strict: false }).look();
      await until(async () => (await site.testApp.dataSource.query('SELECT FROM email_notice')).length === 0);
      const mails = (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address?.toLowerCase() === email);
      expect(mails.map(({ subject }) => subject)).not.toContain('Your e-mail has changed');
    });

    it('is refused that of somebody else, who alone learns of it', async () => {
      const [one, other] = [await provenPerson(site.testApp), await provenPerson(site.testApp)];
      await one.browser.post(`${PATH}/email`).send({ email: other.email }).expect(202);
      const token = await linkTo(other.email);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(409);
      expect(await storyIn(one.browser)).toMatchObject({ email: one.email });
    });

    it('ends every other link that was asked for, whoever has that', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      for (const next of [`first-${email}`, `second-${email}`]) {
        await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      }
      const [first, second] = [await linkTo(`first-${email}`), await linkTo(`second-${email}`)];
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token: second }).expect(204);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token: first }).expect(410);
      expect(await storyIn(browser)).toMatchObject({ email: `second-${email}` });
    });

    it.each([
      ['all browsers but one', () => `${PATH}/browsers`],
      ['one browser', (id: string) => `${PATH}/browsers/${id}`],
    ])('is not reached by a link that was asked for before the owner ended %s', async (_, addressOf) => {
      const { browser, email } = await provenPerson(site.testApp);
      const stolen = await openLink(site.testApp, email);
      for (let n = 1; n <= EMAIL_CHANGES_PER_DAY; n++) {
        await stolen
          .post(`${PATH}/email`)
          .send({ email: `thief-${n}-${email}` })
          .expect(202);
      }
      const { browsers } = await storyIn(browser);
      await browser.delete(addressOf(browsers.find(({ isCurrent }) => !isCurrent)!.id)).expect(204);
      for (let n = 1; n <= EMAIL_CHANGES_PER_DAY; n++) {
        const token = await linkTo(`thief-${n}-${email}`);
        await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
      }
      expect(await storyIn(browser)).toMatchObject({ email });
      // They count all the same.
      await browser
        .post(`${PATH}/email`)
        .send({ email: `more-${email}` })
        .expect(429);
    });

    it('is not reached by a link that is ended while it is used', async () => {
      const { browser, email, id } = await provenPerson(site.testApp);
      const next = `thief-${email}`;
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      const token = await linkTo(next);
      const commit = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
      );
      const confirm = async () => (await site.testApp.http.post(`${PATH}/email/confirm`).send({ token })).status;
      const confirmed = confirm();
      await untilBlocked(site.testApp.dataSource);
      await browser.delete(`${PATH}/browsers`).expect(204);
      await commit();
      expect(await confirmed).toBe(410);
      expect(await storyIn(browser)).toMatchObject({ email });
    });

    it('ends what signs in by the old one', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      const next = `new-${email}`;
      await site.testApp.http.post('/api/resume-interview').send({ email }).expect(200);
      const old = signInTokenIn(
        (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === email).at(-1)!,
      );
      expect(old).not.toBe('');
      await browser.post(`${PATH}/email`).send({ email: next }).expect(202);
      const token = await linkTo(next);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      await site.testApp.http.post('/api/auth/link').send({ token: old }).expect(410);
      expect(await storyIn(browser)).toMatchObject({ email: next });
    });

    it('is confirmed once too where it is the one of today', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      await browser.post(`${PATH}/email`).send({ email }).expect(202);
      const token = await linkTo(email);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(204);
      await site.testApp.http.post(`${PATH}/email/confirm`).send({ token }).expect(410);
    });

    it('counts what was mailed alone, and that exactly', async () => {
      const { browser, email, id } = await provenPerson(site.testApp);
      const ask = async (n: number) => (await browser.post(`${PATH}/email`).send({ email: `${n}${email}` })).status;
      const [outbox, aside] = [site.inState('outbox'), site.inState('outbox-aside')];
      await rename(outbox, aside);
      await writeFile(outbox, 'No folder.');
      const unsent = [await ask(1), await ask(2)];
      await rm(outbox);
      await rename(aside, outbox);
      expect(unsent).toEqual([503, 503]);
      const commit = await holdTransaction(site.testApp.dataSource, (transaction) =>
        transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
      );
      const asked = Promise.all([1, 2, 3, 4, 5, 6].map(ask));
      await untilBlocked(site.testApp.dataSource, 6);
      await commit();
      expect((await asked).toSorted((a, b) => a - b)).toEqual([202, 202, 202, 202, 202, 429]);
    });

    it('is asked for a few times a day', async () => {
      const { browser, email } = await provenPerson(site.testApp);
      for (let i = 0; i < 5; i++)
        await browser
          .post(`${PATH}/email`)
          .send({ email: `${i}${email}` })
          .expect(202);
      await browser
        .post(`${PATH}/email`)
        .send({ email: `6${email}` })
        .expect(429);
    });
  });

  it('is changed so often a day, and hidden however often; the same again leaves nothing', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const ledger = () => readFile(site.inState('ledger/withdrawals.jsonl'), 'utf8');
    const noted = async () => {
      const { body } = await site.archive.get('/api/admin/audit').expect(200);
      return (body as AuditPage).entries.filter(({ subject }) => subject?.id === id).length;
    };
    const wish = () => browser.put(`${PATH}/wishes`).send({ words: 'Keep it.', contactName: '', contact: '' });
    const hide = () => browser.post(`${PATH}/hide`).expect(204);
    await wish().expect(204);
    await hide();
    const before = [await ledger(), await noted()];
    await wish().expect(204);
    await hide();
    expect([await ledger(), await noted()]).toEqual(before);
    await browser.post(`${PATH}/show`).expect(204);
    const changes = site.testApp.app.get(OwnChanges);
    for (let n = 3; n < OWN_CHANGES_PER_DAY; n++) await changes.count(id);
    expect((await wish().expect(429)).body).toMatchObject({ code: 'too_many_changes' });
    await browser.patch(PATH).send({ shownName: 'Ana' }).expect(429);
    await hide();
    await browser.post(`${PATH}/show`).expect(429);
    expect((await storyIn(browser)).hiddenAt).not.toBeNull();
  });

  it('is closed to other browsers, one or all', async () => {
    const { browser, email } = await provenPerson(site.testApp);
    const [second, third] = [await openLink(site.testApp, email), site.testApp.browser()];
    await site.testApp.dataSource.query('DELETE FROM sign_in_link');
    await openLink(site.testApp, email, third);
    const { browsers } = await storyIn(browser);
    expect(browsers.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(browsers).toHaveLength(3);
    const [{ id }] = (await storyIn(second)).browsers.filter(({ isCurrent }) => isCurrent) as unknown as [
      { id: string },
    ];
    await browser.delete(`${PATH}/browsers/${id}`).expect(204);
    await second.get(PATH).expect(401);
    expect((await second.get('/api/auth/device').expect(200)).body).toEqual({ keptUnder: null });
    await third.get('/api/logout').expect(302);
    await browser.delete(`${PATH}/browsers`).expect(204);
    expect((await third.get('/api/auth/device').expect(200)).body).toEqual({ keptUnder: null });
    expect((await storyIn(browser)).browsers).toHaveLength(1);
  });

  describe('in an older database that was restored', () => {
    it('is hidden again before the first request', async () => {
      const { browser, id, video } = await told();
      await browser.post(`${PATH}/hide`).expect(204);
      await forget(id);
      await site.testApp.restart();
      await site.bringUpToDate();
      await expectGone(video);
    });

    it('stays public where it was shown again', async () => {
      const { browser, video } = await told();
      await browser.post(`${PATH}/hide`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(0);
      await site.bringUpToDate();
      await site.get(storyOf(video)).expect(200);
    });

    it('is gone again, but for what came after the withdrawal', async () => {
      const { browser, id } = await told();
      await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
      await forget(id);
      // Of each kind what the backup has, and what came later.
      const tables = ['answer', 'photo', 'written_answer', 'upload_session'];
      for (const [index, colour] of ['#112233', '#445566'].entries()) {
        await sendAnswer(browser, 1 + index);
        await sendPhoto(browser, colour);
        const written = `/api/written-answers/${3 + index}`;
        await browser.put(written).send({ text: CANARY, revision: 0 }).expect(200);
        const draft = { questionId: 5 + index, filename: 'story.webm', mimeType: 'video/webm' };
        await browser.post('/api/recording-drafts').send(draft).expect(201);
        if (index > 0) continue;
        for (const table of tables) await backdate(table, 'participant_id', id);
      }
      const restored = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const later = await site.archive.add(id, { questionId: 2, transcript: CANARY });
      await backdate('showcase_video', 'id', restored.id);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(0);
      for (const table of tables) {
        const kept = await site.testApp.dataSource.query<object[]>(
          `SELECT created_at > now() - interval '1 hour' AS "isLater" FROM ${table} WHERE participant_id = $1`,
          [id],
        );
        expect([table, kept]).toEqual([table, [{ isLater: true }]]);
      }
      await site.bringUpToDate();
      await expectGone(restored);
      await site.archive.get(`/api/admin/showcase-videos/${later.id}`).expect(200);
    });

    it('names nobody who has left', async () => {
      const { browser, id } = await told('Ophelia');
      const [row] = await site.testApp.dataSource.query('SELECT * FROM participant WHERE id = $1', [id]);
      await browser.post(`${PATH}/leave`).expect(200);
      const columns = Object.keys(row);
      await site.testApp.dataSource.query(
        `INSERT INTO participant (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})`,
        Object.values(row),
      );
      await site.testApp.restart();
      await until(async () => {
        const rows = await site.testApp.dataSource.query('SELECT 1 FROM participant WHERE id = $1', [id]);
        return rows.length === 0;
      });
      expect(await filesContaining(site.inState('ledger'), 'Ophelia')).toEqual([]);
    });

    it('is read past a line that a power cut left unfinished', async () => {
      const { browser, id } = await told();
      await appendFile(site.inState('ledger/withdrawals.jsonl'), '{"at":"2026-');
      await browser.post(`${PATH}/hide`).expect(204);
      await forget(id);
      expect(await site.testApp.app.get(LedgerReplay).apply()).toBe(1);
    });
  });
});
