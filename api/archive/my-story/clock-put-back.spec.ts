import { readFile, writeFile } from 'node:fs/promises';
import { jest } from '@jest/globals';
import type { AnswerVideo } from '../../contract/interview/answers.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import type { ReleaseRequest } from '../../contract/videos/releases.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import type { RegisterResponse } from '../../contract/people/participants.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import { LedgerClock } from '../../people/ledger/ledger-clock.service.js';
import { WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { keepRows } from '../../testing/keep-rows.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { ParticipantsService } from '../../people/participants/participants.service.js';
import { openLink, provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { sampleJpeg, sampleMp4, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { LedgerReplay } from './ledger-replay.js';
import { WithdrawalsService } from './withdrawals.service.js';

const PATH = '/api/my-story';
const AHEAD_MS = 10 * 60_000;
const TIMERS = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/** Says it at a time that is yet to come. */
const ahead = async (say: () => Promise<unknown>) => {
  jest.useFakeTimers({ now: Date.now() + AHEAD_MS, doNotFake: [...TIMERS] });
  await say();
  jest.useRealTimers();
};

describe('where the clock was ahead and is put back, the last word holds', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(async () => {
    jest.useRealTimers();
    await site.testApp.close();
  });

  const told = async (firstName = 'Anna') => {
    const person = await provenPerson(site.testApp, firstName);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' }) };
  };
  type Told = Awaited<ReturnType<typeof told>>;
  const change = (action: 'hide' | 'show') => (person: Told) => person.browser.post(`${PATH}/${action}`).expect(204);
  const release =
    (decision: 'yes' | 'no') =>
    async ({ browser, video }: Told) => {
      const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
      const request: ReleaseRequest = {
        cutHash: videos[0]!.release.cutHash,
        decision,
        ...(decision === 'yes' && { uses: ['archive'] }),
      };
      await browser.post(`${PATH}/videos/${video.id}/release`).send(request).expect(204);
    };
  const consent =
    (what: 'recording' | 'photos', answer: 'yes' | 'no') =>
    ({ browser }: Told) =>
      browser.post(`/api/consent/${what}`).send({ answer, version: PRIVACY.version }).expect(200);
  const name =
    (shownName: string) =>
    ({ browser }: Told) =>
      browser.patch(PATH).send({ shownName }).expect(204);

  const query = <T = unknown>(sql: string, values?: unknown[]) => site.testApp.dataSource.query<T[]>(sql, values);
  const stands = () => query('SELECT id, participant_id, is_approved, revision FROM showcase_video ORDER BY id');
  const replay = () => site.testApp.app.get(LedgerReplay).apply();

  it.each<[string, string, (person: Told) => Promise<unknown>, (person: Told) => Promise<unknown>, string]>([
    ['hides', 'story_choice', change('show'), change('hide'), 'hidden_at IS NOT NULL'],
    ['refuses', 'cut_release', release('yes'), release('no'), "decision = 'no'"],
    ['takes back', 'recording_consent', consent('recording', 'yes'), consent('recording', 'no'), "state = 'withdrawn'"],
    [
      'takes back beside a yes',
      'recording_consent',
      consent('recording', 'yes'),
      consent('photos', 'no'),
      'may_keep_photos IS FALSE',
    ],
    ['takes another name', 'story_choice', name('Robin'), name('Sam'), 'hidden_at IS NOT NULL'],
  ])('in an older backup, too, where somebody %s', async (_, table, first, later, isSaid) => {
    const person = await told();
    if (table === 'story_choice') await change('hide')(person);
    await ahead(() => first(person));
    await query(`CREATE TABLE backed_up AS TABLE ${table}`);
    await later(person);
    expect(await replay()).toBe(0);
    await query(`DELETE FROM ${table}`);
    await query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM backed_up`);
    await query('DROP TABLE backed_up');
    expect(await replay()).toBe(1);
    expect(await query(`SELECT FROM ${table} WHERE ${isSaid}`)).toHaveLength(1);
    expect(await replay()).toBe(0);
  });

  it.each<[string, (person: Told) => Promise<unknown>, (person: Told) => Promise<unknown>]>([
    ['shows again', change('hide'), change('show')],
    ['says yes', release('no'), release('yes')],
    ['is recorded', consent('recording', 'no'), consent('recording', 'yes')],
  ])('as a yes, too, where somebody %s', async (_, first, later) => {
    const person = await told();
    await ahead(() => first(person));
    await later(person);
    await site.archive.approve(person.video.id);
    expect(await replay()).toBe(0);
    await site.bringUpToDate();
    await site.get(storyOf(person.video)).expect(200);
  });

  it('also as a yes that the ledger did not get', async () => {
    const person = await told();
    await ahead(() => consent('recording', 'yes')(person));
    await consent('recording', 'no')(person);
    const file = site.inState('ledger/withdrawals.jsonl');
    const before = await readFile(file);
    await consent('recording', 'yes')(person);
    await writeFile(file, before);
    expect(await replay()).toBe(0);
    expect(await query('SELECT state FROM recording_consent')).toEqual([{ state: 'given' }]);
  });

  it('also where the database is an older one that knows nothing of an earlier word', async () => {
    const person = await told();
    await ahead(() => change('hide')(person));
    await query('DELETE FROM ledger_clock');
    expect(await replay()).toBe(0);
    await change('show')(person);
    expect(await replay()).toBe(0);
  });

  it('of the owner of an e-mail, and not of whoever had said it before they came', async () => {
    const email = 'owner@example.org';
    const stranger = site.testApp.browser();
    await stranger.post('/api/register').send({ firstName: 'Eve', lastName: 'Example', email }).expect(201);
    const say = (browser: typeof stranger) =>
      browser.post('/api/consent/recording').send({ answer: 'no', version: PRIVACY.version }).expect(200);
    await ahead(() => say(stranger));
    const owner = await openLink(site.testApp, email);
    expect(await replay()).toBe(0);
    await say(owner);
    await query('DELETE FROM recording_consent');
    expect(await replay()).toBe(1);
  });

  it('of the owner of an e-mail who had proven it while the clock was ahead', async () => {
    const email = 'proven-ahead@example.org';
    const { body } = await site.testApp
      .browser()
      .post('/api/register')
      .send({ firstName: 'Eve', lastName: 'Example', email })
      .expect(201);
    const { id } = (body as RegisterResponse).user;
    await ahead(() =>
      site.testApp.dataSource.transaction((transaction) =>
        site.testApp.app
          .get(ParticipantsService, { strict: false })
          .proveEmail(id, () => Promise.resolve(true), transaction),
      ),
    );
    const owner = await openLink(site.testApp, email);
    await owner.post('/api/consent/recording').send({ answer: 'no', version: PRIVACY.version }).expect(200);
    await query('DELETE FROM recording_consent');
    expect(await replay()).toBe(1);
  });

  it.each(['first', 'last'])('of two people of whom the %s had said it', async (which) => {
    const people = [await told('Anna'), await told('Ben')].toSorted((a, b) => a.id.localeCompare(b.id));
    const [speaker, other] = which === 'first' ? people : people.toReversed();
    await ahead(() => change('hide')(speaker!));
    const clock = site.testApp.app.get(LedgerClock);
    const ids = people.map(({ id }) => id);
    const at = await site.testApp.dataSource.transaction((transaction) => clock.tickTogether(ids, transaction));
    const { hiddenAt } = (await speaker!.browser.get(PATH).expect(200)).body as MyStory;
    expect(at.getTime()).toBeGreaterThan(Date.parse(hiddenAt!));
    for (const { id } of [speaker!, other!]) {
      const next = await site.testApp.dataSource.transaction((transaction) => clock.tick(id, transaction));
      expect(next.getTime()).toBeGreaterThan(at.getTime());
    }
  });

  it('of somebody who leaves while a server starts, who is passed over', async () => {
    const [leaving, staying] = [await told('Anna'), await told('Ben')];
    await change('hide')(leaving);
    await change('hide')(staying);
    await query('DELETE FROM ledger_clock');
    const { dataSource } = site.testApp;
    await using left = await holdTransaction(dataSource, (transaction) =>
      transaction.query('DELETE FROM participant WHERE id = $1', [leaving.id]),
    );
    const { entries } = await site.testApp.app.get(WithdrawalLedger).read();
    const keptUp = site.testApp.app.get(LedgerClock).keepUpWith(entries);
    await untilBlocked(dataSource);
    await left();
    await keptUp;
    expect(await query('SELECT participant_id AS id FROM ledger_clock')).toEqual([{ id: staying.id }]);
  });

  it('of two people between whom a video is moved, who wait for it', async () => {
    const [first, last] = [await told('Anna'), await told('Ben')];
    const { dataSource } = site.testApp;
    await using released = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [last.id]),
    );
    const moved = site.archive.edit(first.video.id, { userId: last.id }).expect(200);
    const isMoved = moved.then(() => true);
    await untilBlocked(dataSource);
    await released();
    expect(await isMoved).toBe(true);
  });

  it('of whoever has a video that staff change, who waits for it', async () => {
    const { id, video } = await told();
    const { dataSource } = site.testApp;
    await using released = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
    );
    const edited = site.archive.edit(video.id, { title: 'Another' }).expect(200);
    const isEdited = edited.then(() => true);
    await untilBlocked(dataSource);
    // Nothing of the video is held before its person.
    await dataSource.query('SELECT FROM showcase_video WHERE id = $1 FOR UPDATE NOWAIT', [video.id]);
    await released();
    expect(await isEdited).toBe(true);
  });

  it('of whoever is shown no older cut any more, where staff change the newer one', async () => {
    const person = await told();
    const { body } = await site.archive.upload(person.id, { questionId: 1 }, sampleMp4(1000, 5)).expect(201);
    const newer = body as ShowcaseVideo;
    await site.archive.approve(newer.id);
    await ahead(() => consent('recording', 'no')(person));
    await release('yes')({ ...person, video: newer });
    await site.archive.edit(newer.id, { title: 'Another' }).expect(200);
    const { entries } = await site.testApp.app.get(WithdrawalLedger).read();
    const covered = entries.find(({ kind }) => kind === 'covered');
    expect(covered).toMatchObject({ id: person.video.id });
    expect(Date.parse(covered!.at)).toBeGreaterThan(Date.now() + AHEAD_MS / 2);
  });

  it('of staff, with whom a video was put last', async () => {
    const [first, next, last] = [
      await told('Anna'),
      await provenPerson(site.testApp, 'Ben'),
      await provenPerson(site.testApp, 'Cleo'),
    ];
    const { id } = first.video;
    await ahead(() => site.archive.edit(id, { userId: next.id }).expect(200));
    await site.archive.edit(id, { userId: last.id }).expect(200);
    // As an older backup has it.
    await query('UPDATE showcase_video SET participant_id = $1, moved_at = NULL WHERE id = $2', [first.id, id]);
    expect(await replay()).toBe(1);
    expect((await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body).toMatchObject({
      userId: last.id,
    });
  });

  it('of whoever had a video before it was moved', async () => {
    const [first, last] = [await told('Anna'), await told('Ben')];
    await ahead(() => site.archive.edit(first.video.id, { userId: last.id }).expect(200));
    await first.browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    // As an older backup has it.
    await query('UPDATE showcase_video SET participant_id = $1, moved_at = NULL WHERE id = $2', [
      first.id,
      first.video.id,
    ]);
    await query('UPDATE story_choice SET withdrawn_at = NULL');
    await replay();
    const { videos } = (await last.browser.get(PATH).expect(200)).body as MyStory;
    expect(videos.map(({ id }) => id)).toContain(first.video.id);
  });

  it.each<[string, (video: Told) => Promise<() => Promise<unknown>>]>([
    [
      'shows their story again',
      async (person) => {
        await change('hide')(person);
        return () => change('show')(person);
      },
    ],
    [
      'is given a video that was moved before',
      async ({ video }) => {
        const { id: between } = await told('Cleo');
        const { id: last } = await told('Dora');
        await site.archive.edit(video.id, { userId: between }).expect(200);
        return () => site.archive.edit(video.id, { userId: last }).expect(200);
      },
    ],
  ])('where a server starts beside another, by which somebody %s', async (_, say) => {
    const held = await told('Ben');
    await change('hide')(held);
    const sayLater = await say(await told());
    const { dataSource } = site.testApp;
    await using letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [held.id]),
    );
    const replayed = replay();
    await untilBlocked(dataSource);
    await sayLater();
    const before = await stands();
    await letGo();
    expect(await replayed).toBe(0);
    expect(await stands()).toEqual(before);
  });

  it('and a withdrawal is behind all that it takes, whenever that was made', async () => {
    const { browser, id } = await provenPerson(site.testApp);
    const photo = toDataUrl(await sampleJpeg(), 'image/jpeg');
    const videoData = toDataUrl(sampleWebm(), 'video/webm');
    const draft = { questionId: 4, filename: 'story.webm', mimeType: 'video/webm' };
    const made: Record<string, () => Promise<unknown>> = {
      answer: () =>
        browser.post('/api/videos/upload-cloud').send({ questionId: 1, title: 'One', videoData }).expect(201),
      written_answer: () => browser.put('/api/written-answers/3').send({ text: 'I danced.', revision: 0 }).expect(200),
      photo: () => browser.post('/api/photos').send({ originalName: 'a.jpg', imageData: photo }).expect(201),
      showcase_video: () => site.archive.add(id, { questionId: 2 }),
      upload_session: () => browser.post('/api/recording-drafts').send(draft).expect(201),
    };
    const withdrawals = site.testApp.app.get(WithdrawalsService);
    const lastSaid = async () => {
      const { entries } = await site.testApp.app.get(WithdrawalLedger).read();
      return Date.parse(entries.at(-1)!.at);
    };
    for (const [table, make] of Object.entries(made)) {
      for (const kind of table.endsWith('answer') ? ['answers_ended', 'withdrawn'] : ['withdrawn']) {
        // Of the earlier ones nothing is known, so that this is the first.
        await query('DELETE FROM ledger_clock');
        await ahead(make);
        const [row] = await query<{ at: Date }>(`SELECT created_at AS at FROM ${table}`);
        if (kind === 'withdrawn') await browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
        else await withdrawals.removeAnswersAtEnd(id, () => Promise.resolve());
        expect({ table, kind, isBehind: (await lastSaid()) > row!.at.getTime() }).toEqual({
          table,
          kind,
          isBehind: true,
        });
        expect(await query(`SELECT FROM ${table}`)).toEqual([]);
      }
    }
  });

  it.each(['answer', 'story'])(
    'and an answer is withdrawn with what it was gone on with, whenever that was: %s',
    async (what) => {
      const { browser } = await provenPerson(site.testApp);
      const record = async (fill: number, more: object = {}) => {
        const videoData = toDataUrl(sampleWebm(1024, fill), 'video/webm');
        const sent = { questionId: 1, title: 'One', videoData, ...more };
        const { body } = await browser.post('/api/videos/upload-cloud').send(sent).expect(201);
        return (body as AnswerVideo).id;
      };
      const id = await record(1);
      await ahead(() => record(2, { isAddition: true }));
      const { dataSource } = site.testApp;
      const restore = [];
      for (const table of ['media_file', 'answer', 'answer_piece']) {
        restore.push(await keepRows(dataSource, table, 'true'));
      }
      await browser
        .post(`${PATH}/withdraw`)
        .send({ what, ...(what === 'answer' && { id }) })
        .expect(200);
      await query('DELETE FROM story_choice');
      for (const putBack of restore) await putBack();
      expect(await query('SELECT FROM answer_piece')).toHaveLength(2);
      expect(await replay()).toBe(1);
      expect(await query('SELECT FROM answer')).toEqual([]);
    },
  );

  it.each<[string, (person: Told) => Promise<unknown>]>([
    ['withdrew their story', ({ browser }) => browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200)],
    [
      'had the time of their answers end',
      ({ id }) => site.testApp.app.get(WithdrawalsService).removeAnswersAtEnd(id, () => Promise.resolve()),
    ],
  ])('and nothing is lost of what comes after somebody %s', async (_, say) => {
    const person = await told();
    await ahead(() => say(person));
    await person.browser.put('/api/written-answers/1').send({ text: 'I danced.', revision: 0 }).expect(200);
    expect(await replay()).toBe(0);
    const { body } = await person.browser.get('/api/written-answers').expect(200);
    expect(body).toMatchObject([{ text: 'I danced.' }]);
  });
});
