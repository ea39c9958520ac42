import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { CANARY, expectStoryGone, readMyStory, tellersOf, tellStory } from '../../testing/my-story.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining } from '../../testing/site-files.js';

const PATH = '/api/my-story';

describe('my story', () => {
  let site: PublishedSite;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  afterAll(() => site.testApp.close());

  describe('hidden', () => {
    it('is a 404 before the press is answered, and there again after the next', async () => {
      const { browser, video } = await tellStory(site);
      expect(await tellersOf(site, video.user.userName)).toHaveLength(2);
      await browser.post(`${PATH}/hide`).expect(204);
      expect(await tellersOf(site, video.user.userName)).toEqual([]);
      await expectStoryGone(site, video);
      expect(await filesContaining(site.inState('site'), video.user.userName)).toEqual([]);
      expect(await readMyStory(browser)).toMatchObject({ storyPath: null, videos: [{ isPublic: false }] });
      await browser.post(`${PATH}/hide`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      expect((await site.get(storyOf(video)).expect(200)).text).toContain(CANARY);
      await site.get(mediaOf(video)).expect(200);
    });

    it('is there again also where the ledger fails after it is kept', async () => {
      const { browser, video } = await tellStory(site);
      await browser.post(`${PATH}/hide`).expect(204);
      using writing = jest.spyOn(site.testApp.app.get(WithdrawalLedger), 'append');
      writing.mockRejectedValueOnce(new Error('the disk is full'));
      await browser.post(`${PATH}/show`).expect(500);
      writing.mockRestore();
      await site.get(storyOf(video)).expect(200);
    });

    it('is refused to everyone at once where public pages cannot follow yet, and its person is told', async () => {
      const { browser, video } = await tellStory(site);
      site.testApp.siteBuild.failsAt = '/stories';
      const { body } = await browser.post(`${PATH}/hide`).expect(503);
      expect(body).toMatchObject({ code: 'publishing_failed' });
      await site.get(storyOf(video)).expect(404);
      await site.get(mediaOf(video)).expect(404);
      site.testApp.siteBuild.failsAt = null;
      await site.bringUpToDate();
    });

    it('stays so whatever is approved, edited or begun anew', async () => {
      const { browser, id, video } = await tellStory(site);
      await browser.post(`${PATH}/hide`).expect(204);
      const { id: second } = await site.archive.add(id, { questionId: 2, transcript: CANARY });
      await site.archive.approve(second).expect(409, {
        code: 'story_hidden',
        message: 'This person has hidden their story. It can be published again once they show it again.',
      });
      await site.archive.edit(video.id, { title: 'Another' }).expect(200);
      await site.restart();
      await expectStoryGone(site, video);
    });

    it('is noted for staff as the person’s own doing', async () => {
      const { browser, id } = await tellStory(site);
      await browser.post(`${PATH}/hide`).expect(204);
      await browser.post(`${PATH}/show`).expect(204);
      const { body } = await site.archive.get('/api/admin/audit');
      const own = { actor: 'participant', subject: { type: 'participant', id } };
      expect((body as AuditPage).entries.slice(0, 2)).toMatchObject([
        { ...own, action: 'story_shown_again' },
        { ...own, action: 'story_hidden' },
      ]);
    });
  });
});
