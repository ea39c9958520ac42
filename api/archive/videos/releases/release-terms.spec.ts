import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { AuditPage } from '../../../contract/audit.js';
import type { ErrorBody } from '../../../contract/errors.js';
import { listenPath } from '../../../contract/listen.js';
import type { MyStory, OwnVideo } from '../../../contract/my-story.js';
import { PRIVACY } from '../../../contract/privacy.js';
import type { Receipt } from '../../../contract/receipts.js';
import {
  RELEASE_BLOCKS,
  RELEASE_BLOCKS_ADDRESS,
  RELEASE_BLOCKS_MOVING,
  RELEASE_REQUIRED,
  type OwnCut,
  type ReleaseRequest,
} from '../../../contract/releases.js';
import type { InterviewQuestion } from '../../../contract/questions.js';
import type { ShowcaseVideo } from '../../../contract/showcase.js';
import { CHAIN_LOCK } from '../../../people/consent/receipts.repository.js';
import { ReceiptsService } from '../../../people/consent/receipts.service.js';
import { WithdrawalLedger } from '../../../people/ledger/withdrawal-ledger.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import type { DatabaseConnection } from '../../../platform/database/data-source.js';
import { Publisher } from '../../publishing/publisher.js';
import { countFiles } from '../../../testing/count-files.js';
import { holdTransaction, untilBlocked } from '../../../testing/hold-transaction.js';
import { readOutbox } from '../../../testing/outbox.js';
import { openLink, provenPerson } from '../../../testing/proven-person.js';
import { mediaOf, PublishedSite, storyOf } from '../../../testing/published-site.js';
import { createTestApp } from '../../../testing/test-app.js';
import { sampleJpeg, sampleMp4, sampleWebm, toDataUrl } from '../../../testing/sample-media.js';
import { LedgerReplay } from '../../my-story/ledger-replay.js';
import { ShowcaseVideoRowsRepository } from '../showcase-video-rows.repository.js';
import { checkConsent } from './check-consent.js';
import { ReleaseRequests } from './release-requests.service.js';
import { ReleaseTimes } from './release-times.js';
import { ReleasesRepository } from './standing/releases.repository.js';

const PATH = '/api/my-story';
const DAY = 24 * 3_600_000;
const after = (ms: number) => new Date(Date.now() + ms).toISOString();

type Browser = ReturnType<PublishedSite['testApp']['browser']>;
type Said = Omit<ReleaseRequest, 'cutHash'>;

const YES: Said = { decision: 'yes', uses: ['archive'] };

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

const owner = async (film = 0, questionId = 1, firstName = 'Anna') => {
  const person = await provenPerson(site.testApp, firstName);
  const { body } = await site.archive
    .upload(person.id, { questionId, transcript: 'I climbed. Then I fell ill.' }, sampleMp4(1000, film))
    .expect(201);
  return { ...person, video: body as ShowcaseVideo };
};
const storyFor = async (browser: Browser) => (await browser.get(PATH).expect(200)).body as MyStory;
const ownVideo = async (browser: Browser, id: string): Promise<OwnVideo> =>
  (await storyFor(browser)).videos.find((video) => video.id === id)!;
const say = async (browser: Browser, id: string, said: Said) => {
  const { release } = await ownVideo(browser, id);
  await browser
    .post(`${PATH}/videos/${id}/release`)
    .send({ ...said, cutHash: release.cutHash })
    .expect(204);
};
const askGuardian = (browser: Browser) =>
  browser.post('/api/consent/guardian').send({ email: 'parent@example.org', version: PRIVACY.version }).expect(200);
const answerRecording = (browser: Browser, answer: 'yes' | 'no') =>
  browser.post('/api/consent/recording').send({ answer, version: PRIVACY.version }).expect(200);
