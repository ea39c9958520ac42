import { randomUUID } from 'node:crypto';
import { findAnsweredWords } from '../../../contract/consent/answered-words.js';
import { PRIVACY } from '../../../contract/consent/privacy.js';
import type { Receipt } from '../../../contract/consent/receipts.js';
import { type OwnCut, RELEASE_REQUIRED } from '../../../contract/videos/releases.js';
import { type ShowcaseVideo, WRITTEN_CHAPTERS_PATH } from '../../../contract/videos/showcase.js';
import type { StoryOverviewItem } from '../../../contract/stories/stories.js';
import type { WrittenAnswer } from '../../../contract/interview/written-answers.js';
import { crowdAt } from '../../../testing/crowd.js';
import { readOutbox } from '../../../testing/outbox.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../../testing/published-site.js';
import { filesContaining } from '../../../testing/site-files.js';

const CANARY = 'Before, I climbed.\nQuetzalcanary sang.\n\nWEBVTT is what I wrote next.';
const WORD = 'Quetzalcanary';

type Person = Awaited<ReturnType<typeof provenPerson>>;

describe('a written chapter', () => {
  let site: PublishedSite;
  let person: Person;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());
  beforeEach(async () => {
    person = await provenPerson(site.testApp);
  });
  afterEach(async () => {
    await site.testApp.staff().delete(`/api/admin/delete-user/${person.id}`).expect(200);
    expect(await traces()).toEqual([]);
  });

  const write = async (text: string, revision = 0, questionId = 1) =>
    (await person.browser.put(`/api/written-answers/${questionId}`).send({ text, revision }).expect(200))
      .body as WrittenAnswer;
  const post = (writtenAnswerId: unknown) => site.testApp.staff().post(WRITTEN_CHAPTERS_PATH).send({ writtenAnswerId });
  const make = async (text = CANARY) => (await post((await write(text)).id).expect(201)).body as ShowcaseVideo;
  const forStaff = async (id: string) =>
    (await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body as ShowcaseVideo;
  const traces = () => filesContaining(site.inState('site'), WORD);
  const searched = async () =>
    (await site.get(`/api/search-data?q=${WORD.toLowerCase()}`).expect(200)).body as StoryOverviewItem[];

  const consent = (to: 'recording' | 'words', answer: 'yes' | 'no') =>
    person.browser.post(`/api/consent/${to}`).send({ answer, version: PRIVACY.version }).expect(200);

  const cutOf = async (id: string) => {
    const { body } = await person.browser.get('/api/my-story').expect(200);
    return (body as { videos: OwnCut[] }).videos.find((cut) => cut.id === id)!;
  };

  const say = async (id: string, decision: 'yes' | 'no') => {
    const { cutHash } = (await cutOf(id)).release;
    const terms = decision === 'yes' ? { uses: ['archive'] } : {};
    return person.browser.post(`/api/my-story/videos/${id}/release`).send({ cutHash, decision, ...terms });
  };

  it('is the answer word for word, waits for approval, and is made once', async () => {
    const { id: writtenAnswerId } = await write(CANARY);
    const made = await Promise.all([post(writtenAnswerId), post(writtenAnswerId)]);
    const [chapter, same] = made.map(({ body }) => body as ShowcaseVideo);
    expect(same).toEqual(chapter);
    expect(chapter).toMatchObject({
      userId: person.id,
      questionId: 1,
      title: 'Life before ME/CFS',
      transcript: CANARY,
      cues: null,
      videoUrl: null,
      mimeType: null,
      posterUrl: null,
      originalUrl: null,
      preparation: null,
      isApproved: false,
      isWatchable: true,
    });
    expect(await traces()).toEqual([]);
    for (const part of ['stream', 'original', 'poster', 'audio']) {
      await site.archive.get(`/api/admin/showcase-videos/${chapter!.id}/${part}`).expect(404);
    }
  });

  it('is asked for many times at once, and nobody else waits for a connection', async () => {
    const { id } = await write(CANARY);
    const statuses = await crowdAt(site.testApp, id, () => post(id), 'written_answer');
    expect(new Set(statuses)).toEqual(new Set([201]));
  });

  it('is published as a video is: page, gallery, feed, sitemap and search, and taken back to the last byte', async () => {
    const { id } = await make();
    const chapter = (await site.archive.approve(id).expect(200)).body as ShowcaseVideo;
    expect((await site.get(storyOf(chapter)).expect(200)).text).toContain(WORD);
    expect((await site.get('/stories/feed.xml')).text).toContain(WORD);
    for (const address of ['/stories', '/sitemap.xml']) {
      expect((await site.get(address).expect(200)).text).toContain(chapter.user.userName);
    }
    expect((await filesContaining(site.inSite('pagefind'), WORD)).some((file) => file.includes('fragment'))).toBe(true);
    expect((await searched())[0]?.videos).toMatchObject([{ id, isWritten: true, videoUrl: null, transcript: CANARY }]);
    await site.archive.unapprove(id).expect(200);
    await site.get(storyOf(chapter)).expect(404);
    expect([await traces(), await searched()]).toEqual([[], []]);
  });

  it.each([
    ['hides', '/hide', {}],
    ['withdraws', '/withdraw', { what: 'story' }],
  ])('leaves no byte behind when its person %s their story', async (_how, path, body) => {
    const { id } = await make();
    const chapter = (await site.archive.approve(id).expect(200)).body as ShowcaseVideo;
    expect((await person.browser.post(`/api/my-story${path}`).send(body)).ok).toBe(true);
    await site.get(storyOf(chapter)).expect(404);
    expect([await traces(), await searched()]).toEqual([[], []]);
  });

  it('stays as it was approved when the answer changes, and can be mended word by word', async () => {
    const { id } = await make();
    await site.archive.approve(id).expect(200);
    await write('Other words', 1);
    expect((await forStaff(id)).transcript).toBe(CANARY);
    await site.archive.edit(id, { transcript: 'Before, I climbed. Quetzalcanary sang twice.' }).expect(200);
    expect((await searched())[0]?.videos[0]?.transcript).toContain('twice');
  });

  it.each([
    ['an address', { videoUrl: 'https://vimeo.com/404' }],
    ['times', { cues: [{ start: 0, end: 1, text: 'I climbed.' }] }],
    ['times in a file', { transcript: 'WEBVTT\n\n00:01.000 --> 00:02.000\nI climbed.' }],
  ])('cannot be given %s', async (_what, change) => {
    const { id } = await make();
    expect((await site.archive.edit(id, change).expect(400)).body).toMatchObject({ code: 'only_words' });
    expect(await forStaff(id)).toMatchObject({ transcript: CANARY, cues: null, videoUrl: null });
  });

  it.each([
    ['nobody has written', () => Promise.resolve(randomUUID()), 404],
    ['was taken back', async () => (await write(CANARY), (await write('', 1)).id), 404],
    ['is no id', () => Promise.resolve('nonsense'), 400],
  ])('is not made of what %s', async (_what, idOf, status) => {
    await post(await idOf()).expect(status);
  });

  it('is not made of words that its person has taken their yes back from', async () => {
    const { id } = await write(CANARY);
    await consent('recording', 'no');
    await consent('words', 'yes');
    await consent('words', 'no');
    expect((await post(id).expect(409)).body).toMatchObject({ code: 'consent_missing' });
    expect(await site.testApp.dataSource.query('SELECT FROM showcase_video')).toEqual([]);
    await consent('words', 'yes');
    await post(id).expect(201);
  });

  it('is made by staff alone', async () => {
    const { id: writtenAnswerId } = await write(CANARY);
    await person.browser.post(WRITTEN_CHAPTERS_PATH).send({ writtenAnswerId }).expect(401);
  });

  describe('and its release', () => {
    it('is of exactly these words: other ones ask anew', async () => {
      const { id } = await make();
      expect(await cutOf(id)).toMatchObject({ transcript: CANARY, videoUrl: null, release: { standing: 'none' } });
      expect((await say(id, 'yes')).status).toBe(204);
      expect((await forStaff(id)).release.standing).toBe('yes');
      const { cutHash } = (await cutOf(id)).release;
      await site.archive.edit(id, { transcript: 'Before, I climbed.' }).expect(200);
      expect((await forStaff(id)).release.standing).toBe('outdated');
      const yes = { cutHash, decision: 'yes', uses: ['archive'] };
      const late = await person.browser.post(`/api/my-story/videos/${id}/release`).send(yes);
      expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(/^These words have changed/)]);
    });

    it('has a receipt of the words that stand beside words', async () => {
      const { id } = await make();
      expect((await say(id, 'yes')).status).toBe(204);
      const { body } = await person.browser.get('/api/consent/receipts').expect(200);
      const { wordingHash } = (body as Receipt[]).find(({ kind }) => kind === 'release_given')!;
      expect(findAnsweredWords(wordingHash)?.words).toContain('My answer is for exactly these words and this name.');
    });

    it('is asked for by a mail about words, whose link opens them alone', async () => {
      const { id } = await make();
      await site.archive.post(`/${id}/release-request`).expect(200);
      const mails = (await readOutbox(site.testApp)).filter(({ to }) => to?.[0]?.address === person.email);
      const { subject, text = '' } = mails.at(-1)!;
      expect(subject).toBe('Your words are ready: may we publish them?');
      expect(text).not.toMatch(/video|watch/i);
      const token = /\/release#(\S+)/.exec(text)![1];
      const { body } = await site.testApp.http.post('/api/release-link/preview').send({ token }).expect(200);
      expect(body).toMatchObject({ id, transcript: CANARY, videoUrl: null });
    });

    it('is needed of exactly these words where its person is not recorded', async () => {
      await consent('recording', 'no');
      await consent('words', 'yes');
      const { id } = await make();
      const missing = async (message: string) =>
        expect((await site.archive.approve(id).expect(409)).body).toEqual({ code: 'release_missing', message });
      await missing(RELEASE_REQUIRED.none);
      expect((await say(id, 'yes')).status).toBe(204);
      await site.archive.approve(id).expect(200);
      expect(await searched()).toHaveLength(1);
      await site.archive.edit(id, { transcript: 'Before, I climbed. Quetzalcanary sang twice.' }).expect(200);
      expect([await traces(), await searched()]).toEqual([[], []]);
      await missing(RELEASE_REQUIRED.outdated);
      expect((await say(id, 'yes')).status).toBe(204);
      await site.archive.approve(id).expect(200);
      expect(await searched()).toHaveLength(1);
    });

    it('that was refused takes it back, and holds when it is deleted and made again', async () => {
      const { id: writtenAnswerId } = await write(CANARY);
      const { id } = (await post(writtenAnswerId).expect(201)).body as ShowcaseVideo;
      await site.archive.approve(id).expect(200);
      expect((await say(id, 'no')).status).toBe(204);
      expect([await traces(), await searched()]).toEqual([[], []]);
      await site.archive.remove(id).expect(204);
      const again = (await post(writtenAnswerId).expect(201)).body as ShowcaseVideo;
      expect([again.id === id, again.release.standing]).toEqual([false, 'no']);
      expect((await site.archive.approve(again.id).expect(409)).body).toMatchObject({ code: 'release_refused' });
    });
  });
});
