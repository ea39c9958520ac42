import { expectStoryGone, readMyStory, tellersOf, tellStory } from '../../testing/my-story.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const PATH = '/api/my-story';

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  describe('under another name', () => {
    it('is found at a new address with it, and nowhere under the first', async () => {
      const { browser, video } = await tellStory(site, 'Quinta');
      expect(await tellersOf(site, 'Quinta')).toHaveLength(2);
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      const story = await readMyStory(browser);
      expect(story).toMatchObject({ firstName: 'Quinta', shownName: 'Robin' });
      expect(story.storyPath).toMatch(/^\/stories\/robin-/);
      expect((await site.get(story.storyPath!).expect(200)).text).toContain('Robin');
      await expectStoryGone(site, { id: NO_ID, user: video.user });
      for (const name of ['Quinta', 'quinta'])
        expect([name, await filesContaining(site.inState('site'), name)]).toEqual([name, []]);
      const manifest = await site.manifest();
      expect(manifest).toContain(story.storyPath!.slice(1));
      expect(manifest).not.toMatch(/quinta/i);
      for (const address of ['/api/stories-overview', '/api/search-data?q=quetzalcanary&from=0', '/api/search-data']) {
        expect((await site.get(address).expect(200)).text).not.toMatch(/quinta/i);
      }
      await browser.patch(PATH).send({ shownName: '' }).expect(204);
      await site.get(story.storyPath!).expect(404);
      await site.get(storyOf(video)).expect(200);
    });

    it('is led to by no address of before, nor by one of before a correction', async () => {
      const { browser, id, video } = await tellStory(site, 'Sexta');
      const correction = { firstName: 'Sextana', redirectOldAddress: true };
      await site.testApp.staff().patch(`/api/admin/users/${id}`).send(correction).expect(200);
      await site.get(storyOf(video)).expect(301);
      await browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
      await site.get(storyOf(video)).expect(404);
      const left = 'SELECT FROM former_address WHERE participant_id = $1';
      expect(await site.testApp.dataSource.query(left, [id])).toEqual([]);
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
