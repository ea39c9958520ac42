import { jest } from '@jest/globals';
import type { Receipt } from '../../../contract/consent/receipts.js';
import { RELEASE_BLOCKS } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { CHAIN_LOCK } from '../../../people/consent/receipts.repository.js';
import type { DatabaseConnection } from '../../../platform/database/data-source.js';
import {
  approve,
  cutOwner,
  forStaff,
  isInApi,
  look,
  ownVideo,
  passTime,
  publishedOf,
  say,
  tomorrow,
  YES,
} from '../../../testing/cut-releases.js';
import { holdTransaction, untilBlocked } from '../../../testing/hold-transaction.js';
import { mediaOf, PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { createTestApp } from '../../../testing/test-app.js';
import { LedgerReplay } from '../../my-story/ledger-replay.js';
import { Publisher } from '../../publishing/publisher.js';
import { ReleasesRepository } from './standing/releases.repository.js';

const PATH = '/api/my-story';
const DAY = 24 * 3_600_000;

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

describe('a yes with a first day', () => {
  it('shows nothing early, and all of it from that day on', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicFrom: tomorrow() });
    const approved = await approve(site, video.id);
    expect(approved).toMatchObject({ isApproved: true, isShown: false });
    await site.get(storyOf(video)).expect(404);
    expect(await isInApi(site, video)).toBe(false);
    await passTime(site, id);
    expect(await isInApi(site, video)).toBe(true);
    await look(site);
    await site.get(storyOf(video)).expect(200);
    await site.get('/stories').expect(200).expect(new RegExp(video.user.userName));
  });

  it('takes down what was public before', async () => {
    const { browser, video } = await cutOwner(site);
    await approve(site, video.id);
    await site.get(storyOf(video)).expect(200);
    // Each is made once, and kept.
    const lists = ['/api/stories-overview', '/api/search-data', '/api/search-data?q=climbed'];
    const told = async () =>
      (await Promise.all(lists.map((list) => site.get(list).expect(200)))).map(({ text }) => text);
    for (const text of await told()) expect(text).toContain(video.id);
    await say(browser, video.id, { ...YES, publicFrom: tomorrow() });
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    for (const text of await told()) expect(text).not.toContain(video.id);
  });

  it('is refused to everyone at once, also where it cannot be read yet what is public', async () => {
    const { browser, video } = await cutOwner(site);
    await approve(site, video.id);
    const { cutHash } = (await ownVideo(browser, video.id)).release;
    const { dataSource } = site.testApp;
    await dataSource.query('ALTER TABLE former_address RENAME TO away');
    const said = { ...YES, publicFrom: tomorrow(), cutHash };
    await browser.post(`${PATH}/videos/${video.id}/release`).send(said).expect(503);
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    await dataSource.query('ALTER TABLE away RENAME TO former_address');
    await site.bringUpToDate();
  });

  it('is told by no list, also where somebody else said something later that was kept first', async () => {
    const [anna, ben] = [await cutOwner(site), await cutOwner(site, { firstName: 'Ben' })];
    await approve(site, anna.video.id);
    const { dataSource } = site.testApp;
    await using letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]),
    );
    const saying = say(anna.browser, anna.video.id, { ...YES, publicFrom: tomorrow() });
    await untilBlocked(dataSource);
    await dataSource.query(
      `INSERT INTO cut_release (participant_id, film, cut_hash, decision) VALUES ($1, 'a film', 'a cut', 'yes')`,
      [ben.id],
    );
    expect((await site.get('/api/stories-overview').expect(200)).text).toContain(anna.video.id);
    await letGo();
    await saying;
    expect((await site.get('/api/stories-overview').expect(200)).text).not.toContain(anna.video.id);
  });

  it('holds for each video of the film, and for what is older than that', async () => {
    const { browser, id, video } = await cutOwner(site);
    const add = async (film: number) => {
      const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, film)).expect(201);
      return body as ShowcaseVideo;
    };
    const older = await add(5);
    await approve(site, older.id);
    const again = await add(0);
    await approve(site, again.id);
    await site.get(storyOf(again)).expect(200);
    await say(browser, video.id, { ...YES, publicFrom: tomorrow() });
    await site.get(storyOf(again)).expect(404);
    expect(await forStaff(site, older.id)).toMatchObject({ isApproved: false });
  });
});

const expectOverByClock = async (video: ShowcaseVideo, http: Pick<PublishedSite['testApp'], 'http'>['http']) => {
  const browse = () => http.get(encodeURI(storyOf(video))).set('Accept-Encoding', 'gzip, deflate, br');
  // The second time it comes out of memory.
  for (let time = 0; time < 2; time++) await browse().expect(200);
  const later = Date.now() + 2 * DAY;
  using clock = jest.spyOn(Date, 'now');
  clock.mockReturnValue(later);
  await browse().expect(404);
};

