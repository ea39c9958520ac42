import { readFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Withdrawal } from '../../contract/stories/my-story.js';
import { UploadSessionsService } from '../../media/uploads/upload-sessions.service.js';
import { Mailer } from '../../platform/mail/mailer.js';
import { keepRows } from '../../testing/keep-rows.js';
import { CANARY, expectStoryGone, readMyStory, sendAnswer, tellStory } from '../../testing/my-story.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { sampleWebm } from '../../testing/sample-media.js';
import { filesContaining } from '../../testing/site-files.js';
import { LedgerReplay } from './ledger-replay.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/my-story';

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  describe('withdrawn', () => {
    it('is gone with every file, row and byte, and says what was done', async () => {
      const { browser, id, video } = await tellStory(site);
      const before = await site.testApp.dataSource.query('SELECT key FROM media_file');
      const { body } = await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
      expect(body as Withdrawal).toMatchObject({ what: 'story', answers: 1, photos: 1, videos: 1, publicVideos: 1 });
      await expectStoryGone(site, video);
      expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
      const manifest = await site.manifest();
      expect(manifest).toContain('stories/index.html');
      expect(manifest).not.toContain(video.user.userName);
      const after = await site.testApp.dataSource.query('SELECT key FROM media_file');
      expect(after.length).toBeLessThanOrEqual(before.length - 3);
      expect(await readMyStory(browser)).toMatchObject({ answers: [], photos: [], videos: [] });
      const again = await site.archive.add(id, { questionId: 1, transcript: CANARY });
      await site.archive.approve(again.id).expect(409);
      await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    });

    it('may be one thing alone', async () => {
      const { browser, answer, photo, video } = await tellStory(site);
      await browser.post(`${PATH}/withdraw`).send({ what: 'photo', id: photo.id }).expect(200);
      await browser.post(`${PATH}/withdraw`).send({ what: 'photo', id: photo.id }).expect(404);
      await browser.post(`${PATH}/withdraw`).send({ what: 'answer', id: answer.id }).expect(200);
      await site.get(storyOf(video)).expect(200);
      await browser.post(`${PATH}/withdraw`).send({ what: 'video', id: video.id }).expect(200);
      await expectStoryGone(site, video);
    });

    it('is asked for in full, also where a thing is named beside the whole story', async () => {
      const { browser, photo, answer } = await tellStory(site);
      for (const id of [photo.id, 'x']) {
        const { body } = await browser.post(`${PATH}/withdraw`).send({ what: 'story', id }).expect(400);
        expect(body).toMatchObject({ message: 'Please say what to withdraw.' });
      }
      const { withdrawnAt, photos, answers } = await readMyStory(browser);
      expect([withdrawnAt, photos[0]!.id, answers[0]!.id]).toEqual([null, photo.id, answer.id]);
      const { body } = await browser.post(`${PATH}/withdraw`).send({ what: 'story', id: null }).expect(200);
      expect(body).toMatchObject({ answers: 1, photos: 1, videos: 1 });
    });

    it('may be one answer in words, which an older database has still, and nobody else takes', async () => {
      const [{ browser, id }, other] = [await tellStory(site), await tellStory(site, 'Ben')];
      await browser.put('/api/written-answers/2').send({ text: CANARY, revision: 0 }).expect(200);
      const { writtenAnswers } = await readMyStory(browser);
      expect(writtenAnswers).toEqual([
        { id: expect.any(String), questionId: 2, title: expect.any(String), text: CANARY },
      ]);
      const request = { what: 'answer', id: writtenAnswers[0]!.id };
      const rows = `SELECT * FROM written_answer WHERE participant_id = '${id}'`;
      const [before] = await site.testApp.dataSource.query<Record<string, unknown>[]>(rows);
      await other.browser.post(`${PATH}/withdraw`).send(request).expect(404);
      const { body } = await browser.post(`${PATH}/withdraw`).send(request).expect(200);
      expect(body).toMatchObject({ what: 'answer', answers: 1 });
      const { writtenAnswers: none, answers } = await readMyStory(browser);
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
      expect((await readMyStory(browser)).answers).toMatchObject([{ id: first }]);
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
      const { browser } = await tellStory(site);
      const press = () => browser.post(`${PATH}/withdraw`).send({ what: 'story' });
      const answers = await Promise.all([press(), press()]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      expect(answers.reduce((sum, { body }) => sum + (body as Withdrawal).answers, 0)).toBe(1);
    });
  });

  it('is deleted with everything, under a receipt that names nobody', async () => {
    const { browser, id, email, video } = await tellStory(site, 'Quirina');
    const { text, body } = await browser.post(`${PATH}/leave`).expect(200);
    expect(body).toMatchObject({ what: 'everything', answers: 1, photos: 1, videos: 1 });
    for (const name of ['Quirina', 'Example', email, id]) expect(text).not.toContain(name);
    await expectStoryGone(site, video);
    await browser.get(PATH).expect(401);
    for (const table of ['participant', 'story_choice', 'email_change', 'participant_session']) {
      const column = table === 'participant' ? 'id' : 'participant_id';
      const rows = await site.testApp.dataSource.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id]);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(await filesContaining(site.testApp.config.stateDir, email)).toEqual([]);
    await site.testApp.http.post('/api/resume-interview').send({ email }).expect(404);
  });

  it('is deleted with everything, also from written mails, where the last mail fails', async () => {
    const { browser, email } = await provenPerson(site.testApp);
    using sending = jest.spyOn(site.testApp.app.get(Mailer, { strict: false }), 'send');
    sending.mockRejectedValueOnce(new Error('The mail server is away.'));
    await browser.post(`${PATH}/leave`).expect(200);
    sending.mockRestore();
    expect(await filesContaining(site.testApp.config.stateDir, email)).toEqual([]);
  });

  it('is told to its person by a last mail, after it is public no more, also where files could not be removed', async () => {
    const { browser, email, video } = await tellStory(site);
    const { app, config } = site.testApp;
    using removing = jest.spyOn(app.get(UploadSessionsService, { strict: false }), 'removeFiles');
    const failure = new Error('The disk is away.');
    removing.mockRejectedValueOnce(failure);
    const mailer = app.get(Mailer, { strict: false });
    const send = mailer.send.bind(mailer);
    const published: string[][] = [];
    using sending = jest.spyOn(mailer, 'send').mockImplementation(async (mail) => {
      published.push(await filesContaining(site.inState('site'), video.user.userName));
      return send(mail);
    });
    using logged = jest.spyOn(Logger.prototype, 'error');
    // As to anybody who is gone.
    await browser.post(`${PATH}/leave`).expect(401);
    expect(logged.mock.calls).toEqual([[failure]]);
    expect(sending.mock.calls.map(([mail]) => mail.to)).toEqual([email]);
    expect(published).toEqual([[]]);
    expect(await filesContaining(config.stateDir, email)).toEqual([]);
  });
});
