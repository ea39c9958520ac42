import { readFile, writeFile } from 'node:fs/promises';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import {
  approve,
  cutOwner,
  forStaff,
  isInApi,
  look,
  passTime,
  publishedOf,
  say,
  tomorrow,
  YES,
} from '../../../testing/cut-releases.js';
import type { Browser } from '../../../testing/my-story.js';
import { mediaOf, PublishedSite, storyOf } from '../../../testing/published-site.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { LedgerReplay } from '../../my-story/ledger-replay.js';

const PATH = '/api/my-story';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

const twoCuts = async () => {
  const person = await cutOwner(site);
  await approve(site, person.video.id);
  const { body } = await site.archive.upload(person.id, { questionId: 1 }, sampleMp4(1000, 5)).expect(201);
  return { ...person, newer: await approve(site, (body as ShowcaseVideo).id) };
};

const expectNeitherShown = async ({ video, newer }: Awaited<ReturnType<typeof twoCuts>>) => {
  await site.get(storyOf(video)).expect(404);
  await site.get(mediaOf(video)).expect(404);
  await site.get(mediaOf(newer)).expect(404);
  expect(await forStaff(site, video.id)).toMatchObject({ isApproved: false });
};

describe('a cut that waits', () => {
  it('tells which one it takes the place of, and what that has', async () => {
    const { id, video } = await cutOwner(site);
    const upload = async (fields: object, film: number) =>
      (await site.archive.upload(id, { questionId: 1, ...fields }, sampleMp4(1000, film)).expect(201))
        .body as ShowcaseVideo;
    const bare = await upload({}, 6);
    expect((await forStaff(site, bare.id)).wouldReplace).toBeNull();
    const { title, approvedAt } = await approve(site, video.id);
    expect((await forStaff(site, bare.id)).wouldReplace).toEqual({
      title,
      approvedAt,
      hasTranscript: true,
      hasCaptions: false,
    });
    expect((await forStaff(site, (await upload({ questionId: 2 }, 7)).id)).wouldReplace).toBeNull();
    expect((await approve(site, bare.id)).wouldReplace).toBeNull();
  });

  it('tells that its person has hidden the story, as the approved one does', async () => {
    const { browser, id, video } = await cutOwner(site);
    await approve(site, video.id);
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 8)).expect(201);
    await browser.post(`${PATH}/hide`).expect(204);
    for (const { id: each } of [video, body as ShowcaseVideo]) {
      expect(await forStaff(site, each)).toMatchObject({
        isShown: false,
        wouldReplace: null,
        notShown: { as: 'hidden', at: expect.any(String) as string },
      });
    }
    await browser.post(`${PATH}/show`).expect(204);
    expect(await forStaff(site, video.id)).toMatchObject({ isShown: true, notShown: null });
  });
});