describe('a yes with a last day', () => {
  it('is over then: nothing is read any more, the schedule takes it down, and Approve is blocked', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await site.get(storyOf(video)).expect(200);
    await passTime(site, id);
    expect(await isInApi(site, video)).toBe(false);
    await look(site);
    await site.get(storyOf(video)).expect(404);
    expect(await forStaff(site, video.id)).toMatchObject({ isApproved: false, release: { standing: 'expired' } });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ message: RELEASE_BLOCKS.expired });
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    await site.archive.approve(video.id).expect(409);
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[]).slice(-2)).toMatchObject([
      { kind: 'release_withdrawn', actor: 'system' },
      { kind: 'outward_removal', actor: 'system', details: { kind: 'feed', cause: 'ended' } },
    ]);
    expect(await publishedOf(site, id)).toEqual(['system release_over', 'staff video_approved']);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    await site.get(storyOf(video)).expect(200);
  });

  it('counts no more after a later yes without one, and makes no look publish anything', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await say(browser, video.id, YES);
    await approve(site, video.id);
    await passTime(site, id);
    await look(site);
    using publishing = jest.spyOn(site.testApp.app.get(Publisher), 'bringUpToDate');
    await look(site);
    expect(publishing).not.toHaveBeenCalled();
    expect(await site.testApp.app.get(ReleasesRepository, { strict: false }).findOver()).not.toContain(video.id);
    publishing.mockRestore();
    await site.get(storyOf(video)).expect(200);
  });

  it('ends nothing by the clock either after a later yes without one', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await say(browser, video.id, YES);
    const later = Date.now() + 2 * DAY;
    using clock = jest.spyOn(Date, 'now');
    clock.mockReturnValue(later);
    await site.get(storyOf(video)).expect(200);
  });

  it('is over at the next read by the clock alone, before any schedule', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await expectOverByClock(video, site.testApp.http);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
  });

  it('is over also where the days are read anew after it, before anybody reads it', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await passTime(site, id);
    using clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await site.testApp.app.get(Publisher).readEndingRegularly();
    clock.mockRestore();
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(404);
  });

  it('is not over yet where the days are read anew just before it', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    const publisher = site.testApp.app.get(Publisher);
    using publishing = jest.spyOn(publisher, 'bringUpToDate');
    using clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY - 30_000);
    await publisher.readEndingRegularly();
    clock.mockRestore();
    expect(publishing).not.toHaveBeenCalled();
    publishing.mockRestore();
    await site.get(storyOf(video)).expect(200);
  });

  it('is over at the next read also where another page could not be made since it was set', async () => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    site.testApp.siteBuild.failsAt = '/stories';
    await site.archive.approve(video.id).expect(503);
    try {
      await expectOverByClock(video, site.testApp.http);
    } finally {
      site.testApp.siteBuild.failsAt = null;
    }
    await site.bringUpToDate();
  });

  it('is over at the next read of a server that publishes nothing, set before its start or after', async () => {
    const { stateDir } = site.testApp.config;
    const connection = (site.testApp.dataSource.options as unknown as { extra: DatabaseConnection }).extra;
    const [before, later] = [await cutOwner(site), await cutOwner(site, { film: 1 })];
    await say(before.browser, before.video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, before.video.id);
    await using started = new AsyncDisposableStack();
    const web = await createTestApp({ ROLES: 'web' }, { state: { stateDir, connection } });
    started.defer(() => web.close());
    const publisher = web.app.get(Publisher);
    await publisher.bringUpToDate();
    await expectOverByClock(before.video, web.http);
    await publisher.bringUpToDate();
    await say(later.browser, later.video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, later.video.id);
    await publisher.readEndingRegularly();
    await expectOverByClock(later.video, web.http);
    await publisher.bringUpToDate();
    await web.http.get(encodeURI(storyOf(later.video))).expect(200);
  });

  it('that passed while nobody looked is over after a restart', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await passTime(site, id);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
    await look(site);
    expect((await forStaff(site, video.id)).isApproved).toBe(false);
  });

  it('stays one through a wish for changes', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await say(browser, video.id, { decision: 'change', words: 'Shorter.' });
    await site.archive.edit(video.id, { title: 'Shorter' }).expect(200);
    await approve(site, video.id);
    await site.get(storyOf(video)).expect(200);
    await passTime(site, id);
    await look(site);
    await site.get(storyOf(video)).expect(404);
  });
});

describe('a limited yes', () => {
  it.each([
    ['a week', '2030-W10'],
    ['a day of a week', '2030-W10-3'],
    ['a day of a year', '2999-123'],
    ['a day that is none', '2030-02-30'],
    ['a year alone', '2030'],
    ['a month alone', '2030-01'],
    ['a day without its dashes', '20300101'],
    ['a sign before the year', '+2030-01-01'],
    ['an hour alone', '2030-01-01T10'],
    ['half a minute', '2030-01-01T10:00.5Z'],
  ])('is not limited by %s', async (_what, day) => {
    const { browser, video } = await cutOwner(site);
    const { release } = await ownVideo(browser, video.id);
    for (const field of ['publicFrom', 'publicUntil']) {
      const said = { ...YES, cutHash: release.cutHash, [field]: day };
      const { body } = await browser.post(`${PATH}/videos/${video.id}/release`).send(said).expect(400);
      expect(body).toEqual({ code: 'bad_request', message: 'The day is not one that we understand.' });
    }
    expect((await forStaff(site, video.id)).release.standing).toBe('none');
  });

  it.each([
    ['a day', '2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['a moment far in the east', '2030-01-02T23:00:00+18:00', '2030-01-02T05:00:00.000Z'],
    ['the end of a day', '2030-01-01T24:00Z', '2030-01-02T00:00:00.000Z'],
  ])('is limited by %s', async (_what, publicUntil, kept) => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil });
    expect((await forStaff(site, video.id)).release.terms).toMatchObject({ publicUntil: kept });
  });

  it('is a no in an older database, which has it without its limits', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await approve(site, video.id);
    await site.testApp.dataSource.query(
      `UPDATE cut_release SET public_until = NULL, at = at - interval '1 day' WHERE participant_id = $1`,
      [id],
    );
    await site.testApp.app.get(LedgerReplay).apply();
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(404);
  });
});
