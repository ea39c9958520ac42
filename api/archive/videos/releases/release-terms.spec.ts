import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { PRIVACY } from '../../../contract/consent/privacy.js';
import { RELEASE_BLOCKS, RELEASE_REQUIRED } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { WishedChanges1700000000680 } from '../../../platform/database/migrations/1700000000680-wished-changes.js';
import { approve, ask, cutOwner, forStaff, ownVideo, say, YES } from '../../../testing/cut-releases.js';
import { type Browser, readMyStory } from '../../../testing/my-story.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';

const PATH = '/api/my-story';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => site.testApp.close());

const answerRecording = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/recording').send({ answer, version: PRIVACY.version }).expect(200);
const expectNoRelease = async ({ id }: ShowcaseVideo) =>
  expect((await site.archive.approve(id).expect(409)).body).toEqual({
    code: 'release_missing',
    message: RELEASE_REQUIRED.none,
  });

describe('a no', () => {
  it('holds through a wish for changes and the change itself, until a yes', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { decision: 'no' });
    await say(browser, video.id, { decision: 'change', words: 'Leave out the street.' });
    await site.archive.edit(video.id, { title: 'Without the street' }).expect(200);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({
      code: 'release_missing',
      message: RELEASE_REQUIRED.refused,
    });
    // They can be asked again, and answer.
    await ask(site, video.id).expect(200);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    await site.archive.edit(video.id, { title: 'Better' }).expect(200);
    await site.get(storyOf(video)).expect(200);
  });
});

describe('a wish about the name', () => {
  it('is asked about again once that is another one, and waits for their yes', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { decision: 'change', words: 'My name is Ana.' });
    expect((await ask(site, video.id).expect(409)).body).toMatchObject({ code: 'release_answered' });
    expect((await forStaff(site, video.id)).release).toMatchObject({ standing: 'change', isOfAnotherCut: false });
    await browser.patch(PATH).send({ shownName: 'Ana' }).expect(204);
    expect((await forStaff(site, video.id)).release).toMatchObject({ standing: 'change', isOfAnotherCut: true });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'release_refused' });
    await ask(site, video.id).expect(200);
    await say(browser, video.id, YES);
    await approve(site, video.id);
  });
});

describe('a no to being recorded', () => {
  it('leaves what was public as it was approved; another cut of it waits for their yes', async () => {
    const { browser, video } = await cutOwner(site);
    await approve(site, video.id);
    await answerRecording(browser, 'no');
    await site.archive.edit(video.id, { title: video.title }).expect(200);
    await site.get(storyOf(video)).expect(200);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    await site.get(storyOf(video)).expect(404);
    await expectNoRelease(video);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    await site.get(storyOf(video)).expect(200);
  });

  it('has what is public taken down by another name, until a yes to it under that one', async () => {
    const { browser, id, video } = await cutOwner(site);
    await approve(site, video.id);
    await answerRecording(browser, 'no');
    await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Zoe' }).expect(200);
    expect(await forStaff(site, video.id)).toMatchObject({ isApproved: false });
    await expectNoRelease(video);
  });

  it('holds for what is given to that person, and ends with a yes', async () => {
    const { browser, id } = await cutOwner(site);
    const { video } = await cutOwner(site, { film: 4 });
    await approve(site, video.id);
    await answerRecording(browser, 'no');
    await site.archive.edit(video.id, { userId: id, questionId: 2 }).expect(200);
    await expectNoRelease(video);
    await answerRecording(browser, 'yes');
    await approve(site, video.id);
  });
});