describe('an older cut on the same question', () => {
  it.each<[string, (browser: Browser, id: string) => Promise<unknown>]>([
    ['a no', (browser, id) => say(browser, id, { decision: 'no' })],
    ['a wish for changes', (browser, id) => say(browser, id, { decision: 'change', words: 'Without the street.' })],
    ['a yes to other uses', (browser, id) => say(browser, id, { decision: 'yes', uses: ['documentary'] })],
    ['a yes with a first day', (browser, id) => say(browser, id, { ...YES, publicFrom: tomorrow() })],
    ['its withdrawal', (browser, id) => browser.post(`${PATH}/withdraw`).send({ what: 'video', id }).expect(200)],
  ])('does not come up in place of the newer one, after %s', async (_, take) => {
    const cuts = await twoCuts();
    await take(cuts.browser, cuts.newer.id);
    await expectNeitherShown(cuts);
    // Staff may show it all the same.
    await approve(site, cuts.video.id);
    await site.restart();
    expect(await forStaff(site, cuts.video.id)).toMatchObject({ isApproved: true });
  });

  it('does not come up once the time of the newer one is over, at no moment', async () => {
    const cuts = await twoCuts();
    await say(cuts.browser, cuts.newer.id, { ...YES, publicUntil: tomorrow() });
    await passTime(site, cuts.id);
    expect(await isInApi(site, cuts.video)).toBe(false);
    await look(site);
    await expectNeitherShown(cuts);
    expect((await publishedOf(site, cuts.id)).slice(0, 2).toSorted()).toEqual([
      'system release_over',
      'system video_unapproved',
    ]);
  });

  it('is shown while the newer one waits for its first day, and after a yes to that', async () => {
    const { browser, video, newer } = await twoCuts();
    await say(browser, newer.id, YES);
    await site.archive.unapprove(newer.id).expect(200);
    await say(browser, newer.id, { ...YES, publicFrom: tomorrow() });
    await approve(site, newer.id);
    expect(await forStaff(site, video.id)).toMatchObject({ isApproved: true, isShown: true });
    await site.get(storyOf(video)).expect(200);
  });

  it('is not told as the one that would be shown while it waits for its first day', async () => {
    const { browser, video, newer } = await twoCuts();
    expect(await forStaff(site, newer.id)).toMatchObject({ isShown: true, showsInstead: { title: video.title } });
    await say(browser, video.id, YES);
    await site.archive.unapprove(video.id).expect(200);
    await say(browser, video.id, { ...YES, publicFrom: tomorrow() });
    await approve(site, video.id);
    await site.archive.unapprove(newer.id).expect(200);
    await approve(site, newer.id);
    expect(await forStaff(site, newer.id)).toMatchObject({ isShown: true, showsInstead: null });
  });

  it('is not told as the one that would be shown once its time is over, nor is one that it covers', async () => {
    const { browser, id, newer } = await twoCuts();
    await say(browser, newer.id, { ...YES, publicUntil: tomorrow() });
    const { body } = await site.archive.upload(id, { questionId: 1 }, sampleMp4(1000, 2)).expect(201);
    const newest = await approve(site, (body as ShowcaseVideo).id);
    expect(newest).toMatchObject({ isShown: true, showsInstead: { title: newer.title } });
    await passTime(site, id);
    expect(await forStaff(site, newest.id)).toMatchObject({ isShown: true, showsInstead: null });
  });

  it('does not come up with a database that is older than the newer one', async () => {
    const cuts = await twoCuts();
    await say(cuts.browser, cuts.newer.id, { decision: 'no' });
    const { dataSource, app } = site.testApp;
    await dataSource.query('DELETE FROM showcase_video WHERE id = $1', [cuts.newer.id]);
    await dataSource.query('DELETE FROM cut_release WHERE participant_id = $1', [cuts.id]);
    await dataSource.query(
      `UPDATE showcase_video SET is_approved = true, approved_at = now() - interval '1 hour' WHERE id = $1`,
      [cuts.video.id],
    );
    expect(await app.get(LedgerReplay).apply()).toBe(1);
    await site.bringUpToDate();
    await expectNeitherShown(cuts);
  });

  it('does not come up with a database in which the newer one waits, however the lines of the no stand', async () => {
    const cuts = await twoCuts();
    await say(cuts.browser, cuts.newer.id, { decision: 'no' });
    const ledger = site.inState('ledger/withdrawals.jsonl');
    const lines = (await readFile(ledger, 'utf8')).trim().split('\n');
    expect(lines.slice(-2).map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual(['covered', 'refused']);
    await writeFile(ledger, `${[...lines.slice(0, -2), lines.at(-1), lines.at(-2)].join('\n')}\n`);
    const { dataSource, app } = site.testApp;
    await dataSource.query('DELETE FROM cut_release WHERE participant_id = $1', [cuts.id]);
    await dataSource.query(
      `UPDATE showcase_video SET is_approved = true, approved_at = now() - interval '1 hour' WHERE id = $1`,
      [cuts.video.id],
    );
    await app.get(LedgerReplay).apply();
    await site.bringUpToDate();
    await expectNeitherShown(cuts);
  });
});
