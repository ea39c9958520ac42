import { randomUUID } from 'node:crypto';
import { expectStoryGone, readMyStory, tellersOf, tellStory } from '../../testing/my-story.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { PublishingLockRepository } from '../publishing/publishing-lock.repository.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/my-story';

/** Nobody else's, of letters alone. */
const newName = () => `Quinta${randomUUID().replaceAll(/[^a-f]/g, '')}`;
const expectNoFile = async (site: PublishedSite, name: string) => {
  for (const word of [name, name.toLowerCase()])
    expect([word, await filesContaining(site.inState('site'), word)]).toEqual([word, []]);
};

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  describe('under another name', () => {
    it('is found at a new address with it, and nowhere under the first', async () => {
      const name = newName();
      const { browser, video } = await tellStory(site, name);
      expect(await tellersOf(site, name)).toHaveLength(2);
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      const story = await readMyStory(browser);
      expect(story).toMatchObject({ firstName: name, shownName: 'Robin' });
      expect(story.storyPath).toMatch(/^\/stories\/robin-/);
      expect((await site.get(story.storyPath!).expect(200)).text).toContain('Robin');
      await expectStoryGone(site, { id: NO_ID, user: video.user });
      await expectNoFile(site, name);
      const manifest = await site.manifest();
      expect(manifest).toContain(story.storyPath!.slice(1));
      expect(manifest.toLowerCase()).not.toContain(name.toLowerCase());
      for (const address of ['/api/stories-overview', '/api/search-data?q=quetzalcanary&from=0', '/api/search-data']) {
        const { text } = await site.get(address).expect(200);
        expect(text.toLowerCase()).not.toContain(name.toLowerCase());
      }
      await browser.patch(PATH).send({ shownName: '' }).expect(204);
      await site.get(story.storyPath!).expect(404);
      await site.get(storyOf(video)).expect(200);
    });

    it('is led to by no address of before, nor by one of before a correction', async () => {
      const name = newName();
      const { browser, id, video } = await tellStory(site, name);
      const correction = { firstName: `${name}na`, redirectOldAddress: true };
      await site.testApp.staff().patch(`/api/admin/users/${id}`).send(correction).expect(200);
      const corrected = (await site.get(storyOf(video)).expect(301)).headers['location']!;
      await site.get(corrected).expect(200);
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      for (const address of [storyOf(video), corrected]) await site.get(address).expect(404);
      await expectNoFile(site, name);
      const left = 'SELECT FROM former_address WHERE participant_id = $1';
      expect(await site.testApp.dataSource.query(left, [id])).toEqual([]);
    });

    it('is told at no address of before from then on, also while the public pages cannot follow', async () => {
      const { browser, video } = await tellStory(site, newName());
      const published = Promise.withResolvers<void>();
      const publishing = site.testApp.app.get(PublishingLockRepository).hold(() => published.promise);
      const renaming = browser
        .patch(PATH)
        .send({ shownName: 'Robin' })
        .expect(204)
        .then(() => undefined);
      try {
        await until(async () => (await site.get(storyOf(video))).status === 404);
      } finally {
        published.resolve();
        await Promise.all([publishing, renaming]);
      }
      expect((await site.get(storyOf(video))).status).toBe(404);
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
      const { browser, id } = await tellStory(site, 'Quarta');
      await browser.patch(PATH).send({ shownName: 'Kim' }).expect(204);
      const { storyPath } = await readMyStory(browser);
      await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Quartana' }).expect(200);
      expect((await site.get(storyPath!).expect(200)).text).not.toContain('Quartana');
      expect(await readMyStory(browser)).toMatchObject({ storyPath, shownName: 'Kim' });
    });

    it.each([['x'.repeat(101)], ['\u202eeve'], ['a\nb'], [7]])('is a readable line: %j', async (shownName) => {
      const { browser } = await provenPerson(site.testApp);
      await browser.patch(PATH).send({ shownName }).expect(400);
    });
  });
});