const forStaff = async (id: string) =>
  (await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body as ShowcaseVideo;
const approve = async (id: string) => (await site.archive.approve(id).expect(200)).body as ShowcaseVideo;
const expectNoRelease = async ({ id }: ShowcaseVideo) =>
  expect((await site.archive.approve(id).expect(409)).body).toEqual({
    code: 'release_missing',
    message: RELEASE_REQUIRED.none,
  });
const ask = (id: string) => site.archive.post(`/${id}/release-request`);
/** As if that time had passed for what was said. */
const passTime = (participantId: string) =>
  site.testApp.dataSource.query(
    `UPDATE cut_release SET public_from = public_from - interval '2 days', public_until = public_until - interval '2 days'
     WHERE participant_id = $1`,
    [participantId],
  );
/** Who published what of a person, or took it back, the latest first. */
const publishedOf = async (id: string) => {
  const { body } = await site.testApp.staff().get(`/api/admin/audit?person=${id}&kind=published`).expect(200);
  return (body as AuditPage).entries.map(({ actor, action }) => `${actor} ${action}`);
};
const look = () => site.testApp.app.get(ReleaseTimes).look();
const isInApi = async (video: ShowcaseVideo) =>
  (await site.get(`/api/user-story/${video.user.userName}`)).status === 200;

const mailed = async (email: string) => {
  const mails = (await readOutbox(site.testApp)).filter(
    ({ to, text }) => to?.[0]?.address === email && text?.includes('/release#'),
  );
  return mails.map(({ text }) => text!.split('/release#')[1]!.split('\n')[0]!);
};
const letDays = (videoId: string, days: number) =>
  site.testApp.dataSource.query(`UPDATE release_request SET at = at - $2 * interval '1 day' WHERE video_id = $1`, [
    videoId,
    days,
  ]);
const remind = () => site.testApp.app.get(ReleaseRequests).remind();
const findings = async ({ id }: ShowcaseVideo) => {
  const { app } = site.testApp;
  const strict = { strict: false };
  const [receipts, rows] = [app.get(ReceiptsService, strict), app.get(ShowcaseVideoRowsRepository, strict)];
  const found = await checkConsent(receipts, rows);
  return found.findings.filter((finding) => finding.includes(id)).map((finding) => finding.replace(id, 'v'));
};

const asked = async () => {
  const person = await owner();
  await ask(person.video.id).expect(200);
  const [token] = await mailed(person.email);
  return { ...person, token: token! };
};

describe('a yes with a first day', () => {
  it('shows nothing early, and all of it from that day on', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicFrom: after(DAY) });
    const approved = await approve(video.id);
    expect(approved).toMatchObject({ isApproved: true, isShown: false });
    await site.get(storyOf(video)).expect(404);
    expect(await isInApi(video)).toBe(false);
    await passTime(id);
    expect(await isInApi(video)).toBe(true);
    await look();
    await site.get(storyOf(video)).expect(200);
    await site.get('/stories').expect(200).expect(new RegExp(video.user.userName));
  });

  it('takes down what was public before', async () => {
    const { browser, video } = await owner();
    await approve(video.id);
    await site.get(storyOf(video)).expect(200);
    // Each is made once, and kept.
    const lists = ['/api/stories-overview', '/api/search-data', '/api/search-data?q=climbed'];
    const told = async () =>
      (await Promise.all(lists.map((list) => site.get(list).expect(200)))).map(({ text }) => text);
    for (const text of await told()) expect(text).toContain(video.id);
    await say(browser, video.id, { ...YES, publicFrom: after(DAY) });
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    for (const text of await told()) expect(text).not.toContain(video.id);
  });

  it('is told by no list, also where somebody else said something later that was kept first', async () => {
    const [anna, ben] = [await owner(), await owner(0, 1, 'Ben')];
    await approve(anna.video.id);
    const { dataSource } = site.testApp;
    const letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]),
    );
    const saying = say(anna.browser, anna.video.id, { ...YES, publicFrom: after(DAY) });
    await untilBlocked(dataSource);
    await dataSource.query(
      `INSERT INTO cut_release (participant_id, film, cut_hash, decision) VALUES ($1, 'a film', 'a cut', 'yes')`,
      [ben.id],
    );
    expect((await site.get('/api/stories-overview').expect(200)).text).toContain(anna.video.id);
    await letGo();
    await saying;
    expect((await site.get('/api/stories-overview').expect(200)).text).not.toContain(anna.video.id);
  });

  it('holds for each video of the film, and for what is older than that', async () => {
    const { browser, id, video } = await owner();
    const add = async (film: number) => {
      const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, film)).expect(201);
      return body as ShowcaseVideo;
    };
    const older = await add(5);
    await approve(older.id);
    const again = await add(0);
    await approve(again.id);
    await site.get(storyOf(again)).expect(200);
    await say(browser, video.id, { ...YES, publicFrom: after(DAY) });
    await site.get(storyOf(again)).expect(404);
    expect(await forStaff(older.id)).toMatchObject({ isApproved: false });
  });
});

describe('a no', () => {
  it('holds through a wish for changes and the change itself, until a yes', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, { decision: 'no' });
    await say(browser, video.id, { decision: 'change', words: 'Leave out the street.' });
    await site.archive.edit(video.id, { title: 'Without the street' }).expect(200);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({
      code: 'release_missing',
      message: RELEASE_REQUIRED.refused,
    });
    // They can be asked again, and answer.
    await ask(video.id).expect(200);
    await say(browser, video.id, YES);
    await approve(video.id);
    await site.archive.edit(video.id, { title: 'Better' }).expect(200);
    await site.get(storyOf(video)).expect(200);
  });

  it.each([
    ['a no', (browser, id) => say(browser, id, { decision: 'no' }), RELEASE_BLOCKS_MOVING.no],
    ['hiding', (browser) => browser.post('/api/my-story/hide').expect(204), 'This person has hidden their story.'],
  ] as [string, (browser: Browser, id: string) => Promise<unknown>, string][])(
    'is not got around by giving the film to somebody else, after %s',
    async (_, sayIt, message) => {
      const { browser, video } = await owner();
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
    ['a yes with a last day', { ...YES, publicUntil: after(DAY) }, 'limits'],
    ['a yes with a first day', { ...YES, publicFrom: after(DAY) }, 'limits'],
    ['a wish for changes', { decision: 'change', words: 'Leave out the street.' }, 'change'],
  ])('is not given to somebody else without that, after %s', async (_, said, why) => {
    const { browser, video } = await owner();
    await say(browser, video.id, said);
    const refused = await site.archive.edit(video.id, { userId: await site.archive.register() }).expect(409);
    expect(refused.body).toEqual({ code: 'release_refused', message: RELEASE_BLOCKS_MOVING[why] });
  });

  it('is given to them after a yes without limits, and once the changes are made', async () => {
    for (const said of [YES, { ...YES, publicFrom: after(DAY) }, { decision: 'change' } as Said]) {
      const { browser, id, video } = await owner();
      await say(browser, video.id, said);
      await passTime(id);
      await site.archive.edit(video.id, { title: 'Without the street' }).expect(200);
      await site.archive.edit(video.id, { userId: await site.archive.register() }).expect(200);
    }
  });
});

describe('what a person has said to a film at a host', () => {
  it.each<[string, Said, keyof typeof RELEASE_BLOCKS_ADDRESS]>([
    ['a no', { decision: 'no' }, 'no'],
    ['a yes to other uses', { decision: 'yes', uses: ['documentary'] }, 'limits'],
    ['a yes with a last day', { ...YES, publicUntil: after(DAY) }, 'limits'],
    ['a yes with a first day', { ...YES, publicFrom: after(DAY) }, 'limits'],
  ])('does not end with another address of it: %s', async (_, said, why) => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await approve(video.id);
    await say(browser, video.id, said);
    const { isApproved, isShown } = await forStaff(video.id);
    const refused = await site.archive.edit(video.id, { videoUrl: 'https://vimeo.com/404/abcdef0123' }).expect(409);
    expect(refused.body).toEqual({ code: 'release_refused', message: RELEASE_BLOCKS_ADDRESS[why] });
    expect(await forStaff(video.id)).toMatchObject({ videoUrl: video.videoUrl, isApproved, isShown });
  });

  it('stays where they wish for changes after a yes with limits: the changed film is another one', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const video = await site.archive.addHosted(id, 'https://vimeo.com/404');
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
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
    await approve(video.id);
  });
});

