import { readFile } from 'node:fs/promises';
import type { MyStory } from '../../contract/stories/my-story.js';
import type { ReleaseRequest } from '../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import type { StoryOverviewItem } from '../../contract/stories/stories.js';
import { provenPerson } from '../../testing/proven-person.js';
import { mediaOf, PublishedSite, storyOf } from '../../testing/published-site.js';
import { filesContaining, readFiles } from '../../testing/site-files.js';
import { until } from '../../testing/until.js';
import { PublishingLockRepository } from './publishing-lock.repository.js';

const CANARY = 'A quetzalcanary sings in the garden each morning.';

type Person = Awaited<ReturnType<typeof provenPerson>>;
type Said = Omit<ReleaseRequest, 'cutHash'>;

let site: PublishedSite;
beforeEach(async () => {
  site = await PublishedSite.start();
});
afterEach(() => site.testApp.close());

const TOMORROW = new Date(Date.now() + 24 * 3_600_000).toISOString();
const YES: Said = { decision: 'yes', uses: ['archive'] };
const answer =
  (said: Said) =>
  async ({ browser }: Person, { id }: ShowcaseVideo) => {
    const { videos } = (await browser.get('/api/my-story').expect(200)).body as MyStory;
    const { cutHash } = videos.find((video) => video.id === id)!.release;
    return browser.post(`/api/my-story/videos/${id}/release`).send({ ...said, cutHash });
  };