describe('a yes under another name', () => {
  it('is one to exactly that name, at its own address, and the old one is gone', async () => {
    const { browser, video } = await cutOwner(site, { firstName: 'Mirabel' });
    await approve(site, video.id);
    await say(browser, video.id, { ...YES, shownName: 'Robin' });
    const { shownName, release } = await ownVideo(browser, video.id);
    expect([shownName, release.standing]).toEqual(['Robin', 'yes']);
    await site.get(storyOf(video)).expect(404);
    const { storyPath } = await readMyStory(browser);
    expect((await site.get(storyPath!).expect(200)).text).not.toMatch(/mirabel/i);
  });

  it('leaves nothing at the old address where the ledger fails after it is kept', async () => {
    const { browser, video } = await cutOwner(site, { firstName: 'Mirabel' });
    await approve(site, video.id);
    const { release } = await ownVideo(browser, video.id);
    const ledger = site.testApp.app.get(WithdrawalLedger);
    const append = ledger.append.bind(ledger);
    jest.spyOn(ledger, 'append').mockImplementation(async (event, at) => {
      if (event.kind === 'released') throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
      return append(event, at);
    });
    const said = { ...YES, shownName: 'Robin', cutHash: release.cutHash };
    const { status, body } = await browser.post(`${PATH}/videos/${video.id}/release`).send(said);
    jest.restoreAllMocks();
    expect({ status, ...(body as object) }).toEqual({
      status: 507,
      code: 'out_of_space',
      message: 'The server has no space left. What you asked for is done all the same.',
    });
    await site.get(storyOf(video)).expect(404);
  });
});

describe('the uses of a yes', () => {
  it('are told to staff, and a yes that is not for the archive takes the film out of it', async () => {
    const { browser, video } = await cutOwner(site);
    await approve(site, video.id);
    await say(browser, video.id, { decision: 'yes', uses: ['archive', 'social'] });
    expect((await forStaff(site, video.id)).release.terms).toMatchObject({
      uses: ['archive', 'social'],
      linkOnly: false,
    });
    await site.get(storyOf(video)).expect(200);
    await say(browser, video.id, { decision: 'yes', uses: ['documentary'] });
    await site.get(storyOf(video)).expect(404);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({
      message: RELEASE_BLOCKS.elsewhere,
    });
  });
});

describe('a wish for changes', () => {
  it('names sentences and stretches, as staff read them', async () => {
    const { browser, video } = await cutOwner(site);
    const marks = [
      { sentence: 'I climbed.', start: 0, end: 1.5 },
      { sentence: '', start: 3, end: 4 },
    ];
    await say(browser, video.id, { decision: 'change', words: 'Without these.', marks });
    expect((await forStaff(site, video.id)).release).toMatchObject({ words: 'Without these.', marks });
    const { release } = await ownVideo(browser, video.id);
    const wrong = {
      cutHash: release.cutHash,
      decision: 'change',
      marks: [{ sentence: 'I sang.', start: null, end: null }],
    };
    const { body } = await browser.post(`${PATH}/videos/${video.id}/release`).send(wrong).expect(400);
    expect(body).toMatchObject({ code: 'sentence_not_said' });
  });

  it.each<[string, (owner: Awaited<ReturnType<typeof cutOwner>>) => Promise<unknown>]>([
    ['the shown name', ({ browser }) => browser.patch(PATH).send({ shownName: 'Robin' }).expect(204)],
    [
      'the first name',
      ({ id }) => site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Zoe' }).expect(200),
    ],
    [
      'how the story is found',
      async ({ browser, id }) => {
        const other = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 3)).expect(201);
        await say(browser, (other.body as ShowcaseVideo).id, { ...YES, linkOnly: true });
      },
    ],
  ])('holds until the cut itself is another, not only %s', async (_what, change) => {
    const owner = await cutOwner(site);
    const { browser, video } = owner;
    await approve(site, video.id);
    await say(browser, video.id, { decision: 'change', words: 'Leave out the street.' });
    const { release: before } = await ownVideo(browser, video.id);
    await change(owner);
    const { release } = await ownVideo(browser, video.id);
    expect([release.standing, release.cutHash === before.cutHash]).toEqual(['change', false]);
    expect((await site.archive.approve(video.id).expect(409)).body).toEqual({
      code: 'release_refused',
      message: RELEASE_BLOCKS.change,
    });
    await site.archive.edit(video.id, { transcript: 'I climbed.' }).expect(200);
    expect((await ownVideo(browser, video.id)).release.standing).toBe('outdated');
    await approve(site, video.id);
  });

  it('stays with staff through every change, until the next answer', async () => {
    const { browser, video } = await cutOwner(site);
    const marks = [{ sentence: 'I climbed.', start: null, end: null }];
    await say(browser, video.id, { decision: 'change', words: 'Without this.', marks });
    await site.archive.edit(video.id, { transcript: 'Then I fell ill.' }).expect(200);
    await approve(site, video.id);
    const { release } = await forStaff(site, video.id);
    expect(release).toMatchObject({ standing: 'outdated', words: 'Without this.', marks });
    await say(browser, video.id, YES);
    expect((await forStaff(site, video.id)).release).toMatchObject({ standing: 'yes', words: '', marks: [] });
  });
});