const twoCuts = async () => {
  const person = await owner();
  await approve(person.video.id);
  const { body } = await site.archive.upload(person.id, { questionId: 1 }, sampleMp4(1000, 5)).expect(201);
  return { ...person, newer: await approve((body as ShowcaseVideo).id) };
};

const expectNeitherShown = async ({ video, newer }: Awaited<ReturnType<typeof twoCuts>>) => {
  await site.get(storyOf(video)).expect(404);
  await site.get(mediaOf(video)).expect(404);
  await site.get(mediaOf(newer)).expect(404);
  expect(await forStaff(video.id)).toMatchObject({ isApproved: false });
};

describe('an older cut on the same question', () => {
  it.each<[string, (browser: Browser, id: string) => Promise<unknown>]>([
    ['a no', (browser, id) => say(browser, id, { decision: 'no' })],
    ['a wish for changes', (browser, id) => say(browser, id, { decision: 'change', words: 'Without the street.' })],
    ['a yes to other uses', (browser, id) => say(browser, id, { decision: 'yes', uses: ['documentary'] })],
    ['a yes with a first day', (browser, id) => say(browser, id, { ...YES, publicFrom: after(DAY) })],
    ['its withdrawal', (browser, id) => browser.post(`${PATH}/withdraw`).send({ what: 'video', id }).expect(200)],
  ])('does not come up in place of the newer one, after %s', async (_, take) => {
    const cuts = await twoCuts();
    await take(cuts.browser, cuts.newer.id);
    await expectNeitherShown(cuts);
    // Staff may show it all the same.
    await approve(cuts.video.id);
    await site.restart();
    expect(await forStaff(cuts.video.id)).toMatchObject({ isApproved: true });
  });

  it('does not come up once the time of the newer one is over, at no moment', async () => {
    const cuts = await twoCuts();
    await say(cuts.browser, cuts.newer.id, { ...YES, publicUntil: after(DAY) });
    await passTime(cuts.id);
    expect(await isInApi(cuts.video)).toBe(false);
    await look();
    await expectNeitherShown(cuts);
    expect((await publishedOf(cuts.id)).slice(0, 2).toSorted()).toEqual([
      'system release_over',
      'system video_unapproved',
    ]);
  });

  it('is shown while the newer one waits for its first day, and after a yes to that', async () => {
    const { browser, video, newer } = await twoCuts();
    await say(browser, newer.id, YES);
    await site.archive.unapprove(newer.id).expect(200);
    await say(browser, newer.id, { ...YES, publicFrom: after(DAY) });
    await approve(newer.id);
    expect(await forStaff(video.id)).toMatchObject({ isApproved: true, isShown: true });
    await site.get(storyOf(video)).expect(200);
  });

  it('is not told as the one that would be shown while it waits for its first day', async () => {
    const { browser, video, newer } = await twoCuts();
    expect(await forStaff(newer.id)).toMatchObject({ isShown: true, showsInstead: { title: video.title } });
    await say(browser, video.id, YES);
    await site.archive.unapprove(video.id).expect(200);
    await say(browser, video.id, { ...YES, publicFrom: after(DAY) });
    await approve(video.id);
    await site.archive.unapprove(newer.id).expect(200);
    await approve(newer.id);
    expect(await forStaff(newer.id)).toMatchObject({ isShown: true, showsInstead: null });
  });

  it('is not told as the one that would be shown once its time is over, nor is one that it covers', async () => {
    const { browser, id, newer } = await twoCuts();
    await say(browser, newer.id, { ...YES, publicUntil: after(DAY) });
    const { body } = await site.archive.upload(id, { questionId: 1 }, sampleMp4(1000, 2)).expect(201);
    const newest = await approve((body as ShowcaseVideo).id);
    expect(newest).toMatchObject({ isShown: true, showsInstead: { title: newer.title } });
    await passTime(id);
    expect(await forStaff(newest.id)).toMatchObject({ isShown: true, showsInstead: null });
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

describe('a no to being recorded', () => {
  it('leaves what was public as it was approved; another cut of it waits for their yes', async () => {
    const { browser, video } = await owner();
    await approve(video.id);
    await answerRecording(browser, 'no');
    await site.archive.edit(video.id, { title: video.title }).expect(200);
    await site.get(storyOf(video)).expect(200);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    await site.get(storyOf(video)).expect(404);
    await expectNoRelease(video);
    await say(browser, video.id, YES);
    await approve(video.id);
    await site.get(storyOf(video)).expect(200);
  });

  it('has what is public taken down by another name, until a yes to it under that one', async () => {
    const { browser, id, video } = await owner();
    await approve(video.id);
    await answerRecording(browser, 'no');
    await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Zoe' }).expect(200);
    expect(await forStaff(video.id)).toMatchObject({ isApproved: false });
    await expectNoRelease(video);
  });

  it('holds for what is given to that person, and ends with a yes', async () => {
    const { browser, id } = await owner();
    const { video } = await owner(4);
    await approve(video.id);
    await answerRecording(browser, 'no');
    await site.archive.edit(video.id, { userId: id, questionId: 2 }).expect(200);
    await expectNoRelease(video);
    await answerRecording(browser, 'yes');
    await approve(video.id);
  });
});

const expectOverByClock = async (video: ShowcaseVideo, http: Pick<PublishedSite['testApp'], 'http'>['http']) => {
  await http.get(encodeURI(storyOf(video))).expect(200);
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
  try {
    await http.get(encodeURI(storyOf(video))).expect(404);
  } finally {
    clock.mockRestore();
  }
};

describe('a yes with a last day', () => {
  it('is over then: nothing is read any more, the schedule takes it down, and Approve is blocked', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    await site.get(storyOf(video)).expect(200);
    await passTime(id);
    expect(await isInApi(video)).toBe(false);
    await look();
    await site.get(storyOf(video)).expect(404);
    expect(await forStaff(video.id)).toMatchObject({ isApproved: false, release: { standing: 'expired' } });
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ message: RELEASE_BLOCKS.expired });
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    await site.archive.approve(video.id).expect(409);
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[]).at(-1)).toMatchObject({ kind: 'release_withdrawn', actor: 'system' });
    expect(await publishedOf(id)).toEqual(['system release_over', 'staff video_approved']);
    await say(browser, video.id, YES);
    await approve(video.id);
    await site.get(storyOf(video)).expect(200);
  });

  it('counts no more after a later yes without one, and makes no look publish anything', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await say(browser, video.id, YES);
    await approve(video.id);
    await passTime(id);
    await look();
    const publishing = jest.spyOn(site.testApp.app.get(Publisher), 'bringUpToDate');
    await look();
    expect(publishing).not.toHaveBeenCalled();
    expect(await site.testApp.app.get(ReleasesRepository, { strict: false }).findOver()).not.toContain(video.id);
    publishing.mockRestore();
    await site.get(storyOf(video)).expect(200);
  });

  it('is over at the next read by the clock alone, before any schedule', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    await expectOverByClock(video, site.testApp.http);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(200);
  });

  it('is over also where the days are read anew after it, before anybody reads it', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    await passTime(id);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * DAY);
    await site.testApp.app.get(Publisher).readEndingRegularly();
    clock.mockRestore();
    await site.get(storyOf(video)).expect(404);
    await site.get(mediaOf(video)).expect(404);
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(404);
  });

  it('is not over yet where the days are read anew just before it', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    const publisher = site.testApp.app.get(Publisher);
    const publishing = jest.spyOn(publisher, 'bringUpToDate');
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + DAY - 30_000);
    await publisher.readEndingRegularly();
    clock.mockRestore();
    expect(publishing).not.toHaveBeenCalled();
    publishing.mockRestore();
    await site.get(storyOf(video)).expect(200);
  });

  it('is over at the next read also where another page could not be made since it was set', async () => {
    const { browser, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    site.testApp.siteBuild.failsAt = '/stories';
    await site.archive.approve(video.id).expect(503);
    try {
      await expectOverByClock(video, site.testApp.http);
    } finally {
      site.testApp.siteBuild.failsAt = null;
    }
    await site.bringUpToDate();
  });

  it('is over at the next read of a server that publishes nothing, set before its start or after', async () => {
    const { stateDir } = site.testApp.config;
    const connection = (site.testApp.dataSource.options as unknown as { extra: DatabaseConnection }).extra;
    const [before, later] = [await owner(), await owner(1)];
    await say(before.browser, before.video.id, { ...YES, publicUntil: after(DAY) });
    await approve(before.video.id);
    await using started = new AsyncDisposableStack();
    const web = await createTestApp({ ROLES: 'web' }, { state: { stateDir, connection } });
    started.defer(() => web.close());
    const publisher = web.app.get(Publisher);
    await publisher.bringUpToDate();
    await expectOverByClock(before.video, web.http);
    await publisher.bringUpToDate();
    await say(later.browser, later.video.id, { ...YES, publicUntil: after(DAY) });
    await approve(later.video.id);
    await publisher.readEndingRegularly();
    await expectOverByClock(later.video, web.http);
    await publisher.bringUpToDate();
    await web.http.get(encodeURI(storyOf(later.video))).expect(200);
  });

  it('that passed while nobody looked is over after a restart', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    await passTime(id);
    await site.restart();
    await site.get(storyOf(video)).expect(404);
    await look();
    expect((await forStaff(video.id)).isApproved).toBe(false);
  });

  it('stays one through a wish for changes', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await say(browser, video.id, { decision: 'change', words: 'Shorter.' });
    await site.archive.edit(video.id, { title: 'Shorter' }).expect(200);
    await approve(video.id);
    await site.get(storyOf(video)).expect(200);
    await passTime(id);
    await look();
    await site.get(storyOf(video)).expect(404);
  });
});

