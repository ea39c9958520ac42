import type { ErrorBody } from '../../../contract/common/errors.js';
import { RELEASE_BLOCKS_ADDRESS, RELEASE_BLOCKS_MOVING } from '../../../contract/videos/releases.js';
import { approve, cutOwner, forStaff, passTime, type Said, say, tomorrow, YES } from '../../../testing/cut-releases.js';
import type { Browser } from '../../../testing/my-story.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { PublishedSite } from '../../../testing/published-site.js';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

describe('a no', () => {
  it.each([
    ['a no', (browser, id) => say(browser, id, { decision: 'no' }), RELEASE_BLOCKS_MOVING.no],
    ['hiding', (browser) => browser.post('/api/my-story/hide').expect(204), 'This person has hidden their story.'],
  ] as [string, (browser: Browser, id: string) => Promise<unknown>, string][])(
    'is not got around by giving the film to somebody else, after %s',
    async (_, sayIt, message) => {
      const { browser, video } = await cutOwner(site);
      await sayIt(browser, video.id);
      const refused = await site.archive.edit(video.id, { userId: await site.archive.register() }).expect(409);
      expect((refused.body as ErrorBody).message).toContain(message);
    },
  );
});

describe('a film whose person has limited their yes, or waits for changes', () => {
  it.each<[string, Said, keyof typeof RELEASE_BLOCKS_MOVING]>([
    ['a yes to other uses', { decision: 'yes', uses: ['documentary'] }, 'limits'],
    ['a yes with the link alone', { ...YES, linkOnly: true }, 'limits'],
    ['a yes with a last day', { ...YES, publicUntil: tomorrow() }, 'limits'],
    ['a yes with a first day', { ...YES, publicFrom: tomorrow() }, 'limits'],
    ['a wish for changes', { decision: 'change', words: 'Leave out the street.' }, 'change'],
  ])('is not given to somebody else without that, after %s', async (_, said, why) => {
    const { browser, video } = await cutOwner(site);
    await say(browser, video.id, said);
    const refused = await site.archive.edit(video.id, { userId: await site.archive.register() }).expect(409);
    expect(refused.body).toEqual({ code: 'release_refused', message: RELEASE_BLOCKS_MOVING[why] });
  });

  it('is given to them after a yes without limits, and once the changes are made', async () => {
    for (const said of [YES, { ...YES, publicFrom: tomorrow() }, { decision: 'change' } as Said]) {
      const { browser, id, video } = await cutOwner(site);
      await say(browser, video.id, said);
      await passTime(site, id);
      await site.archive.edit(video.id, { title: 'Without the street' }).expect(200);
      await site.archive.edit(video.id, { userId: await site.archive.register() }).expect(200);
    }
  });
});

describe('what a person has said to a film at a host', () => {
  it.each<[string, Said, keyof typeof RELEASE_BLOCKS_ADDRESS]>([
    ['a no', { decision: 'no' }, 'no'],
    ['a yes to other uses', { decision: 'yes', uses: ['documentary'] }, 'limits'],
    ['a yes with a last day', { ...YES, publicUntil: tomorrow() }, 'limits'],
    ['a yes with a first day', { ...YES, publicFrom: tomorrow() }, 'limits'],
  ])('does not end with another address of it: %s', async (_, said, why) => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await approve(site, video.id);
    await say(browser, video.id, said);
    const { isApproved, isShown } = await forStaff(site, video.id);
    const refused = await site.archive.edit(video.id, { videoUrl: 'https://vimeo.com/404/abcdef0123' }).expect(409);
    expect(refused.body).toEqual({ code: 'release_refused', message: RELEASE_BLOCKS_ADDRESS[why] });
    expect(await forStaff(site, video.id)).toMatchObject({ videoUrl: video.videoUrl, isApproved, isShown });
  });

  it('stays where they wish for changes after a yes with limits: the changed film is another one', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await say(browser, video.id, { ...YES, publicUntil: tomorrow() });
    await say(browser, video.id, { decision: 'change', words: 'Leave out the street.' });
    const refused = await site.archive.edit(video.id, { videoUrl: 'https://vimeo.com/405' }).expect(409);
    expect(refused.body).toEqual({ code: 'release_refused', message: RELEASE_BLOCKS_ADDRESS.change });
  });

  it('does not hide from whoever saves older texts that these have changed', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const { id: videoId, textsVersion } = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await site.archive.edit(videoId, { description: 'Theirs' }).expect(200);
    await say(browser, videoId, { decision: 'no' });
    const edit = { videoUrl: 'https://vimeo.com/405', description: 'Mine', textsVersion };
    expect((await site.archive.edit(videoId, edit).expect(409)).body).toMatchObject({ code: 'texts_changed' });
  });

  it('lets it have another address once the changes are made that its person has wished for', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await say(browser, video.id, { decision: 'change', words: 'Leave out the street.' });
    await site.archive.edit(video.id, { videoUrl: 'https://vimeo.com/405' }).expect(200);
    await approve(site, video.id);
    // Staff read what was wished for until there is an answer to the changed film.
    expect((await forStaff(site, video.id)).release).toMatchObject({
      standing: 'none',
      words: 'Leave out the street.',
    });
    await say(browser, video.id, YES);
    expect((await forStaff(site, video.id)).release).toMatchObject({ standing: 'yes', words: '' });
  });
});
