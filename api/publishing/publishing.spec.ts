import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import sharp from 'sharp';
import type { SearchShards } from '../contract/search-index.js';
import type { ShowcaseVideo } from '../contract/showcase.js';
import type { StoryOverviewItem } from '../contract/stories.js';
import { Archive } from '../showcase/archive.port.js';
import { mediaOf, PublishedSite, storyOf } from '../testing/published-site.js';
import { sampleMp4 } from '../testing/sample-media.js';
import { startSecondServer } from '../testing/second-server.js';
import { filesContaining, readFiles } from '../testing/site-files.js';
import { PagefindIndexer } from './search/pagefind-indexer.js';

const CANARY = 'A quetzalcanary sings';

/** Asks again until the answer is true, for what happens by itself soon. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(20);
}

describe('publishing', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  describe('an approved story', () => {
    it('is live when the approval is answered: page, media, gallery, feeds and search', async () => {
      const video = await site.publishStory('Anna', CANARY);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
      expect((await site.get(mediaOf(video)).expect(200)).body).toEqual(sampleMp4());
      for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml']) {
        expect((await site.get(address).expect(200)).text).toContain(video.user.userName);
      }
      const inSearch = (await filesContaining(site.inSite('pagefind'), CANARY)).filter((file) =>
        file.includes('fragment'),
      );
      expect(inSearch).toHaveLength(1);
    });

    it('has a picture for where a link to it is shared, which goes with the last story of that name', async () => {
      const video = await site.publishStory('Anna', CANARY);
      const [, picture = ''] = /"sharePicture":"([^"]+)"/.exec((await site.get(storyOf(video))).text) ?? [];
      const { body } = await site.get(picture).expect(200).expect('Content-Type', 'image/jpeg');
      expect(await sharp(body as Buffer).metadata()).toMatchObject({ width: 1200, height: 630 });
      await site.archive.unapprove(video.id).expect(200);
      await site.get(picture).expect(404);
    });

    it('brings the captions of a timed transcript, which go with it', async () => {
      const userId = await site.archive.register();
      const vtt = `WEBVTT\n\n00:01.000 --> 00:02.000\n${CANARY} & more`;
      const video = await site.archive.publish(userId, { questionId: 1, transcript: vtt });
      const captions = `${storyOf(video)}/${video.id}.vtt`;
      const { text } = await site.get(captions).expect(200).expect('Content-Type', 'text/vtt; charset=utf-8');
      expect(text).toBe(`WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${CANARY} &amp; more\n`);
      await site.archive.edit(video.id, { transcript: 'A lark instead' }).expect(200);
      await site.get(captions).expect(404);
      expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
    });

    it('shows what was edited', async () => {
      const video = await site.publishStory('Anna', CANARY);
      await site.archive.edit(video.id, { transcript: 'A lark instead' }).expect(200);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain('A lark instead');
      expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
    });

    it('keeps no copy of its media where links are possible', async () => {
      const video = await site.publishStory('Anna', CANARY);
      await writeFile(site.inSite(mediaOf(video)), sampleMp4(1024, 9));
      expect((await site.archive.get(video.videoUrl).expect(200)).body).toEqual(sampleMp4(1024, 9));
    });

    it('has an address in any script', async () => {
      const video = await site.publishStory('Zoë 李', CANARY);
      expect(video.user.userName).toMatch(/^zoë-李-/);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
      expect((await site.get('/sitemap.xml')).text).toContain('/stories/zo%C3%AB-%E6%9D%8E-');
    });
  });

  describe('a withdrawn story', () => {
    it.each([
      ['unapproved', (id: string) => site.archive.unapprove(id).expect(200)],
      ['deleted', (id: string) => site.archive.remove(id).expect(204)],
    ])('leaves no byte behind when it is %s', async (_how, withdraw) => {
      const other = await site.publishStory('Ben', 'A lark sings');
      const video = await site.publishStory('Anna', CANARY);
      await withdraw(video.id);
      await site.get(storyOf(video)).expect(404);
      await site.get(mediaOf(video)).expect(404);
      expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
      expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
      expect(await filesContaining(site.inState('site'), video.id)).toEqual([]);
      expect(
        (await readFiles(site.inState('site')))
          .keys()
          .filter((file) => file.includes(video.id))
          .toArray(),
      ).toEqual([]);
      expect(await readFile(site.inState('site-manifest.jsonl'), 'utf8')).not.toContain(CANARY);
      expect((await site.get(storyOf(other)).expect(200)).text).toContain('A lark sings');
    });

    it('keeps its number, so that nobody else gets its place', async () => {
      const [first, second] = [await site.publishStory('Anna', CANARY), await site.publishStory('Ben', CANARY)];
      await site.archive.unapprove(first.id).expect(200);
      const third = await site.publishStory('Cleo', CANARY);
      await site.archive.approve(first.id).expect(200);
      const overview = (await site.get('/api/stories-overview').expect(200)).body as StoryOverviewItem[];
      expect(overview.map(({ user }) => user.userName)).toEqual(
        [third, second, first].map(({ user }) => user.userName),
      );
    });

    it('that loses one of its videos goes on without it', async () => {
      const userId = await site.archive.register();
      const kept = await site.archive.publish(userId, { questionId: 1, transcript: 'A lark sings' });
      const video = await site.archive.publish(userId, { questionId: 2, transcript: CANARY });
      await site.archive.unapprove(video.id).expect(200);
      expect((await site.get(storyOf(kept)).expect(200)).text).toContain('A lark sings');
      await site.get(mediaOf(kept)).expect(200);
      await site.get(mediaOf(video)).expect(404);
      expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
    });
  });

  describe('when it fails', () => {
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
      await eventually(async () => (await filesContaining(site.inState('site'), CANARY)).length === 0);
      expect((await site.get('/stories').expect(200)).text).not.toContain(video.user.userName);
    });

    it('refuses the part of the search index with the withdrawn words, on every server, until there is a new one', async () => {
      const second = await startSecondServer(site.testApp);
      await second.app.get(Archive).bringUpToDate();
      const other = await site.publishStory('Ben', 'A lark sings');
      const video = await site.publishStory('Anna', CANARY);
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
      await second.close();
    });

    it('keeps searching in what was there when an approval could not be added', async () => {
      await site.publishStory('Ben', 'A lark sings');
      const video = await site.archive.add(await site.archive.register(), { questionId: 1, transcript: CANARY });
      const writing = jest.spyOn(site.testApp.app.get(PagefindIndexer), 'writeIndex');
      writing.mockRejectedValue(new Error('No space left on the disk'));
      await site.archive.approve(video.id).expect(503);
      const { shards } = (await site.get('/pagefind/shards.json').expect(200)).body as SearchShards;
      await site.get(`${shards[0]}pagefind-entry.json`).expect(200);
      writing.mockRestore();
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

  describe('several at once', () => {
    it('are all live when they are answered', async () => {
      const videos: ShowcaseVideo[] = [];
      for (const name of ['Anna', 'Ben', 'Cleo']) {
        videos.push(await site.archive.add(await site.archive.register(name), { questionId: 1, transcript: CANARY }));
      }
      await Promise.all(
        videos.map(async (video) => {
          await site.archive.approve(video.id).expect(200);
          await site.get(storyOf(video)).expect(200);
        }),
      );
      await Promise.all(
        videos.map(async (video) => {
          await site.archive.unapprove(video.id).expect(200);
          await site.get(storyOf(video)).expect(404);
        }),
      );
      expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
    });

    it('servers on one folder take turns and show one another’s changes at once', async () => {
      const second = await startSecondServer(site.testApp);
      const there = site.archive.at(second);
      await second.app.get(Archive).bringUpToDate();
      const videos = [await site.publishStory('Anna', CANARY), await site.publishStory('Ben', CANARY)];
      const [first, other] = videos as [ShowcaseVideo, ShowcaseVideo];
      await second.http.get(storyOf(first)).expect(200);
      await Promise.all([site.archive.unapprove(first.id).expect(200), there.unapprove(other.id).expect(200)]);
      for (const video of videos) {
        await site.get(storyOf(video)).expect(404);
        await second.http.get(storyOf(video)).expect(404);
      }
      await there.approve(first.id).expect(200);
      expect((await site.get(storyOf(first)).expect(200)).text).toContain(CANARY);
      const before = await site.describe();
      await second.close();
      await site.restart();
      expect(await site.describe()).toEqual(before);
    });
  });
});