describe('a yes only with the link', () => {
  it('is at an address that nobody can guess, in no list, and for no search engine', async () => {
    const { browser, video } = await owner();
    await approve(video.id);
    await say(browser, video.id, { ...YES, linkOnly: true });
    await site.get(storyOf(video)).expect(404);
    const { storyPath, isUnlisted } = await storyFor(browser);
    expect(isUnlisted).toBe(true);
    expect(storyPath).toMatch(/^\/stories\/story-[0-9a-f]{16}$/);
    const { text } = await site.get(storyPath!).expect(200);
    // Which makes the page say noindex.
    expect(text).toContain('"isUnlisted":true');
    const slug = storyPath!.split('/').at(-1)!;
    for (const address of ['/stories', '/stories/feed.xml', '/sitemap.xml', '/api/stories-overview', '/']) {
      const { text: shown } = await site.get(address);
      expect([address, shown.includes(slug) || shown.includes(video.id)]).toEqual([address, false]);
    }
    const { text: found } = await site.get('/api/search-data?q=climbed');
    expect(found).not.toContain(slug);
    const rows = 'SELECT FROM transcript_search WHERE video_id = $1';
    expect(await site.testApp.dataSource.query<unknown[]>(rows, [video.id])).toEqual([]);
  });

  it('is in the lists again after a yes without it, and not after a no to another film', async () => {
    const { browser, id, video } = await owner(1);
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await approve(video.id);
    await say(browser, other.id, { ...YES, linkOnly: true });
    await say(browser, other.id, { decision: 'no' });
    expect((await storyFor(browser)).storyPath).toMatch(/\/story-/);
    await say(browser, video.id, YES);
    expect((await storyFor(browser)).storyPath).toBe(storyOf(video));
    await site.get(storyOf(video)).expect(200);
  });

  it('holds for that film alone once it is there no more, also where it comes again', async () => {
    const { browser, id, video } = await owner(1);
    const upload = async () => {
      const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
      return body as ShowcaseVideo;
    };
    const other = await upload();
    await approve(video.id);
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    expect((await storyFor(browser)).storyPath).toMatch(/\/story-/);
    await say(browser, video.id, YES);
    expect((await storyFor(browser)).storyPath).toBe(storyOf(video));
    const again = await upload();
    const refused = await site.archive.approve(again.id).expect(409);
    expect(refused.body).toEqual({ code: 'release_missing', message: RELEASE_REQUIRED.outdated });
    await say(browser, again.id, YES);
    await approve(again.id);
  });

  it('takes a film out of the lists that gets the address to which it was said', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const [once, now] = ['https://vimeo.com/404', 'https://vimeo.com/405'];
    const gone = await site.archive.addHosted(id, once);
    await say(browser, gone.id, { ...YES, linkOnly: true });
    await site.archive.remove(gone.id).expect(204);
    const video = await site.archive.addHosted(id, now);
    await say(browser, video.id, YES);
    const address = storyOf(await approve(video.id));
    await site.get(address).expect(200);
    await site.archive.edit(video.id, { videoUrl: once }).expect(200);
    await site.get(address).expect(404);
    const refused = await site.archive.approve(video.id).expect(409);
    expect(refused.body).toEqual({ code: 'release_missing', message: RELEASE_REQUIRED.outdated });
  });

  it('gives namesakes, who are listed at the same moment, an address each', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => owner(0, 1, 'Namesake')));
    for (const { browser, video } of people) await say(browser, video.id, { ...YES, linkOnly: true });
    await Promise.all(people.map(({ browser, video }) => say(browser, video.id, YES)));
    const listed = await Promise.all(people.map(({ video }) => forStaff(video.id)));
    const addresses = listed.map(({ user }) => user.userName);
    expect(new Set(addresses).size).toBe(4);
    expect(addresses.every((address) => address.startsWith('namesake-'))).toBe(true);
  });

  it('keeps its address when staff correct the first name', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, linkOnly: true });
    await approve(video.id);
    const { storyPath } = await storyFor(browser);
    await site.testApp.staff().patch(`/api/admin/users/${id}`).send({ firstName: 'Zoe' }).expect(200);
    expect((await storyFor(browser)).storyPath).toBe(storyPath);
  });
});

