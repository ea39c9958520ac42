import { mkdir } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { Response } from 'supertest';
import type { SearchShards } from '../../contract/search/search-index.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { Publisher } from './publisher.js';
import { type Browser, tellStory } from '../../testing/my-story.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { keepPublicCopy } from '../../testing/public-copy.js';
import { startSecondServer } from '../../testing/second-server.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';
import { PagefindIndexer } from './search/pagefind-indexer.js';

const CANARY = 'A quetzalcanary sings';

describe('publishing that fails', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  it('says so, refuses what was withdrawn at once, and goes on by itself until it is done', async () => {
    const video = await site.publishStory('Anna', CANARY);
    site.testApp.siteBuild.failsAt = '/stories';
    const { body, headers } = await site.archive.unapprove(video.id).expect(503);
    expect(body).toMatchObject({ code: 'publishing_failed' });
    expect(headers['content-type']).toMatch(/json/);
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    for (const address of ['/stories', '/stories/feed.xml']) {
      expect((await site.get(address)).text).not.toContain(video.user.userName);
    }
    site.testApp.siteBuild.failsAt = null;
    await until(async () => (await filesContaining(site.inState('site'), CANARY)).length === 0);
    expect((await site.get('/stories').expect(200)).text).not.toContain(video.user.userName);
  });

  it.each<[string, (video: ShowcaseVideo, browser: Browser, userId: string) => Promise<Response>]>([
    ['unapproved', async ({ id }) => site.archive.unapprove(id)],
    ['deleted', async ({ id }) => site.archive.remove(id)],
    ['given to somebody else', async ({ id }, _, userId) => site.archive.edit(id, { userId })],
    ['hidden', async (_, browser) => browser.post('/api/my-story/hide')],
    ['withdrawn', async (_, browser) => browser.post('/api/my-story/withdraw').send({ what: 'story' })],
  ])('refuses at once what is %s, also where it cannot be read what is public', async (_, end) => {
    const { dataSource } = site.testApp;
    const { browser, video } = await tellStory(site);
    const other = await site.archive.register('Ben');
    await dataSource.query('ALTER TABLE former_address RENAME TO away');
    expect((await end(video, browser, other)).status).toBe(503);
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    await dataSource.query('ALTER TABLE away RENAME TO former_address');
  });

  it('refuses the part of the search index with the withdrawn words, on every server, until there is a new one', async () => {
    await using second = await startSecondServer(site.testApp);
    await second.app.get(Publisher).bringUpToDate();
    const video = await site.publishStory('Anna', CANARY);
    const other = await site.publishStory('Ben', 'A lark sings');
    const words = (await filesContaining(site.inSite('pagefind'), CANARY)).map((file) => `/pagefind/${file}`);
    const writing = jest.spyOn(site.testApp.app.get(PagefindIndexer), 'writeIndex');
    writing.mockRejectedValue(new Error('No space left on the disk'));
    await site.archive.unapprove(video.id).expect(503);
    for (const address of words) {
      await site.get(address).expect(404);
      await second.http.get(address).expect(404);
    }
    await site.get(storyOf(other)).expect(200);
    expect((await site.get('/stories').expect(200)).text).toContain(other.user.userName);

    writing.mockRestore();
    await site.bringUpToDate();
    expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
    const { shards } = (await second.http.get('/pagefind/shards.json').expect(200)).body as SearchShards;
    await second.http.get(`${shards[0]}pagefind-entry.json`).expect(200);
  });

  it('holds back the pages that name who was withdrawn, and leaves the door open without anybody', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const other = await site.publishStory('Ben', 'A lark sings');
    expect((await site.get('/').expect(200)).text).toContain(video.user.userName);
    site.testApp.siteBuild.failsAt = '/';
    await site.archive.unapprove(video.id).expect(503);
    expect((await site.get('/').expect(200)).text).not.toContain(video.user.userName);
    expect((await site.get(storyOf(other)).expect(200)).text).not.toContain(video.user.userName);
    site.testApp.siteBuild.failsAt = null;
    await site.archive.approve(video.id).expect(200);
    site.testApp.siteBuild.failsAt = storyOf(other);
    await site.archive.unapprove(video.id).expect(503);
    const { text } = await site.get(storyOf(other)).expect(503);
    expect(text).not.toContain(video.user.userName);
    await site.get(storyOf(video)).expect(404);
  });

  it.each(['former_address', 'transcript_search'])('says so where %s cannot be read, until it can', async (table) => {
    const { dataSource } = site.testApp;
    const video = await site.publishStory('Anna', CANARY);
    await site.archive.unapprove(video.id).expect(200);
    await dataSource.query(`ALTER TABLE "${table}" RENAME TO "away"`);
    const { body } = await site.archive.approve(video.id).expect(503);
    expect(body).toMatchObject({ code: 'publishing_failed' });
    await dataSource.query(`ALTER TABLE "away" RENAME TO "${table}"`);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
    const { text } = await site.get('/api/search-data?q=quetzalcanary&from=0').expect(200);
    expect(text).toContain(CANARY);
  });

  it('goes on after the connection that holds its lock was cut', async () => {
    const lock = site.testApp.app.get(PublishingLockRepository);
    const cut = () =>
      site.testApp.dataSource.query(
        `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON oid = database
         WHERE locktype = 'advisory' AND datname = current_database()`,
      );
    await expect(lock.hold(async () => void (await cut()))).rejects.toThrow(/connection|EPIPE|runner already released/);
    const video = await site.publishStory('Anna', CANARY);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
  });

  it('keeps searching in what was there when an approval could not be added', async () => {
    await site.publishStory('Ben', 'A lark sings');
    const video = await site.archive.add(await site.archive.register(), { questionId: 1, transcript: CANARY });
    using writing = jest.spyOn(site.testApp.app.get(PagefindIndexer), 'writeIndex');
    writing.mockRejectedValue(new Error('No space left on the disk'));
    await site.archive.approve(video.id).expect(503);
    const { shards } = (await site.get('/pagefind/shards.json').expect(200)).body as SearchShards;
    await site.get(`${shards[0]}pagefind-entry.json`).expect(200);
    expect(await filesContaining(site.inSite(shards[0]!.slice(1)), 'A lark sings')).not.toEqual([]);
    expect(await filesContaining(site.inSite('pagefind'), CANARY)).toEqual([]);
  });

  it('elsewhere does not hold back a story that was approved again', async () => {
    const video = await site.publishStory('Anna', CANARY);
    site.testApp.siteBuild.failsAt = '/stories';
    await site.archive.unapprove(video.id).expect(503);
    await site.archive.approve(video.id).expect(503);
    await site.get(storyOf(video)).expect(200);
    await site.get(mediaOf(video)).expect(200);
  });

  it('keeps showing the page that could not be made anew', async () => {
    const video = await site.publishStory('Anna', CANARY);
    site.testApp.siteBuild.failsAt = storyOf(video);
    await site.archive.edit(video.id, { title: 'Another title' }).expect(503);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
    site.testApp.siteBuild.failsAt = null;
    await site.bringUpToDate();
    expect((await site.get(storyOf(video)).expect(200)).text).toContain('Another title');
  });

  it('at one file of the disk still writes the others, and clears the way for the next time', async () => {
    const video = await site.archive.add(await site.archive.register(), { questionId: 1 });
    await mkdir(site.inSite(`${storyOf(video)}/index.html/in the way`), { recursive: true });
    await site.archive.approve(video.id).expect(503);
    expect((await site.get('/stories').expect(200)).text).toContain(video.user.userName);
    await site.get(storyOf(video)).expect(404);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
  });

  it('brings a film that could not be written as soon as it can be, and says no sooner that the story is there', async () => {
    const video = await site.archive.add(await site.archive.register(), { questionId: 1 });
    await keepPublicCopy(site.testApp, video.id);
    await mkdir(site.inSite(`${mediaOf(video)}/in the way`), { recursive: true });
    await site.archive.approve(video.id).expect(503);
    await site.archive.approve(video.id).expect(200);
    await site.get(mediaOf(video)).expect(200);
    await site.get(storyOf(video)).expect(200);
  });

  it('still publishes every other story', async () => {
    const broken = await site.archive.add(await site.archive.register(), { questionId: 1 });
    site.testApp.siteBuild.failsAt = storyOf(broken);
    await site.archive.approve(broken.id).expect(503);
    const video = await site.archive.add(await site.archive.register('Ben'), { questionId: 1, transcript: CANARY });
    await site.archive.approve(video.id).expect(503);
    expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
    await site.get(storyOf(broken)).expect(404);
  });
});