/** As if what was said had been said to a server of before. */
const upgrade = () =>
  site.testApp.dataSource.transaction(async ({ queryRunner }) => {
    const migration = new WishedChanges1700000000680();
    await migration.down(queryRunner!);
    await migration.up(queryRunner!);
  });

describe('a wish for changes to a server of before', () => {
  const cues = [{ start: 0, end: 1.5, text: 'I climbed.', form: 2 as const }];
  const wish = async () => {
    const { id, browser } = await provenPerson(site.testApp);
    const { id: videoId } = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await site.archive.edit(videoId, { cues, description: 'On a “hill”.' }).expect(200);
    const sentence = { sentence: 'I climbed.' };
    await site.testApp.staff().put(`/api/admin/showcase-videos/${videoId}/sentence`).send(sentence).expect(200);
    await say(browser, videoId, { decision: 'change', words: 'Leave out the street.' });
    return { browser, videoId };
  };

  it('holds under another name, and is read by staff after another address of the film', async () => {
    const { browser, videoId } = await wish();
    await upgrade();
    await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
    expect((await ownVideo(browser, videoId)).release.standing).toBe('change');
    await site.archive.edit(videoId, { videoUrl: 'https://vimeo.com/405' }).expect(200);
    expect((await forStaff(site, videoId)).release.words).toBe('Leave out the street.');
  });

  it('does not hold again where the changes were made', async () => {
    const { browser, videoId } = await wish();
    await site.archive.edit(videoId, { title: 'Without the street' }).expect(200);
    await upgrade();
    expect((await ownVideo(browser, videoId)).release.standing).toBe('outdated');
  });
});

describe('every public word', () => {
  const cues = [{ start: 0, end: 2, text: 'I climbed. Then I fell ill.' }];
  it.each<[string, (id: string, userId: string) => Promise<unknown>]>([
    ['the captions', (id) => site.archive.edit(id, { cues }).expect(200)],
    [
      'a chosen sentence',
      (id) =>
        site.testApp.http
          .put(`/api/admin/showcase-videos/${id}/sentence`)
          .set('Cookie', site.archive.cookie)
          .send({ sentence: 'I climbed.' })
          .expect(200),
    ],
    ['the question', (id) => site.archive.edit(id, { questionId: 3 }).expect(200)],
    [
      'the first name',
      (_id, userId) => site.testApp.staff().patch(`/api/admin/users/${userId}`).send({ firstName: 'Zoe' }).expect(200),
    ],
    [
      'the address',
      (_id, userId) =>
        site.testApp.dataSource.query('UPDATE participant SET user_name = $2 WHERE id = $1', [userId, randomUUID()]),
    ],
  ])('is asked for anew when it changes: %s', async (_what, change) => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, YES);
    await change(video.id, id);
    expect((await ownVideo(browser, video.id)).release.standing).toBe('outdated');
  });
});