describe('a story found by its link alone', () => {
  it('leads to those who can be heard on a question only once somebody listed is', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const answered = { questionId: 5, transcript: 'I rest.' };
    const video = await site.archive.publish(id, answered);
    await say(browser, video.id, { ...YES, linkOnly: true });
    const page = async () => (await site.get(storyOf(await forStaff(video.id))).expect(200)).text;
    const { body: questions } = await site.get('/api/questions').expect(200);
    const listening = listenPath((questions as InterviewQuestion[]).find((question) => question.id === 5)!);
    expect(await page()).toContain('"heardIds":[]');
    await site.get(listening).expect(404);
    await site.archive.publish(await site.archive.register('Ben'), answered);
    expect(await page()).toContain('"heardIds":[5]');
    await site.get(listening).expect(200);
  });
});

describe('a yes under another name', () => {
  it('is one to exactly that name, at its own address, and the old one is gone', async () => {
    const { browser, video } = await owner(0, 1, 'Mirabel');
    await approve(video.id);
    await say(browser, video.id, { ...YES, shownName: 'Robin' });
    const { shownName, release } = await ownVideo(browser, video.id);
    expect([shownName, release.standing]).toEqual(['Robin', 'yes']);
    await site.get(storyOf(video)).expect(404);
    const { storyPath } = await storyFor(browser);
    expect((await site.get(storyPath!).expect(200)).text).not.toMatch(/mirabel/i);
  });

  it('leaves nothing at the old address where the ledger fails after it is kept', async () => {
    const { browser, video } = await owner(0, 1, 'Mirabel');
    await approve(video.id);
    const { release } = await ownVideo(browser, video.id);
    const ledger = site.testApp.app.get(WithdrawalLedger);
    const append = ledger.append.bind(ledger);
    const writing = jest.spyOn(ledger, 'append').mockImplementation(async (event, at) => {
      if (event.kind === 'released') throw new Error('the disk is full');
      return append(event, at);
    });
    const said = { ...YES, shownName: 'Robin', cutHash: release.cutHash };
    const { status } = await browser.post(`${PATH}/videos/${video.id}/release`).send(said);
    writing.mockRestore();
    expect(status).toBe(500);
    await site.get(storyOf(video)).expect(404);
  });
});

describe('the uses of a yes', () => {
  it('are told to staff, and a yes that is not for the archive takes the film out of it', async () => {
    const { browser, video } = await owner();
    await approve(video.id);
    await say(browser, video.id, { decision: 'yes', uses: ['archive', 'social'] });
    expect((await forStaff(video.id)).release.terms).toMatchObject({ uses: ['archive', 'social'], linkOnly: false });
    await site.get(storyOf(video)).expect(200);
    await say(browser, video.id, { decision: 'yes', uses: ['documentary'] });
    await site.get(storyOf(video)).expect(404);
    expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({
      message: RELEASE_BLOCKS.elsewhere,
    });
  });
});

