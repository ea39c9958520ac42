import { FormerFilms1700000000730 } from '../../../platform/database/migrations/1700000000730-former-films.js';
import { approve, cutOwner, forStaff, say, YES } from '../../../testing/cut-releases.js';
import type { Browser } from '../../../testing/my-story.js';
import { PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

const withdraw = (browser: Browser, id: string) =>
  browser.post('/api/my-story/withdraw').send({ what: 'video', id }).expect(200);
const uploadAgain = async (id: string, film: number) =>
  (
    await site.archive
      .upload(id, { questionId: 2, transcript: 'I climbed. Then I fell ill.' }, sampleMp4(1000, film))
      .expect(201)
  ).body as { id: string };
const moved = async (film: number) => {
  const owner = await cutOwner(site, { film });
  const address = `https://vimeo.com/${404 + film}`;
  return { ...owner, move: () => site.archive.edit(owner.video.id, { videoUrl: address }).expect(200) };
};
const refusal = async (id: string) => (await site.archive.approve(id).expect(409)).body as { code: string };

describe('a film that was moved to another address', () => {
  it.each([
    ['a no', (browser: Browser, id: string) => say(browser, id, { decision: 'no' })],
    ['its withdrawal', withdraw],
  ])('is not public again as the file that it was, after %s', async (what, takeBack) => {
    const film = what === 'a no' ? 11 : 12;
    const { browser, id, video, move } = await moved(film);
    await say(browser, video.id, YES);
    await move();
    await takeBack(browser, video.id);
    const again = await uploadAgain(id, film);
    expect((await forStaff(site, again.id)).release.standing).toBe('no');
    expect(await refusal(again.id)).toMatchObject({ code: 'release_refused' });
  });

  it('goes with a no where its file is public in another video', async () => {
    const { browser, id, video, move } = await moved(13);
    await say(browser, video.id, YES);
    await move();
    const other = await uploadAgain(id, 13);
    await say(browser, other.id, YES);
    const approved = await approve(site, other.id);
    await site.get(storyOf(approved)).expect(200);
    await say(browser, video.id, { decision: 'no' });
    await site.get(storyOf(approved)).expect(404);
    expect(await refusal(other.id)).toMatchObject({ code: 'release_refused' });
  });

  it('is not refused by a no to another video', async () => {
    const { browser, id, video, move } = await moved(14);
    await say(browser, video.id, YES);
    await move();
    const other = await uploadAgain(id, 15);
    await say(browser, other.id, { decision: 'no' });
    const again = await uploadAgain(id, 14);
    expect((await forStaff(site, again.id)).release.standing).not.toBe('no');
  });

  it('leaves no words of what was wished for when it is withdrawn', async () => {
    const { browser, id, video, move } = await moved(16);
    await say(browser, video.id, { decision: 'change', words: 'Leave out Elm Street 5.' });
    await move();
    await withdraw(browser, video.id);
    const kept = await site.testApp.dataSource.query<unknown[]>(
      'SELECT decision, words FROM cut_release WHERE participant_id = $1',
      [id],
    );
    expect(kept).toEqual([
      { decision: 'no', words: '' },
      { decision: 'no', words: '' },
    ]);
  });

  it('shows what was wished for where it comes back, unchanged, to what the wish was about', async () => {
    const { browser, id } = await cutOwner(site, { film: 17 });
    const { id: videoId } = await site.archive.addHosted(id, 'https://vimeo.com/501');
    await say(browser, videoId, { decision: 'change', words: 'Leave out the street.' });
    await site.archive.edit(videoId, { videoUrl: 'https://vimeo.com/502' }).expect(200);
    await say(browser, videoId, YES);
    await site.archive.edit(videoId, { videoUrl: 'https://vimeo.com/501' }).expect(200);
    expect((await forStaff(site, videoId)).release).toMatchObject({
      standing: 'change',
      words: 'Leave out the street.',
    });
  });

  it('is known from what was said to it where it was moved by a version of before', async () => {
    const { browser, video, move } = await moved(18);
    await say(browser, video.id, YES);
    await move();
    await site.testApp.dataSource.transaction(async ({ queryRunner }) => {
      const migration = new FormerFilms1700000000730();
      await migration.down(queryRunner!);
      await migration.up(queryRunner!);
    });
    const films = await site.testApp.dataSource.query<{ film: string }[]>(
      'SELECT film FROM former_film WHERE video_id = $1',
      [video.id],
    );
    expect(films).toEqual([{ film: expect.stringMatching(/^[\da-f]{64}$/) as string }]);
  });
});
