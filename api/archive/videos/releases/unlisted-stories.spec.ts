import { listenPath } from '../../../contract/stories/listen.js';
import type { InterviewQuestion } from '../../../contract/interview/questions.js';
import { RELEASE_REQUIRED } from '../../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { approve, cutOwner, forStaff, say, YES } from '../../../testing/cut-releases.js';
import { type Browser, readMyStory } from '../../../testing/my-story.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

describe('a yes only with the link', () => {
  it('is at an address that nobody can guess, in no list, and for no search engine', async () => {
    const { browser, id, video } = await cutOwner(site);
    await approve(site, video.id);
    await say(browser, video.id, { ...YES, linkOnly: true });
    await site.get(storyOf(video)).expect(404);
    const { storyPath, isUnlisted } = await readMyStory(browser);
    expect(isUnlisted).toBe(true);
    expect(await forStaff(site, video.id)).toMatchObject({ isUnlisted: true });
    expect(storyPath).toMatch(/^\/stories\/story-[0-9a-f]{16}$/);
    const { text } = await site.get(storyPath!).expect(200);
    // Which makes the page say noindex.
    expect(text).toContain('"isUnlisted":true');
    const slug = storyPath!.split('/').at(-1)!;
    for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml', '/api/stories-overview', '/']) {
      const { text: shown } = await site.get(address);
      expect([address, shown.includes(slug) || shown.includes(video.id)]).toEqual([address, false]);
    }
    // Nor do staff look for it in the feed.
    expect((await site.archive.get(`/api/admin/elsewhere/stories/${id}`).expect(200)).body).toEqual([]);
    const { text: found } = await site.get('/api/search-data?q=climbed');
    expect(found).not.toContain(slug);
    const rows = 'SELECT FROM transcript_search WHERE video_id = $1';
    expect(await site.testApp.dataSource.query<unknown[]>(rows, [video.id])).toEqual([]);
    const manifest = await site.manifest();
    expect(manifest).toContain(slug);
    expect(manifest).not.toContain(video.user.userName);
  });

  it('is in the lists again after a yes without it, and not after a no to another film', async () => {
    const { browser, id, video } = await cutOwner(site, { film: 1 });
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await approve(site, video.id);
    await say(browser, other.id, { ...YES, linkOnly: true });
    await say(browser, other.id, { decision: 'no' });
    expect((await readMyStory(browser)).storyPath).toMatch(/\/story-/);
    await say(browser, video.id, YES);
    expect((await readMyStory(browser)).storyPath).toBe(storyOf(video));
    await site.get(storyOf(video)).expect(200);
  });

  it('holds for that film alone once it is there no more, also where it comes again', async () => {
    const { browser, id, video } = await cutOwner(site, { film: 1 });
    const upload = async () => {
      const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
      return body as ShowcaseVideo;
    };
    const other = await upload();
    await approve(site, video.id);
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    expect((await readMyStory(browser)).storyPath).toMatch(/\/story-/);
    await say(browser, video.id, YES);
    expect((await readMyStory(browser)).storyPath).toBe(storyOf(video));
    const again = await upload();
    const refused = await site.archive.approve(again.id).expect(409);
    expect(refused.body).toEqual({ code: 'release_missing', message: RELEASE_REQUIRED.outdated });
    await say(browser, again.id, YES);
    await approve(site, again.id);
  });

  it('takes a film out of the lists that gets the address to which it was said', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const [once, now] = ['https://vimeo.com/404', 'https://vimeo.com/405'];
    const gone = await site.archive.addHosted(id, once);
    await say(browser, gone.id, { ...YES, linkOnly: true });
    await site.archive.remove(gone.id).expect(204);
    const video = await site.archive.addHosted(id, now);
    await say(browser, video.id, YES);
    const address = storyOf(await approve(site, video.id));
    await site.get(address).expect(200);
    await site.archive.edit(video.id, { videoUrl: once }).expect(200);
    await site.get(address).expect(404);
    const refused = await site.archive.approve(video.id).expect(409);
    expect(refused.body).toEqual({ code: 'release_missing', message: RELEASE_REQUIRED.outdated });
  });

  it('gives namesakes, who are listed at the same moment, an address each', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => cutOwner(site, { firstName: 'Namesake' })));
    for (const { browser, video } of people) await say(browser, video.id, { ...YES, linkOnly: true });
    await Promise.all(people.map(({ browser, video }) => say(browser, video.id, YES)));
    const listed = await Promise.all(people.map(({ video }) => forStaff(site, video.id)));
    const addresses = listed.map(({ user }) => user.userName);
    expect(new Set(addresses).size).toBe(4);
    expect(addresses.every((address) => address.startsWith('namesake-'))).toBe(true);
  });

  it.each<[string, (browser: Browser, videoId: string) => Promise<unknown>]>([
    ['on My details', (browser) => browser.patch('/api/my-story').send({ shownName: 'Robin' }).expect(204)],
    ['with another yes', (browser, id) => say(browser, id, { ...YES, linkOnly: true, shownName: 'Robin' })],
  ])('gets another such address with another name, given %s', async (_where, rename) => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, linkOnly: true });
    await approve(site, video.id);
    const { storyPath: before } = await readMyStory(browser);
    await site.get(before!).expect(200);
    await rename(browser, video.id);
    const { storyPath } = await readMyStory(browser);
    expect(storyPath).toMatch(/^\/stories\/story-[0-9a-f]{16}$/);
    expect(storyPath).not.toBe(before);
    await site.get(before!).expect(404);
    await site.get(`/api/user-story/${before!.split('/').at(-1)}`).expect(404);
    await say(browser, video.id, { ...YES, linkOnly: true });
    await approve(site, video.id);
    expect((await readMyStory(browser)).storyPath).toBe(storyPath);
    expect((await site.get(storyPath!).expect(200)).text).toContain('Robin');
    await site.get(before!).expect(404);
  });

  it('keeps its address when staff correct the first name', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, { ...YES, linkOnly: true });
    await approve(site, video.id);
    const { storyPath } = await readMyStory(browser);
    await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Zoe' }).expect(200);
    expect((await readMyStory(browser)).storyPath).toBe(storyPath);
  });
});

describe('a yes under another name', () => {
  it('leaves nothing kept of the address before', async () => {
    const { browser, video } = await cutOwner(site, { firstName: 'Quenby' });
    await say(browser, video.id, YES);
    await approve(site, video.id);
    expect(await site.manifest()).toContain(video.user.userName);
    await say(browser, video.id, { ...YES, shownName: 'Robin' });
    const { storyPath } = await readMyStory(browser);
    const manifest = await site.manifest();
    expect(manifest).toContain(storyPath!.slice(1));
    expect(manifest).not.toContain('quenby');
  });
});

describe('a story found by its link alone', () => {
  it('leads to those who can be heard on a question only once somebody listed is', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const answered = { questionId: 5, transcript: 'I rest.' };
    const video = await site.archive.publish(id, answered);
    await say(browser, video.id, { ...YES, linkOnly: true });
    const page = async () => (await site.get(storyOf(await forStaff(site, video.id))).expect(200)).text;
    const { body: questions } = await site.get('/api/questions').expect(200);
    const listening = listenPath((questions as InterviewQuestion[]).find((question) => question.id === 5)!);
    expect(await page()).toContain('"heardIds":[]');
    await site.get(listening).expect(404);
    const listed = await site.archive.publish(await site.archive.register('Ben'), answered);
    expect(await page()).toContain('"heardIds":[5]');
    await site.get(listening).expect(200);
    await site.archive.unapprove(listed.id).expect(200);
  });
});