describe('a limited yes', () => {
  it.each([
    ['a week', '2030-W10'],
    ['a day of a week', '2030-W10-3'],
    ['a day of a year', '2999-123'],
    ['a day that is none', '2030-02-30'],
    ['a year alone', '2030'],
    ['a month alone', '2030-01'],
    ['a day without its dashes', '20300101'],
    ['a sign before the year', '+2030-01-01'],
    ['an hour alone', '2030-01-01T10'],
    ['half a minute', '2030-01-01T10:00.5Z'],
  ])('is not limited by %s', async (_what, day) => {
    const { browser, video } = await owner();
    const { release } = await ownVideo(browser, video.id);
    for (const field of ['publicFrom', 'publicUntil']) {
      const said = { ...YES, cutHash: release.cutHash, [field]: day };
      const { body } = await browser.post(`${PATH}/videos/${video.id}/release`).send(said).expect(400);
      expect(body).toEqual({ code: 'bad_request', message: 'The day is not one that we understand.' });
    }
    expect((await forStaff(video.id)).release.standing).toBe('none');
  });

  it.each([
    ['a day', '2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['a moment far in the east', '2030-01-02T23:00:00+18:00', '2030-01-02T05:00:00.000Z'],
    ['the end of a day', '2030-01-01T24:00Z', '2030-01-02T00:00:00.000Z'],
  ])('is limited by %s', async (_what, publicUntil, kept) => {
    const { browser, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil });
    expect((await forStaff(video.id)).release.terms).toMatchObject({ publicUntil: kept });
  });

  it('is a no in an older database, which has it without its limits', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await approve(video.id);
    await site.testApp.dataSource.query(
      `UPDATE cut_release SET public_until = NULL, at = at - interval '1 day' WHERE participant_id = $1`,
      [id],
    );
    await site.testApp.app.get(LedgerReplay).apply();
    await site.bringUpToDate();
    await site.get(storyOf(video)).expect(404);
  });
});

describe('a wish for changes', () => {
  it('names sentences and stretches, as staff read them', async () => {
    const { browser, video } = await owner();
    const marks = [
      { sentence: 'I climbed.', start: 0, end: 1.5 },
      { sentence: '', start: 3, end: 4 },
    ];
    await say(browser, video.id, { decision: 'change', words: 'Without these.', marks });
    expect((await forStaff(video.id)).release).toMatchObject({ words: 'Without these.', marks });
    const { release } = await ownVideo(browser, video.id);
    const wrong = {
      cutHash: release.cutHash,
      decision: 'change',
      marks: [{ sentence: 'I sang.', start: null, end: null }],
    };
    const { body } = await browser.post(`${PATH}/videos/${video.id}/release`).send(wrong).expect(400);
    expect(body).toMatchObject({ code: 'sentence_not_said' });
  });
});

describe('every public word', () => {
  const cues = [{ start: 0, end: 2, text: 'I climbed. Then I fell ill.' }];
  it.each<[string, (id: string, userId: string) => Promise<unknown>]>([
    ['the captions', (id) => site.archive.edit(id, { cues }).expect(200)],
    [
      'a chosen sentence',
      (id) =>
        site.testApp.http
          .put(`/api/admin/showcase-videos/${id}/sentence`)
          .set('Cookie', site.archive.cookie)
          .send({ sentence: 'I climbed.' })
          .expect(200),
    ],
    ['the question', (id) => site.archive.edit(id, { questionId: 3 }).expect(200)],
    [
      'the first name',
      (_id, userId) => site.testApp.staff().patch(`/api/admin/users/${userId}`).send({ firstName: 'Zoe' }).expect(200),
    ],
    [
      'the address',
      (_id, userId) =>
        site.testApp.dataSource.query('UPDATE participant SET user_name = $2 WHERE id = $1', [userId, randomUUID()]),
    ],
  ])('is asked for anew when it changes: %s', async (_what, change) => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, YES);
    await change(video.id, id);
    expect((await ownVideo(browser, video.id)).release.standing).toBe('outdated');
  });
});

it('is not asked for after a wish for changes, nor after a yes to other uses', async () => {
  for (const said of [{ decision: 'change', words: 'Shorter.' } as const, { ...YES, uses: ['social' as const] }]) {
    const { browser, video } = await owner();
    await say(browser, video.id, said);
    expect((await ask(video.id).expect(409)).body).toMatchObject({ code: 'release_answered' });
  }
});

