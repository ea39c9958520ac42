import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { answerStreamPath, ANSWERS_PATH } from '../../contract/interview/answers.js';
import type { AuditPage } from '../../contract/staff/audit.js';
import { OWN_CHANGES_PER_DAY } from '../../contract/common/limits.js';
import { MY_STORY_PATH, ownOriginalPath } from '../../contract/stories/my-story.js';
import type { RecordingDraft } from '../../contract/interview/recording-drafts.js';
import { OwnChanges } from '../../people/participants/own-changes.service.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { type Browser, CANARY, readMyStory, sendAnswer, tellStory } from '../../testing/my-story.js';
import { readOutbox, signInTokenIn } from '../../testing/outbox.js';
import { givePoster } from '../../testing/posters.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { swapQuestions } from '../../testing/question-order.js';
import { sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { until } from '../../testing/until.js';
import { unzip } from '../../testing/unzip.js';

const PATH = '/api/my-story';

/** What a recorder has sent that was not saved. */
const sendDraft = async (browser: Browser): Promise<string> => {
  const recording = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
  const { body } = await browser.post('/api/recording-drafts').send(recording).expect(201);
  const { uploadId } = body as { uploadId: string };
  await browser
    .post('/api/uploads/chunk')
    .set({ 'Upload-Id': uploadId, 'Chunk-Index': '0', 'Content-Type': 'application/octet-stream' })
    .send(sampleWebm())
    .expect(200);
  return uploadId;
};

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  it('is everything that there is, with its state', async () => {
    const { browser, id, answer, photo, video } = await tellStory(site);
    await site.archive.get(`/api/admin/users/${id}/answers`);
    const story = await readMyStory(browser);
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

  it('has finished videos as the story tells them, and of several cuts the newest first', async () => {
    const { browser, id } = await tellStory(site);
    for (const [questionId, title] of [
      [3, 'Three'],
      [0, 'Overview'],
      [2, 'Two'],
      [2, 'Two, anew'],
    ] as const) {
      await site.archive.publish(id, { questionId, title, transcript: CANARY });
    }
    const { videos } = await readMyStory(browser);
    expect(videos.map(({ title }) => title)).toEqual(['Overview', 'One', 'Two, anew', 'Two', 'Three']);
  });

  it('has each piece of an answer that is not joined, for its person alone', async () => {
    const [anna, ben] = [await tellStory(site), await tellStory(site, 'Ben')];
    const added = sampleWebm(2000, 7);
    const more = { questionId: 1, title: 'One', isAddition: true, videoData: toDataUrl(added, 'video/webm') };
    await anna.browser.post('/api/videos/upload-cloud').send(more).expect(201);
    const [answer] = (await readMyStory(anna.browser)).answers;
    expect(answer!.pieces).toMatchObject([{ id: anna.answer.id }, { fileSize: added.length }]);
    expect((await readMyStory(ben.browser)).answers[0]).not.toHaveProperty('pieces');
    for (const [place, { videoUrl, originalUrl }] of answer!.pieces!.entries()) {
      const recording = [sampleWebm(), added][place]!;
      const played = await anna.browser.get(videoUrl).responseType('blob').expect(200);
      expect(recording.equals(played.body as Buffer)).toBe(true);
      const { body, headers } = await anna.browser.get(originalUrl).responseType('blob').expect(200);
      expect(recording.equals(body as Buffer)).toBe(true);
      expect(headers['content-disposition']).toContain(`question-1-recording-${place + 1}.`);
      for (const address of [videoUrl, originalUrl]) {
        await ben.browser.get(address).expect(404);
        await site.get(address).expect(401);
      }
    }
    const [, piece] = answer!.pieces!;
    for (const pieceId of [piece!.id, 'nonsense']) {
      await ben.browser.get(`${PATH}/answers/${ben.answer.id}/pieces/${pieceId}/original`).expect(404);
    }
    await anna.browser.post(`${PATH}/withdraw`).send({ what: 'answer', id: answer!.id }).expect(200);
    await anna.browser.get(piece!.originalUrl).expect(404);
  });

  it('has the earlier recordings to a question, until they are removed or it is handed in', async () => {
    const { browser, answer } = await tellStory(site);
    expect((await readMyStory(browser)).answers[0]).toMatchObject({ id: answer.id, earlierRecordings: [] });
    const recordings = [sampleWebm(2000, 1), sampleWebm(2000, 2)];
    for (const recording of recordings) await sendAnswer(browser, 1, recording);
    const [chosen] = (await readMyStory(browser)).answers;
    expect(chosen!.id).not.toBe(answer.id);
    const [newest, oldest] = chosen!.earlierRecordings;
    expect(oldest).toMatchObject({ id: answer.id, questionId: 1, title: 'One' });
    expect(newest!.fileSize).toBe(recordings[0]!.length);
    for (const address of [answerStreamPath(newest!.id), ownOriginalPath('answer', newest!.id)]) {
      const { body } = await browser.get(address).responseType('blob').expect(200);
      expect(recordings[0]!.equals(body as Buffer)).toBe(true);
    }
    await browser.delete(`${ANSWERS_PATH}/${newest!.id}`).expect(204);
    expect((await readMyStory(browser)).answers).toMatchObject([
      { id: chosen!.id, earlierRecordings: [{ id: answer.id }] },
    ]);
  });

  it('has the recordings that were sent and not saved, for their person alone', async () => {
    const [anna, ben] = [await provenPerson(site.testApp), await provenPerson(site.testApp, 'Ben')];
    const uploadId = await sendDraft(anna.browser);
    const { recordingDrafts } = await readMyStory(anna.browser);
    const { body } = await anna.browser.get('/api/recording-drafts').expect(200);
    expect(recordingDrafts).toMatchObject(body as RecordingDraft[]);
    expect(recordingDrafts).toMatchObject([{ uploadId, questionId: 2, title: expect.stringMatching(/./) }]);
    expect((await readMyStory(ben.browser)).recordingDrafts).toEqual([]);
    await anna.browser.delete(`/api/uploads/${uploadId}`).expect(204);
    expect((await readMyStory(anna.browser)).recordingDrafts).toEqual([]);
  });

  it('is shown to nobody else', async () => {
    const [anna, ben] = [await tellStory(site), await tellStory(site, 'Ben')];
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
    await givePoster(site.testApp, anna.video.id);
    await ben.browser.get(`${PATH}/videos/${anna.video.id}/poster`).expect(404);
    await anna.browser.get(`${PATH}/videos/${anna.video.id}/poster`).expect(200);
    const [{ id }] = (await readMyStory(anna.browser)).browsers as unknown as [{ id: string }];
    await ben.browser.delete(`${PATH}/browsers/${id}`).expect(404);
    await anna.browser.get(PATH).expect(200);
    await site.get(storyOf(anna.video)).expect(200);
  });

  it('tells staff’s looks, by the name that they gave', async () => {
    const { browser, id } = await tellStory(site);
    await site.testApp.dataSource.query(
      `INSERT INTO audit_entry (actor, producer_name, action, subject_type, subject_id, participant_id)
       VALUES ('staff', 'Maria', 'answer_viewed', 'answer', $1, $1), ('staff', 'Maria', 'video_approved', 'video', $1, $1),
              ('participant', NULL, 'own_data_downloaded', 'participant', $1, $1)`,
      [id],
    );
    const { looks } = await readMyStory(browser);
    expect(looks).toMatchObject([{ action: 'answer_viewed', producer: 'Maria' }]);
  });

  describe('in a browser that only registered', () => {
    it('is what that browser made, and nothing that others did', async () => {
      const browser = site.testApp.browser();
      const person = { firstName: 'Eve', lastName: 'Example', email: `${randomUUID()}@example.org` };
      const { body } = await browser.post('/api/register').send(person).expect(201);
      const { id } = (body as { user: { id: string } }).user;
      await sendAnswer(browser);
      const video = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const story = await readMyStory(browser);
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
        browser.get(`${PATH}/videos/${video.id}/poster`),
        browser.get(`${PATH}/videos/${video.id}/original`),
      ]) {
        expect((await call.expect(403)).body).toMatchObject(refused);
      }
      await browser.post(`${PATH}/proof`).expect(202);
      await site.get(storyOf(video)).expect(200);
      const mail = (await readOutbox(site.testApp)).at(-1)!;
      expect(mail.subject).toBe('Your story');
      const proven = await browser
        .post('/api/auth/link')
        .send({ token: signInTokenIn(mail) })
        .expect(200);
      // Something is left of their interview, and they asked here.
      expect(proven.body).toEqual({ nextUrl: MY_STORY_PATH });
    });

    it('ends with the first link that is opened elsewhere, and shows no videos until the beginning is claimed', async () => {
      const browser = site.testApp.browser();
      const email = `${randomUUID()}@example.org`;
      const { body } = await browser.post('/api/register').send({ firstName: 'E', lastName: 'E', email }).expect(201);
      const { id } = (body as { user: { id: string } }).user;
      await sendAnswer(browser);
      const video = await site.archive.publish(id, { questionId: 1, transcript: CANARY });
      const owner = await openLink(site.testApp, email);
      await browser.get(PATH).expect(401);
      const unclaimed = { isUnclaimed: true, answers: [], videos: [] };
      // That there is a page of it everybody sees: what ends that is offered.
      expect(await readMyStory(owner)).toMatchObject({ ...unclaimed, storyPath: storyOf(video) });
      await owner.get(`${PATH}/videos/${video.id}/stream`).expect(404);
      const downloaded = async () => {
        const { body: zip } = await owner.get(`${PATH}/download`).responseType('blob').expect(200);
        const files = [...(await unzip(zip as Buffer))];
        return { hasVideos: files.some(([name, bytes]) => name.startsWith('videos/') || bytes.includes(CANARY)) };
      };
      expect(await downloaded()).toEqual({ hasVideos: false });
      await owner.post('/api/user/unclaimed/claim').expect(204);
      expect(await readMyStory(owner)).toMatchObject({ isUnclaimed: false, answers: [{}], videos: [{}] });
      // A turn is given back a moment after its last byte.
      await until(async () => (await downloaded().catch(() => null))?.hasVideos === true);
    });
  });

  it('keeps handles only while tagging is wished', async () => {
    const { browser } = await provenPerson(site.testApp);
    await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
    expect(await readMyStory(browser)).toMatchObject({ tag: true, instagram: '@anna', shownName: null });
    await browser.patch(PATH).send({ tag: false }).expect(204);
    expect(await readMyStory(browser)).toMatchObject({ tag: false, instagram: null });
  });

  it('is noted as the person’s own doing, whatever of it is changed', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
    await browser.patch(PATH).send({ shownName: 'Ana' }).expect(204);
    await browser.put(`${PATH}/wishes`).send({ words: 'Keep it.', contactName: '', contact: '' }).expect(204);
    const { body } = await site.archive.get(`/api/admin/audit?person=${id}`).expect(200);
    const changed = { actor: 'participant', action: 'own_data_changed' };
    expect((body as AuditPage).entries).toMatchObject([changed, changed, changed]);
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
    for (let n = 3; n < OWN_CHANGES_PER_DAY; n++) await changes.take(id);
    expect((await wish().expect(429)).body).toMatchObject({ code: 'too_many_changes' });
    await browser.patch(PATH).send({ shownName: 'Ana' }).expect(429);
    await hide();
    await browser.post(`${PATH}/show`).expect(429);
    expect((await readMyStory(browser)).hiddenAt).not.toBeNull();
  });

  it.each([
    ['nothing', ''],
    ['the own first name', 'Anna'],
  ])('loses the handles, and the name for %s, however often it was changed that day', async (_what, shownName) => {
    const { browser, id } = await provenPerson(site.testApp);
    const given = { shownName: 'Ana', tag: true, instagram: '@ana', tiktok: '@ana' };
    await browser.patch(PATH).send(given).expect(204);
    const changes = site.testApp.app.get(OwnChanges);
    for (let n = 1; n < OWN_CHANGES_PER_DAY; n++) await changes.take(id);
    await browser.patch(PATH).send({ instagram: '' }).expect(204);
    // As the page says it, beside the wish that stays.
    await browser.patch(PATH).send({ tag: true, tiktok: '' }).expect(204);
    expect(await readMyStory(browser)).toMatchObject({ ...given, instagram: null, tiktok: null });
    await browser.patch(PATH).send({ shownName }).expect(204);
    await browser.patch(PATH).send({ tag: false }).expect(204);
    expect(await readMyStory(browser)).toMatchObject({ shownName: null, tag: false });
    for (const again of [{ shownName: 'Ana' }, { tag: true }, { instagram: '@ana' }, { tag: false, tiktok: '@ana' }]) {
      const { body } = await browser.patch(PATH).send(again).expect(429);
      expect(body).toMatchObject({ code: 'too_many_changes' });
    }
  });

  it('loses whom to ask of the wishes, and the wishes, however often it was changed that day', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const given = { words: 'Keep it.', contactName: 'Ben', contact: 'ben@example.org' };
    const wish = (wishes: object) => browser.put(`${PATH}/wishes`).send({ ...given, ...wishes });
    await wish({}).expect(204);
    const changes = site.testApp.app.get(OwnChanges);
    for (let n = 1; n < OWN_CHANGES_PER_DAY; n++) await changes.take(id);
    await wish({ contact: '' }).expect(204);
    for (const more of [{}, { contact: '', contactName: 'Bea' }, { contact: '', words: 'Keep' }, { contact: '' }]) {
      expect((await wish(more).expect(429)).body).toMatchObject({ code: 'too_many_changes' });
    }
    await wish({ contact: '', contactName: '' }).expect(204);
    expect((await readMyStory(browser)).wishes).toMatchObject({ ...given, contact: '', contactName: '' });
    await wish({ words: '', contact: '', contactName: '' }).expect(204);
    expect((await readMyStory(browser)).wishes).toBeNull();
  });

  it('is closed to other browsers, one or all', async () => {
    const { browser, email } = await provenPerson(site.testApp);
    const [second, third] = [await openLink(site.testApp, email), site.testApp.browser()];
    await site.testApp.dataSource.query('DELETE FROM sign_in_link');
    await openLink(site.testApp, email, third);
    const { browsers } = await readMyStory(browser);
    expect(browsers.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(browsers).toHaveLength(3);
    const [{ id }] = (await readMyStory(second)).browsers.filter(({ isCurrent }) => isCurrent) as unknown as [
      { id: string },
    ];
    await browser.delete(`${PATH}/browsers/${id}`).expect(204);
    await second.get(PATH).expect(401);
    expect((await second.get('/api/auth/device').expect(200)).body).toEqual({ keptUnder: null });
    await third.get('/api/logout').expect(302);
    await browser.delete(`${PATH}/browsers`).expect(204);
    expect((await third.get('/api/auth/device').expect(200)).body).toEqual({ keptUnder: null });
    expect((await readMyStory(browser)).browsers).toHaveLength(1);
  });

  it.each([
    ['just before', ['resume', 'end']],
    ['just after', ['end', 'resume']],
  ] as const)('is closed also to a browser that comes back %s it is signed out', async (_when, order) => {
    const { dataSource } = site.testApp;
    const { browser, email } = await provenPerson(site.testApp);
    const other = await openLink(site.testApp, email);
    const { id } = (await readMyStory(browser)).browsers.find(({ isCurrent }) => !isCurrent)!;
    await dataSource.query('DELETE FROM participant_session WHERE browser_id = $1', [id]);
    await using letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM device_token WHERE browser_id = $1 FOR UPDATE', [id]),
    );
    const calls = {
      end: () => browser.delete(`${PATH}/browsers/${id}`).expect(204),
      resume: () => other.post('/api/resume-interview').send({ email }),
    };
    const called: Promise<unknown>[] = [];
    for (const call of order) {
      called.push(Promise.resolve(calls[call]()));
      await untilBlocked(dataSource, called.length);
    }
    await letGo();
    await Promise.all(called);
    await other.get(PATH).expect(401);
  });
});