/** Does `work` while another server publishes, which ends no sooner. */
const whilePublishing = async <T>(work: () => Promise<T>): Promise<T> => {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const publishing = site.testApp.app.get(PublishingLockRepository).hold(async () => {
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  try {
    return await work();
  } finally {
    end.resolve();
    await publishing;
  }
};

/** Has the database refuse to change this column. */
const refuseUpdates = async ([table, column]: readonly [string, string]) => {
  const { dataSource } = site.testApp;
  await dataSource.query(
    `CREATE FUNCTION refused() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$`,
  );
  await dataSource.query(`CREATE TRIGGER refused BEFORE UPDATE OF ${column} ON ${table} EXECUTE FUNCTION refused()`);
};

describe('a withdrawn story', () => {
  it.each([
    ['unapproved', (id: string) => site.archive.unapprove(id).expect(200)],
    ['deleted', (id: string) => site.archive.remove(id).expect(204)],
  ])('leaves no byte behind when it is %s', async (_how, withdraw) => {
    const other = await site.publishStory('Ben', 'A lark sings');
    const video = await site.publishStory('Anna', CANARY);
    expect((await site.get(storyOf(other)).expect(200)).text).toContain(CANARY);
    expect((await site.get('/').expect(200)).text).toContain(CANARY);
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

  it('is refused at once with its media, also while another server publishes for long', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const withdrawing = await whilePublishing(async () => {
      const withdrawn = site.archive.unapprove(video.id).then(({ status }) => status);
      await until(async () => (await site.get(mediaOf(video))).status === 404);
      await site.get(storyOf(video)).expect(404);
      return { withdrawn };
    });
    expect(await withdrawing.withdrawn).toBe(200);
  });

  it.each<[string, (person: Person, video: ShowcaseVideo) => PromiseLike<{ status: number }>]>([
    ['say no to it', answer({ decision: 'no' })],
    ['wish for changes', answer({ decision: 'change', words: 'Shorter.' })],
    ['say yes to other uses', answer({ decision: 'yes', uses: ['documentary'] })],
    ['say yes from tomorrow on', answer({ ...YES, publicFrom: TOMORROW })],
    ['say yes until tomorrow', answer({ ...YES, publicUntil: TOMORROW })],
    ['hide it', ({ browser }) => browser.post('/api/my-story/hide')],
    ['withdraw it', ({ browser }, { id }) => browser.post('/api/my-story/withdraw').send({ what: 'video', id })],
    ['leave', ({ browser }) => browser.post('/api/my-story/leave')],
    ['lose it as staff delete it', (_person, { id }) => site.archive.remove(id)],
    [
      'lose it to somebody else',
      async (_person, { id }) => site.archive.edit(id, { userId: await site.archive.register() }),
    ],
    [
      'lose its file to a host by staff',
      (_person, { id }) => site.archive.edit(id, { videoUrl: 'https://vimeo.com/1' }),
    ],
  ])('is refused at once when people %s while another server publishes for long', async (_what, act) => {
    const person = await provenPerson(site.testApp);
    const video = await site.archive.publish(person.id, { questionId: 1, transcript: CANARY });
    await site.get(mediaOf(video)).expect(200);
    const acting = await whilePublishing(async () => {
      const acted = act(person, video).then(({ status }) => status);
      await until(async () => (await site.get(mediaOf(video))).status === 404);
      await site.get(storyOf(video)).expect(404);
      return { acted };
    });
    expect([200, 204]).toContain(await acting.acted);
  });

  it('is named in the feed as gone, by the id that it had there, and comes back as another', async () => {
    const video = await site.publishStory('Anna', CANARY);
    const feed = async () => (await site.get('/stories/feed.xml').expect(200)).text;
    const [, id] = /<guid isPermaLink="false">(.+?)<\/guid>/.exec(await feed()) ?? [];
    await site.archive.unapprove(video.id).expect(200);
    const gone = await feed();
    expect(gone).toContain(`<at:deleted-entry ref="${id}" when="20`);
    for (const word of ['Anna', 'anna', video.id, CANARY]) expect(gone).not.toContain(word);
    await site.archive.approve(video.id).expect(200);
    const again = await feed();
    expect(again).toContain(`<at:deleted-entry ref="${id}"`);
    expect(again).toContain('<guid isPermaLink="false">urn:uuid:');
    expect(again).not.toContain(`<guid isPermaLink="false">${id}`);
  });

  it('is named in the feed as gone for half a year, the newest first, where it was listed', async () => {
    const { dataSource } = site.testApp;
    const endedBefore = async (days: number, isListed = true) => {
      const [row] = await dataSource.query<[{ id: string }]>(
        `INSERT INTO story_appearance (is_listed, ended_at) VALUES ($2, now() - $1 * interval '1 day') RETURNING id`,
        [days, isListed],
      );
      return row.id;
    };
    const old = await endedBefore(179);
    const [unlisted, tooOld] = [await endedBefore(1, false), await endedBefore(181)];
    const recent = await endedBefore(7);
    await site.publishStory('Anna', CANARY);
    const { text } = await site.get('/stories/feed.xml').expect(200);
    const told = Array.from(text.matchAll(/deleted-entry ref="urn:uuid:(.+?)"/g), ([, id]) => id);
    expect(told).toEqual([recent, old]);
    for (const id of [unlisted, tooOld]) expect(text).not.toContain(id);
  });

  it.each<[string, (person: Person, id: string) => PromiseLike<unknown>]>([
    ['taken back by staff', (_person, id) => site.archive.unapprove(id).expect(200)],
    ['withdrawn', ({ browser }) => browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200)],
  ])('is forgotten for good three years after it has ended, once another is %s', async (_how, withdraw) => {
    const { dataSource } = site.testApp;
    await dataSource.query(
      `INSERT INTO story_appearance (is_listed, ended_at)
       SELECT true, now() - years * interval '1 year' FROM unnest('{2,4}'::int[]) AS years`,
    );
    const person = await provenPerson(site.testApp);
    const { id } = await site.archive.publish(person.id, { questionId: 1, transcript: CANARY });
    await withdraw(person, id);
    const rows = await dataSource.query<{ years: number }[]>(
      `SELECT extract(year FROM age(now(), ended_at))::int AS years FROM story_appearance ORDER BY ended_at`,
    );
    expect(rows.map(({ years }) => years)).toEqual([2, 0]);
  });

  it('is heard no more among the voices to its question, whose page goes with the last of them', async () => {
    const page = '/listen/life-before-me-cfs';
    await site.get(page).expect(404);
    const [first, second] = [await site.publishStory('Anna', CANARY), await site.publishStory('Ben', 'A lark sings')];
    const { text } = await site.get(page).expect(200);
    expect([first, second].map(({ user }) => text.includes(user.userName))).toEqual([true, true]);
    expect((await site.get('/stories')).text).toContain('Life before ME/CFS');
    expect((await site.get('/sitemap.xml')).text).toContain(page);
    await site.archive.unapprove(first.id).expect(200);
    const { text: after } = await site.get(page).expect(200);
    expect([first, second].map(({ user }) => after.includes(user.userName))).toEqual([false, true]);
    await site.archive.unapprove(second.id).expect(200);
    await site.get(page).expect(404);
    expect((await site.get('/sitemap.xml')).text).not.toContain(page);
  });

  it('keeps its number, so that nobody else gets its place', async () => {
    const [first, second] = [await site.publishStory('Anna', CANARY), await site.publishStory('Ben', CANARY)];
    await site.archive.unapprove(first.id).expect(200);
    const third = await site.publishStory('Cleo', CANARY);
    await site.archive.approve(first.id).expect(200);
    const overview = (await site.get('/api/stories-overview').expect(200)).body as StoryOverviewItem[];
    expect(overview.map(({ user }) => user.userName)).toEqual([third, second, first].map(({ user }) => user.userName));
  });

  it('that loses one of its videos goes on without it', async () => {
    const userId = await site.archive.register();
    const kept = await site.archive.publish(userId, { questionId: 1, transcript: 'A lark sings' });
    const video = await site.archive.publish(userId, { questionId: 2, transcript: CANARY });
    const other = await site.publishStory('Ben', 'A wren sings');
    expect((await site.get(storyOf(other)).expect(200)).text).toContain(video.id);
    await site.archive.unapprove(video.id).expect(200);
    expect((await site.get(storyOf(other)).expect(200)).text).not.toContain(video.id);
    expect((await site.get(storyOf(kept)).expect(200)).text).toContain('A lark sings');
    await site.get(mediaOf(kept)).expect(200);
    await site.get(mediaOf(video)).expect(404);
    expect(await filesContaining(site.inState('site'), CANARY)).toEqual([]);
  });
});

describe('what is committed is brought to the public pages also where what follows it fails:', () => {
  const TIMED = `WEBVTT\n\n00:01.000 --> 00:02.000\n${CANARY}`;
  const LINE = ['video_preparation', 'line'] as const;
  const DRAFT = ['transcript_draft', 'state'] as const;

  it.each([
    ['Unapprove', LINE, false, null, (id: string) => site.archive.unapprove(id)],
    ['Approve', LINE, true, (id: string) => site.archive.unapprove(id), (id: string) => site.archive.approve(id)],
    [
      'earlier words',
      DRAFT,
      true,
      (id: string) => site.archive.edit(id, { transcript: 'A lark instead' }),
      (id: string) => site.archive.post(`/${id}/versions/1/restore`),
    ],
  ])('%s', async (_what, refused, isShown, prepare, change) => {
    const { id } = await site.publishStory('Anna', TIMED);
    await prepare?.(id).expect(200);
    await refuseUpdates(refused);
    await change(id).expect(500);
    expect((await filesContaining(site.inState('site'), CANARY)).length > 0).toBe(isShown);
  });
});

describe('the earlier name of somebody with a story', () => {
  it.each<[string, number, (person: Person, video: ShowcaseVideo) => PromiseLike<{ status: number }>]>([
    [
      'staff correct it',
      200,
      ({ id }) => site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Robin' }),
    ],
    ['they wish another', 204, ({ browser }) => browser.patch('/api/my-story').send({ shownName: 'Robin' })],
    ['they say yes under another', 204, answer({ ...YES, shownName: 'Robin' })],
  ])(
    'is told nowhere from the moment on when %s, also while another server publishes for long',
    async (_when, done, rename) => {
      const person = await provenPerson(site.testApp, 'Quinta');
      const video = await site.archive.publish(person.id, { questionId: 1, transcript: CANARY });
      expect((await site.get('/')).text).toContain(video.user.userName);
      const renaming = await whilePublishing(async () => {
        const renamed = rename(person, video).then(({ status }) => status);
        await until(async () => (await site.get(storyOf(video))).status === 404);
        expect((await site.get('/').expect(200)).text).not.toContain(video.user.userName);
        return { renamed };
      });
      expect(await renaming.renamed).toBe(done);
      expect((await site.get('/').expect(200)).text).toContain('robin-');
    },
  );
});