describe('a mailed link', () => {
  const LINK = '/api/release-link';
  const preview = (token: string, browser = site.testApp.browser()) => browser.post(`${LINK}/preview`).send({ token });

  it('opens this cut, and its film in that browser alone', async () => {
    const { video, token, id } = await asked();
    const other = await owner();
    const guest = site.testApp.browser();
    const { body } = await preview(token, guest).expect(200);
    const cut = body as OwnCut;
    expect(cut).toMatchObject({ id: video.id, transcript: 'I climbed. Then I fell ill.', shownName: 'Anna' });
    expect(JSON.stringify(cut)).not.toContain(id);
    expect(JSON.stringify(cut)).not.toContain('example.org');
    await guest.get(cut.videoUrl!).expect(200).expect('Cache-Control', 'private, no-store');
    await guest.get(`${LINK}/videos/${other.video.id}/stream`).expect(404);
    await site.get(cut.videoUrl!).expect(404);
    await guest.get(PATH).expect(401);
    await guest.get(`${PATH}/videos/${video.id}/stream`).expect(401);
  });

  it('does nothing when it is only opened, and ends with the answer', async () => {
    const { video, token } = await asked();
    const { body } = await preview(token).expect(200);
    await preview(token).expect(200);
    expect((await forStaff(video.id)).release.standing).toBe('none');
    const { cutHash } = (body as OwnCut).release;
    const answer = () => site.testApp.http.post(`${LINK}/answer`).send({ token, cutHash, ...YES });
    await answer().expect(204);
    expect((await forStaff(video.id)).release.standing).toBe('yes');
    expect((await answer().expect(410)).body).toMatchObject({ code: 'link_answered' });
    await preview(token).expect(410);
    const kinds = await site.testApp.dataSource.query<{ method: string }[]>(
      `SELECT method FROM consent_receipt WHERE cut_hash = $1`,
      [Buffer.from(cutHash, 'hex')],
    );
    expect(kinds.map(({ method }) => method)).toContain('mailed_link');
  });

  it('lists a story again as an answer on the screen does', async () => {
    const { browser, id, video, token } = await asked();
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    const { cutHash } = (await forStaff(video.id)).release;
    await site.testApp.http
      .post(`${LINK}/answer`)
      .send({ token, cutHash, ...YES })
      .expect(204);
    expect((await storyFor(browser)).isUnlisted).toBe(false);
  });

  it('of two at once counts once', async () => {
    const { video, token } = await asked();
    const { release } = await forStaff(video.id);
    const answers = await Promise.all(
      (['yes', 'no'] as const).map((decision) =>
        site.testApp.http.post(`${LINK}/answer`).send({ token, cutHash: release.cutHash, decision, uses: ['archive'] }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 410]);
  });

  it.each<[string, (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
    [
      'its time',
      ({ video }) =>
        site.testApp.dataSource.query(
          `UPDATE release_link SET created_at = now() - interval '31 days' WHERE video_id = $1`,
          [video.id],
        ),
    ],
    ['an answer on the screen', ({ browser, video }) => say(browser, video.id, YES)],
    [
      'another e-mail',
      ({ id }) =>
        site.testApp
          .staff()
          .patch(`/api/admin/users/${id}`)
          .send({ email: `moved-${randomUUID()}@example.org` })
          .expect(200),
    ],
    [
      'the video given to somebody else',
      async ({ video }) => site.archive.edit(video.id, { userId: await site.archive.register() }).expect(200),
    ],
    ['its person', ({ browser }) => browser.post(`${PATH}/leave`).expect(200)],
  ])('ends with %s', async (_what, happen) => {
    const person = await asked();
    await happen(person);
    await preview(person.token).expect(410);
    const body = { token: person.token, cutHash: person.video.release.cutHash, ...YES };
    await site.testApp.http.post(`${LINK}/answer`).send(body).expect(410);
  });

  it('is kept as a hash alone, and is none of ours when it is made up', async () => {
    const { token } = await asked();
    const rows = await site.testApp.dataSource.query<object[]>(`SELECT encode(token_hash, 'escape') FROM release_link`);
    expect(JSON.stringify(rows)).not.toContain(token);
    await preview('x').expect(400);
    await preview('a'.repeat(43)).expect(410);
  });

  it('lets nobody answer about a cut that they have not seen', async () => {
    const { video, token } = await asked();
    const { body } = await preview(token).expect(200);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    const answer = { token, cutHash: (body as OwnCut).release.cutHash, ...YES };
    expect((await site.testApp.http.post(`${LINK}/answer`).send(answer).expect(409)).body).toMatchObject({
      code: 'cut_changed',
    });
    const { body: anew } = await preview(token).expect(200);
    await site.testApp.http
      .post(`${LINK}/answer`)
      .send({ ...answer, cutHash: (anew as OwnCut).release.cutHash, decision: 'no' })
      .expect(204);
  });

  describe('reminds', () => {
    it('after seven days and after fourteen more, and never again', async () => {
      const { email, video } = await asked();
      const counts: number[] = [];
      for (const days of [6, 1, 13, 1, 100]) {
        await letDays(video.id, days);
        await Promise.all([remind(), remind()]);
        counts.push((await mailed(email)).length);
      }
      expect(counts).toEqual([1, 2, 2, 3, 3]);
    });

    it.each<[string, (person: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
      ['an answer', ({ browser, video }) => say(browser, video.id, { decision: 'change', words: 'Shorter.' })],
      ['a change of the cut', ({ video }) => site.archive.edit(video.id, { title: 'Other' }).expect(200)],
      ['a story that is hidden', ({ browser }) => browser.post(`${PATH}/hide`).expect(204)],
      ['a guardian who has not answered', ({ browser }) => askGuardian(browser)],
    ])('of nothing after %s', async (_what, happen) => {
      const person = await asked();
      await happen(person);
      await letDays(person.video.id, 30);
      await remind();
      expect(await mailed(person.email)).toHaveLength(1);
    });
  });
});

describe('a release on paper', () => {
  const pdf = toDataUrl(Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n'), 'application/pdf');
  let producer: ArchiveClient;
  beforeAll(async () => {
    producer = await ArchiveClient.signIn(site.testApp, 'Maria');
  });
  const record = async (video: ShowcaseVideo, more: object = {}, staff = producer) => {
    const { release } = await forStaff(video.id);
    return staff
      .post(`/${video.id}/paper-release`)
      .send({ cutHash: release.cutHash, signedOn: '2026-03-01', uses: ['archive'], scan: pdf, ...more });
  };

  it('is recorded by a named producer, with a scan that staff alone can read', async () => {
    const { browser, id, video } = await owner();
    const response = await record(video, { scan: toDataUrl(await sampleJpeg(), 'image/jpeg') });
    expect([response.status, response.body]).toMatchObject([
      200,
      { release: { standing: 'yes', paper: { producer: 'Maria' }, terms: { uses: ['archive'] } } },
    ]);
    const { scanUrl } = (response.body as ShowcaseVideo).release.paper!;
    const scan = await site.archive.get(scanUrl).expect(200);
    expect(scan.headers['content-disposition']).toMatch(/^attachment/);
    await browser.get(scanUrl).expect(401);
    expect((await storyFor(browser)).looks).toMatchObject([{ action: 'paper_release_viewed' }]);
    const { entries } = (await site.archive.get(`/api/admin/audit?person=${id}`).expect(200)).body as AuditPage;
    expect(entries).toContainEqual(expect.objectContaining({ action: 'paper_release_recorded', producer: 'Maria' }));
    const { body } = await browser.get('/api/consent/receipts').expect(200);
    expect((body as Receipt[]).at(-1)).toMatchObject({
      kind: 'paper_release_recorded',
      actor: 'staff',
      method: 'paper',
    });
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    expect((await forStaff(video.id)).release.standing).toBe('outdated');
  });

  it.each<[string, object, number]>([
    ['no scan', { scan: undefined }, 400],
    ['a scan that is a video', { scan: toDataUrl(sampleWebm(), 'video/webm') }, 415],
    ['a scan that is text', { scan: toDataUrl(Buffer.from('Yes.'), 'application/pdf') }, 415],
    ['a scan that is too large', { scan: toDataUrl(Buffer.alloc(20 * 1024 * 1024 + 1), 'application/pdf') }, 413],
    ['no use', { uses: [] }, 400],
    ['a day to come', { signedOn: '2199-03-01' }, 400],
    ['another cut', { cutHash: '0'.repeat(64) }, 409],
  ])('is none with %s, and leaves no file', async (_what, more, status) => {
    const { video } = await owner();
    const files = await countFiles(site.inState('media'));
    expect((await record(video, more)).status).toBe(status);
    expect((await forStaff(video.id)).release.standing).toBe('none');
    expect(await countFiles(site.inState('media'))).toBe(files);
  });

  it('is none by a producer without a name', async () => {
    const { video } = await owner();
    const unnamed = await record(video, {}, site.archive);
    expect(unnamed.body).toMatchObject({ code: 'producer_unnamed' });
  });

  const NO: Said = { decision: 'no' };
  const CHANGE: Said = { decision: 'change', words: 'Please leave out the street.' };
  const REFUSED = { code: 'release_refused' };
  it.each<[string, Said[], boolean, number, object]>([
    ['a no', [NO], false, 409, REFUSED],
    ['a no to an earlier cut', [NO], true, 409, REFUSED],
    ['a wish for changes', [CHANGE], false, 409, REFUSED],
    ['a wish for changes after a no', [NO, CHANGE], false, 409, REFUSED],
    ['a wish for changes after a no, which were made', [NO, CHANGE], true, 409, REFUSED],
    ['a wish for changes, which were made', [CHANGE], true, 200, { release: { standing: 'yes' } }],
  ])('counts, or does not, by what the person has said themselves: %s', async (_, words, isEdited, status, body) => {
    const { browser, video } = await owner();
    for (const word of words) await say(browser, video.id, word);
    if (isEdited) await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    const response = await record(video);
    expect([response.status, response.body]).toMatchObject([status, body]);
  });

  it.each<[string, Said]>([
    ['the link alone', { ...YES, linkOnly: true }],
    ['another use alone', { ...YES, uses: ['documentary'] }],
    ['a time', { ...YES, publicUntil: after(DAY) }],
  ])('does not widen what the person has said since it was signed: %s', async (_, said) => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, said);
    expect((await record(video)).body).toEqual({
      code: 'release_refused',
      message: 'This person has said where and when it may be shown themselves. Please ask them to answer again.',
    });
    const today = new Date().toISOString().slice(0, 10);
    expect((await record(video, { signedOn: today })).status).toBe(409);
    // The day begins up to fourteen hours earlier somewhere on earth.
    for (const [hours, status] of [
      [13, 409],
      [15, 200],
    ] as const) {
      const at = new Date(Date.parse(today) - hours * 3_600_000);
      await site.testApp.dataSource.query('UPDATE cut_release SET at = $2 WHERE participant_id = $1', [id, at]);
      expect((await record(video, { signedOn: today })).status).toBe(status);
    }
  });

  it('does not widen what was said on a paper that was signed later', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await site.testApp.dataSource.query(`UPDATE cut_release SET at = '2026-03-10' WHERE participant_id = $1`, [id]);
    const limits = { linkOnly: true };
    expect((await record(video, { ...limits, signedOn: '2026-03-12' })).status).toBe(200);
    expect((await record(video, { signedOn: '2026-03-11' })).body).toEqual({
      code: 'release_refused',
      message: 'A paper of a later day says where and when it may be shown. Please ask this person to answer again.',
    });
    expect((await forStaff(video.id)).release.terms).toMatchObject(limits);
    expect((await record(video, { signedOn: '2026-03-12' })).status).toBe(200);
  });

  it('lists no story that is found by its link alone, which its person does', async () => {
    const { browser, id, video } = await owner();
    const { body } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 2)).expect(201);
    const other = body as ShowcaseVideo;
    await say(browser, other.id, { ...YES, linkOnly: true });
    await site.archive.remove(other.id).expect(204);
    expect((await record(video)).status).toBe(200);
    expect((await storyFor(browser)).isUnlisted).toBe(true);
    await say(browser, video.id, YES);
    expect((await storyFor(browser)).isUnlisted).toBe(false);
  });

  it('is none after a wish for changes, though the day of an earlier yes is over, too', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, { ...YES, publicUntil: after(DAY) });
    await say(browser, video.id, CHANGE);
    await passTime(id);
    expect((await forStaff(video.id)).release.standing).toBe('expired');
    expect((await record(video)).body).toMatchObject({ code: 'release_refused' });
  });

  it('goes with its video when that is withdrawn, and with its person', async () => {
    const files = await countFiles(site.inState('media'));
    const left = async (id: string) =>
      (await site.testApp.dataSource.query<unknown[]>('SELECT FROM paper_release WHERE participant_id = $1', [id]))
        .length;
    for (const leave of ['/withdraw', '/leave']) {
      const { browser, id, video } = await owner();
      expect((await record(video)).status).toBe(200);
      expect(await left(id)).toBe(1);
      await browser
        .post(PATH + leave)
        .send({ what: 'video', id: video.id })
        .expect(200);
      expect(await left(id)).toBe(0);
    }
    expect(await countFiles(site.inState('media'))).toBe(files);
  });
});

describe('the check of consent', () => {
  it('names what is public without a release of exactly this cut', async () => {
    const { browser, video } = await owner();
    await approve(video.id);
    expect(await findings(video)).toEqual(['public video v: no release on file']);
    await say(browser, video.id, YES);
    expect(await findings(video)).toEqual([]);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    expect(await findings(video)).toEqual(['public video v: it has changed since its release']);
    await site.archive.unapprove(video.id).expect(200);
    expect(await findings(video)).toEqual([]);
  });

  it('names a yes in the database of which there is no receipt', async () => {
    const { browser, id, video } = await owner();
    await say(browser, video.id, YES);
    await approve(video.id);
    await site.testApp.dataSource.query('DELETE FROM consent_subject WHERE participant_id = $1', [id]);
    expect(await findings(video)).toEqual(['public video v: there is no receipt of its release']);
  });
});

it('is answered in the browser of a mailed sign-in as before', async () => {
  const { email, video } = await owner();
  const browser = await openLink(site.testApp, email);
  await say(browser, video.id, YES);
  expect((await forStaff(video.id)).release.standing).toBe('yes');
});
