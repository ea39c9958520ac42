import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AuditPage } from '../../contract/staff/audit.js';
import type { Elsewhere } from '../../contract/staff/elsewhere.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import { PRIVACY } from '../../contract/consent/privacy.js';
import type { ShowcaseVideo } from '../../contract/videos/showcase.js';
import { MediaService } from '../../media/store/media.service.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { keepRows } from '../../testing/keep-rows.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite, storyOf } from '../../testing/published-site.js';
import { sampleJpeg, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { readFiles } from '../../testing/site-files.js';
import { type LedgerEntry, type LedgerEvent, WithdrawalLedger } from '../../people/ledger/withdrawal-ledger.js';
import { LedgerReplay } from './ledger-replay.js';
import { WithdrawalsService } from './withdrawals.service.js';

const PATH = '/api/my-story';
const AS_OLDER_BACKUP = `
  UPDATE showcase_video SET participant_id = $1, moved_at = NULL, is_approved = true, approved_at = now() WHERE id = $2`;
const HOSTED = 'https://vimeo.com/7';
const UNLIMITED = { decision: 'yes', uses: ['archive'] };
const LIMITED = { ...UNLIMITED, linkOnly: true };
const A_DAY_MS = 86_400_000;

describe('noes that the database knows and the ledger does not', () => {
  let site: PublishedSite;
  beforeEach(async () => {
    site = await PublishedSite.start();
  });
  afterEach(() => site.testApp.close());

  const file = () => site.inState('ledger/withdrawals.jsonl');
  const lines = async () =>
    (await readFile(file(), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LedgerEntry);
  const kinds = async () => (await lines()).map(({ kind }) => kind);
  /** Whenever they were said. */
  const noes = async () =>
    new Set((await lines()).filter(({ kind }) => kind !== 'proven').map(({ at: _at, ...event }) => event));
  const told = async (firstName: string) => {
    const person = await provenPerson(site.testApp, firstName);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' }) };
  };
  type Told = Awaited<ReturnType<typeof told>>;
  type Person = Awaited<ReturnType<typeof provenPerson>>;
  type Browser = Person['browser'];
  const hide = ({ browser }: Told) => browser.post(`${PATH}/hide`).expect(204);
  const refuse = async ({ browser, video }: Told) => {
    const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
    const { cutHash } = videos[0]!.release;
    await browser.post(`${PATH}/videos/${video.id}/release`).send({ cutHash, decision: 'no' }).expect(204);
  };
  const consent = ({ browser }: Person, what: string, answer: string) =>
    browser.post(`/api/consent/${what}`).send({ answer, version: PRIVACY.version }).expect(200);
  const record = async (browser: Browser, fill: number) => {
    const videoData = toDataUrl(sampleWebm(1024, fill), 'video/webm');
    const recording = { questionId: 1, title: 'An answer', videoData };
    return ((await browser.post('/api/videos/upload-cloud').send(recording).expect(201)).body as { id: string }).id;
  };
  const withdraw = (browser: Browser, what: string, id: string) =>
    browser.post(`${PATH}/withdraw`).send({ what, id }).expect(200);
  const replay = () => site.testApp.app.get(LedgerReplay);
  const query = (sql: string, values?: unknown[]) => site.testApp.dataSource.query<unknown[]>(sql, values);

  const answer = async ({ browser }: Pick<Told, 'browser'>, id: string, said: object) => {
    const { videos } = (await browser.get(PATH).expect(200)).body as MyStory;
    const { cutHash } = videos.find((video) => video.id === id)!.release;
    await browser
      .post(`${PATH}/videos/${id}/release`)
      .send({ cutHash, ...said })
      .expect(204);
  };
  const rowsOf = ({ id }: { id: string }) =>
    site.testApp.dataSource.query('SELECT film, decision FROM cut_release WHERE participant_id = $1', [id]);
  const hosted = async (person: { id: string }, number: number) =>
    (await site.archive.addHosted(person.id, `https://vimeo.com/${number}`, { questionId: 1 })).id;
  /** As an earlier version let it be given, whatever was said to the one before. */
  const giveAddress = (id: string, address: string) =>
    query('UPDATE showcase_video SET video_url = $2 WHERE id = $1', [id, address]);
  const expectStillPublic = async (id: string) => {
    const { user } = (await site.archive.approve(id).expect(200)).body as ShowcaseVideo;
    await site.restart();
    await site.get(`/stories/${user.userName}`).expect(200);
  };

  /** As a database is after its restore that is older than one person, to whom a video was moved; with what they said. */
  const restoredWith = async (said: (video: string) => Partial<LedgerEvent> & { kind: LedgerEvent['kind'] }) => {
    const [wrong, right] = [await told('Anna'), await provenPerson(site.testApp, 'Ben')];
    await site.archive.edit(wrong.video.id, { userId: right.id }).expect(200);
    const event = { participantId: right.id, ...said(wrong.video.id) } as LedgerEvent;
    await site.testApp.app.get(WithdrawalLedger).append(event);
    const { dataSource } = site.testApp;
    await dataSource.query(AS_OLDER_BACKUP, [wrong.id, wrong.video.id]);
    await dataSource.query('DELETE FROM participant WHERE id = $1', [right.id]);
    const place = { name: 'ME Weekly', userId: wrong.id };
    await site.testApp.staff().post('/api/admin/elsewhere/places').send(place).expect(204);
    expect(await replay().apply()).toBeGreaterThan(0);
    await site.bringUpToDate();
    await site.get(storyOf(wrong.video)).expect(404);
    const { videos } = (await wrong.browser.get(PATH).expect(200)).body as MyStory;
    const { removals } = (await site.testApp.staff().get('/api/admin/elsewhere').expect(200)).body as Elsewhere;
    return { ...wrong, isKept: videos.length > 0, removals };
  };

  const movedInDatabaseAlone = async () => {
    const [wrong, right] = [await told('Anna'), await provenPerson(site.testApp, 'Ben')];
    await site.archive.edit(wrong.video.id, { userId: right.id }).expect(200);
    const written = (await readFile(file(), 'utf8')).split('\n').filter((line) => !line.includes('"moved"'));
    await writeFile(file(), written.join('\n'));
    return { wrong, right, id: wrong.video.id };
  };
  const olderBackup = (wrong: Told) => query(AS_OLDER_BACKUP, [wrong.id, wrong.video.id]);

  it('are written there at the start, once, and hold for an older database from then on', async () => {
    const [hidden, refused, gone, named] = [
      await told('Anna'),
      await told('Ben'),
      await told('Cleo'),
      await told('Dora'),
    ];
    await hide(hidden);
    await refuse(refused);
    await gone.browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    await named.browser.patch(PATH).send({ shownName: 'Robin' }).expect(204);
    await consent(named, 'recording', 'no');
    const left = await told('Eve');
    await left.browser.post(`${PATH}/leave`).expect(200);
    await rm(file());
    await site.restart();
    expect((await kinds()).toSorted()).toEqual(['hidden', 'left', 'named', 'recording', 'refused', 'withdrawn']);
    const written = await readFile(file(), 'utf8');
    await site.restart();
    expect(await readFile(file(), 'utf8')).toBe(written);

    for (const table of ['story_choice', 'cut_release', 'recording_consent']) {
      await site.testApp.dataSource.query(`DELETE FROM ${table}`);
    }
    await site.archive.approve(refused.video.id);
    await site.restart();
    for (const { video } of [hidden, refused, gone, named]) await site.get(storyOf(video)).expect(404);
  });

  it('are the same lines again where the ledger was lost', async () => {
    const [one, asked, limiting, deleted, over] = [
      await told('Anna'),
      await provenPerson(site.testApp, 'Ben'),
      await provenPerson(site.testApp, 'Cleo'),
      await provenPerson(site.testApp, 'Dora'),
      await provenPerson(site.testApp, 'Eve'),
    ];
    await withdraw(one.browser, 'answer', await record(one.browser, 1));
    const picture = { originalName: 'a.jpg', imageData: toDataUrl(await sampleJpeg(), 'image/jpeg') };
    const { body: photo } = await one.browser.post('/api/photos').send(picture).expect(201);
    await withdraw(one.browser, 'photo', (photo as { id: string }).id);
    await withdraw(one.browser, 'video', one.video.id);
    for (const what of ['transcription', 'words', 'photos']) await consent(asked, what, 'no');
    const tomorrow = new Date(Date.now() + A_DAY_MS).toISOString();
    const limits = [
      LIMITED,
      { decision: 'yes', uses: ['documentary'] },
      { ...UNLIMITED, publicUntil: tomorrow },
      { ...UNLIMITED, publicFrom: tomorrow },
    ];
    for (const [number, limit] of limits.entries()) await answer(limiting, await hosted(limiting, number + 1), limit);
    await site.testApp.staff().delete(`/api/admin/delete-user/${deleted.id}`).expect(200);
    const withdrawals = site.testApp.app.get(WithdrawalsService, { strict: false });
    await withdrawals.removePerson(over.id, 'period_ended', () => Promise.resolve());

    const before = await noes();
    await rm(file());
    await replay().writeMissing();
    expect(await noes()).toEqual(before);
  });

  it('are written there of handles, each time that they were taken back', async () => {
    const { browser } = await provenPerson(site.testApp, 'Anna');
    const takeBack = async () => {
      await browser.patch(PATH).send({ tag: true, instagram: '@anna' }).expect(204);
      await browser.patch(PATH).send({ tag: false }).expect(204);
    };
    await takeBack();
    await rm(file());
    expect(await replay().writeMissing()).toBe(1);
    const written = await readFile(file(), 'utf8');
    await takeBack();
    // As where the ledger did not get it.
    await writeFile(file(), written);
    expect(await replay().writeMissing()).toBe(1);
    expect(await kinds()).toEqual(['handles', 'handles']);
    expect(await replay().writeMissing()).toBe(0);
    expect(await replay().apply()).toBe(0);
  });

  it('are written there of every recording to an answer, though staff see that taken back once', async () => {
    const { browser, id } = await provenPerson(site.testApp, 'Anna');
    const [earlier, answered] = [await record(browser, 1), await record(browser, 2)];
    await withdraw(browser, 'answer', answered);
    await rm(file());
    expect(await replay().writeMissing()).toBe(2);
    const written = await readFile(file(), 'utf8');
    for (const each of [earlier, answered]) {
      expect(written).toContain(`"kind":"answer","participantId":"${id}","id":"${each}"`);
    }
    const { entries } = (await site.archive.get(`/api/admin/audit?person=${id}&kind=deleted`).expect(200))
      .body as AuditPage;
    expect(entries.map(({ subject }) => subject)).toEqual([{ type: 'answer', id: answered }]);
  });

  it('keep a video that was moved with whom it was moved to', async () => {
    const [wrong, right] = [await told('Anna'), await told('Ben')];
    await site.archive.edit(wrong.video.id, { userId: right.id }).expect(200);
    expect(await kinds()).toEqual(['proven', 'proven', 'moved']);
    await hide(right);
    await site.testApp.dataSource.query(AS_OLDER_BACKUP, [wrong.id, wrong.video.id]);
    expect(await replay().apply()).toBe(1);
    await site.bringUpToDate();
    await site.get(storyOf(wrong.video)).expect(404);
    const { videos } = (await right.browser.get(PATH).expect(200)).body as MyStory;
    expect(videos.find(({ id }) => id === wrong.video.id)).toMatchObject({ isPublic: false });
    await right.browser.post(`${PATH}/withdraw`).send({ what: 'video', id: wrong.video.id }).expect(200);
    expect(await replay().apply()).toBe(0);
  });

  describe('of a video that was moved, which the ledger did not get', () => {
    it.each<[string, (id: string, userId: string) => PromiseLike<unknown>]>([
      ['the server starts', () => site.restart()],
      ['it is asked for once more', (id, userId) => site.archive.edit(id, { userId }).expect(200)],
    ])('keep it with whom it was moved to once %s', async (_, next) => {
      const { wrong, right, id } = await movedInDatabaseAlone();
      await next(id, right.id);
      await olderBackup(wrong);
      expect(await replay().apply()).toBe(1);
      expect((await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(200)).body).toMatchObject({
        userId: right.id,
        isApproved: false,
      });
    });

    it('take it back for whom it was moved to, though nothing of it is there any more', async () => {
      const { wrong, right, id } = await movedInDatabaseAlone();
      const backup = await query('SELECT * FROM showcase_video');
      await right.browser.post(`${PATH}/withdraw`).send({ what: 'video', id }).expect(200);
      await query('INSERT INTO showcase_video SELECT * FROM json_populate_recordset(NULL::showcase_video, $1)', [
        JSON.stringify(
          backup.map((row) => ({ ...(row as object), media_id: null, filename: null, video_url: HOSTED })),
        ),
      ]);
      await olderBackup(wrong);
      expect(await replay().apply()).toBeGreaterThan(0);
      expect(await query('SELECT FROM showcase_video')).toEqual([]);
    });
  });

  describe("of somebody whom an older database never knew, about a video that it shows as somebody else's", () => {
    it.each<[string, (id: string) => Partial<LedgerEvent> & { kind: LedgerEvent['kind'] }]>([
      ['left', () => ({ kind: 'left' })],
      ['withdrew their story', () => ({ kind: 'withdrawn' })],
      ['withdrew that video', (id) => ({ kind: 'video', id })],
    ])('remove it with its files, where they %s', async (_, said) => {
      expect(await restoredWith(said)).toMatchObject({ isKept: false });
      await site.testApp.app.get(MediaService).sweepDeletions();
      const media = await readFiles(site.inState('media'));
      expect(Array.from(media.keys())).toEqual([]);
    });

    it('leave what had been moved on to somebody else by then', async () => {
      const [wrong, left, last] = [await told('Anna'), await provenPerson(site.testApp, 'Ben'), await told('Cleo')];
      for (const { id: userId } of [left, last]) await site.archive.edit(wrong.video.id, { userId }).expect(200);
      await site.testApp.app.get(WithdrawalLedger).append({ kind: 'left', participantId: left.id });
      await site.testApp.dataSource.query('DELETE FROM participant WHERE id = $1', [left.id]);
      await replay().apply();
      const { videos } = (await last.browser.get(PATH).expect(200)).body as MyStory;
      expect(videos.map(({ id }) => id)).toContain(wrong.video.id);
    });

    it.each<[Elsewhere['removals'][number]['cause'], 'left' | 'withdrawn' | 'refused' | 'named']>([
      ['left', 'left'],
      ['withdrawn', 'withdrawn'],
      ['refused', 'refused'],
      ['hidden', 'named'],
    ])('ask staff to remove it outside, in the name of nobody: %s', async (cause, kind) => {
      const { removals } = await restoredWith((id) => ({ kind, ...(kind === 'refused' && { id }) }));
      const open = removals.filter(({ settled }) => settled === null);
      expect(open).toMatchObject([{ kind: 'other', place: 'ME Weekly', cause, person: null }]);
      await site.testApp
        .staff()
        .post(`/api/admin/elsewhere/removals/${open[0]!.id}`)
        .send({ outcome: 'removed' })
        .expect(204);
    });

    it.each<[string, (id: string) => Partial<LedgerEvent> & { kind: LedgerEvent['kind'] }]>([
      ['said no to it', (id) => ({ kind: 'refused', id })],
      ['hid their story', () => ({ kind: 'hidden' })],
    ])('let nobody publish it, where they %s', async (_, said) => {
      const { video, isKept } = await restoredWith(said);
      expect(isKept).toBe(true);
      expect((await site.archive.approve(video.id).expect(409)).body).toMatchObject({ code: 'release_refused' });
      expect(await replay().apply()).toBe(0);
    });
  });

  it.each<[Elsewhere['removals'][number]['cause'], (person: Person, id: string) => PromiseLike<unknown>]>([
    ['refused', (person, id) => answer(person, id, { decision: 'no' })],
    ['hidden', ({ browser }) => browser.post(`${PATH}/hide`).expect(204)],
    ['withdrawn', ({ browser }) => browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200)],
    ['left', ({ browser }) => browser.post(`${PATH}/leave`).expect(200)],
  ])('ask staff to remove at a host what an older database shows again: %s', async (cause, say) => {
    const person = await provenPerson(site.testApp, 'Anna');
    const id = await hosted(person, 8);
    await site.archive.approve(id).expect(200);
    const { dataSource } = site.testApp;
    const restore = [
      await keepRows(dataSource, 'participant', 'id = $1', person.id),
      await keepRows(dataSource, 'showcase_video', 'id = $1', id),
    ];
    await say(person, id);
    for (const table of ['removal_elsewhere', 'cut_release', 'story_choice', 'ledger_clock']) {
      await query(`DELETE FROM ${table}`);
    }
    for (const putBack of restore) await putBack();
    await query('UPDATE showcase_video SET is_approved = true, approved_at = now()');
    expect(await replay().apply()).toBeGreaterThan(0);
    const { removals } = (await site.testApp.staff().get('/api/admin/elsewhere').expect(200)).body as Elsewhere;
    const open = removals.filter(({ settled }) => settled === null);
    expect(open).toMatchObject([{ kind: 'host', place: 'Vimeo', cause }]);
  });

  it('take nothing that came to somebody after their words', async () => {
    const [wrong, right] = [await told('Anna'), await told('Ben')];
    await right.browser.post(`${PATH}/withdraw`).send({ what: 'story' }).expect(200);
    await site.archive.edit(wrong.video.id, { userId: right.id }).expect(200);
    const draft = { questionId: 2, filename: 'story.webm', mimeType: 'video/webm' };
    await right.browser.post('/api/recording-drafts').send(draft).expect(201);
    expect(await replay().apply()).toBe(0);
    const { videos } = (await right.browser.get(PATH).expect(200)).body as MyStory;
    expect(videos.map(({ id }) => id)).toEqual([wrong.video.id]);
    const uploads = 'SELECT count(*)::int AS kept FROM upload_session WHERE participant_id = $1';
    expect(await site.testApp.dataSource.query(uploads, [right.id])).toEqual([{ kept: 1 }]);
  });

  describe('of a video that a producer deleted', () => {
    const HELD = { media_file: 'id IN (SELECT media_id FROM showcase_video)', showcase_video: 'true' };
    /** As a database is after its restore that is older than the deletion. */
    const restored = async (person: Told) => {
      for (const [table, which] of Object.entries(HELD)) {
        await query(`CREATE TABLE backed_up_${table} AS SELECT * FROM ${table} WHERE ${which}`);
      }
      await site.archive.remove(person.video.id).expect(204);
      for (const table of Object.keys(HELD)) {
        await query(`INSERT INTO ${table} SELECT * FROM backed_up_${table} ON CONFLICT DO NOTHING`);
        await query(`DROP TABLE backed_up_${table}`);
      }
    };

    it.each(['whose person is there', 'that a restored database shows with somebody else'])(
      'remove it with its files, and say no in nobody’s name: %s',
      async (which) => {
        const [person, other] = [await told('Anna'), await provenPerson(site.testApp, 'Ben')];
        const { id } = person.video;
        await restored(person);
        if (which !== 'whose person is there') {
          await query('UPDATE showcase_video SET participant_id = $1, moved_at = NULL', [other.id]);
          await query('DELETE FROM participant WHERE id = $1', [person.id]);
        }
        expect(await replay().apply()).toBe(1);
        await site.bringUpToDate();
        await site.get(storyOf(person.video)).expect(404);
        await site.archive.get(`/api/admin/showcase-videos/${id}`).expect(404);
        expect(await query('SELECT FROM cut_release')).toEqual([]);
        await site.testApp.app.get(MediaService).sweepDeletions();
        for (const table of Object.keys(HELD)) expect(await query(`SELECT FROM ${table}`)).toEqual([]);
        expect(await replay().apply()).toBe(0);
      },
    );

    it('are written down at the start, once, where an earlier version deleted it', async () => {
      const person = await told('Anna');
      await site.archive.remove(person.video.id).expect(204);
      await rm(file());
      expect(await replay().writeMissing()).toBe(1);
      expect(await kinds()).toEqual(['deleted']);
      expect(await replay().writeMissing()).toBe(0);
    });
  });

  describe('of a cut that is another by now', () => {
    it.each([
      ['no', { decision: 'no' }],
      ['a wish for changes', { decision: 'change', words: 'Please leave out the street.' }],
      ['a yes with a limit', LIMITED],
    ])('say nothing of the new film, where the address is another: %s', async (_, said) => {
      const person = await provenPerson(site.testApp, 'Anna');
      const id = await hosted(person, 8);
      await answer(person, id, said);
      const before = await rowsOf(person);
      await giveAddress(id, 'https://vimeo.com/9');
      await expectStillPublic(id);
      expect(await rowsOf(person)).toEqual(before);
    });

    it('say nothing of it where an earlier version kept another time of them', async () => {
      const person = await provenPerson(site.testApp, 'Anna');
      const id = await hosted(person, 8);
      await answer(person, id, { decision: 'no' });
      await site.testApp.dataSource.query("UPDATE cut_release SET at = at + interval '2.5 milliseconds'");
      await giveAddress(id, 'https://vimeo.com/9');
      await expectStillPublic(id);
      expect(await rowsOf(person)).toMatchObject([{ decision: 'no' }]);
    });

    it.each([
      ['a wish for changes', { decision: 'change', words: 'Please leave out the street.' }],
      ['a yes with a limit', LIMITED],
    ])('say nothing in the name of whom the video was moved to: %s', async (_, said) => {
      const [wrong, right] = [await told('Anna'), await provenPerson(site.testApp, 'Ben')];
      const { id } = wrong.video;
      await answer(wrong, id, said);
      // As an earlier version let it be moved.
      await query('UPDATE showcase_video SET participant_id = $1, is_approved = false WHERE id = $2', [right.id, id]);
      await site.testApp.app.get(WithdrawalLedger).append({ kind: 'moved', participantId: right.id, id });
      // Also where a restored database does not know what was said, but that it was moved.
      await site.testApp.dataSource.query('DELETE FROM cut_release');
      await expectStillPublic(id);
      expect(await rowsOf(right)).toEqual([]);
    });

    it.each<[string, (person: Told, id: string) => Promise<unknown>]>([
      ['was refused', (person, id) => answer(person, id, { decision: 'no' })],
      ['was taken back', ({ browser }, id) => browser.post(`${PATH}/withdraw`).send({ what: 'video', id }).expect(200)],
    ])('hold for the film of a video that came and %s since', async (_, say) => {
      const person = await told('Anna');
      const later = await site.archive.publish(person.id, { questionId: 2 });
      await say(person, later.id);
      // As an older backup has it.
      for (const table of ['cut_release', 'ledger_clock']) await query(`DELETE FROM ${table}`);
      await query('DELETE FROM showcase_video WHERE id = $1', [later.id]);
      await query('UPDATE showcase_video SET is_approved = true, approved_at = now()');
      expect(await replay().apply()).toBe(1);
      await site.bringUpToDate();
      await site.get(storyOf(person.video)).expect(404);
    });

    it('end for the film with a yes, in whichever of its videos that was said', async () => {
      const person = await told('Anna');
      const other = await site.archive.publish(person.id, { questionId: 2 });
      await answer(person, other.id, { decision: 'no' });
      await answer(person, person.video.id, { decision: 'yes', uses: ['archive'] });
      for (const table of ['cut_release', 'ledger_clock']) await query(`DELETE FROM ${table}`);
      expect(await replay().apply()).toBe(0);
    });

    it.each<[string, object, (id: string) => PromiseLike<unknown>, string]>([
      [
        'another address',
        { decision: 'change', words: 'Please leave out the street.' },
        (id) => site.archive.edit(id, { videoUrl: 'https://vimeo.com/9' }).expect(200),
        "video_url = 'https://vimeo.com/8'",
      ],
      [
        'other words',
        { decision: 'no' },
        (id) => site.archive.edit(id, { transcript: 'I rest at home.' }).expect(200),
        "transcript = 'I rest in Elm Street.'",
      ],
    ])('hold for the film as it was, where the yes was said to it with %s', async (_, no, change, asItWas) => {
      const person = await provenPerson(site.testApp, 'Anna');
      const { id } = await site.archive.addHosted(person.id, 'https://vimeo.com/8', {
        questionId: 1,
        transcript: 'I rest in Elm Street.',
      });
      await answer(person, id, no);
      await change(id);
      await answer(person, id, UNLIMITED);
      const { user } = (await site.archive.approve(id).expect(200)).body as ShowcaseVideo;
      await site.restart();
      await site.get(`/stories/${user.userName}`).expect(200);
      expect(await replay().apply()).toBe(0);
      // As an older backup has it.
      for (const table of ['cut_release', 'ledger_clock', 'former_film']) await query(`DELETE FROM ${table}`);
      await query(`UPDATE showcase_video SET ${asItWas}, cues = NULL, revision = revision + 1`);
      expect(await replay().apply()).toBe(1);
      await site.bringUpToDate();
      await site.get(`/stories/${user.userName}`).expect(404);
      expect((await site.archive.approve(id).expect(409)).body).toMatchObject({ code: 'release_refused' });
      expect(await replay().apply()).toBe(0);
      expect(await replay().writeMissing()).toBe(0);
    });

    it('are over for the film as it was where the yes was said to just that', async () => {
      const person = await told('Anna');
      const { id } = person.video;
      await answer(person, id, { decision: 'no' });
      await answer(person, id, UNLIMITED);
      for (const table of ['cut_release', 'ledger_clock']) await query(`DELETE FROM ${table}`);
      expect(await replay().apply()).toBe(0);
    });

    it('hold where the database never got them, though it got what the person said later to another film', async () => {
      const person = await told('Anna');
      const other = await hosted(person, 8);
      const { id } = person.video;
      await site.testApp.app.get(WithdrawalLedger).append({ kind: 'refused', participantId: person.id, id });
      await answer(person, other, { decision: 'no' });
      await person.browser.post(`${PATH}/withdraw`).send({ what: 'video', id: other }).expect(200);
      await site.restart();
      await site.get(storyOf(person.video)).expect(404);
      expect((await site.archive.approve(id).expect(409)).body).toMatchObject({ code: 'release_refused' });
    });
  });

  it('remove somebody who had left once, where two servers start at once', async () => {
    const { id } = await told('Anna');
    await site.testApp.app.get(WithdrawalLedger).append({ kind: 'left', participantId: id });
    const { dataSource } = site.testApp;
    await using letGo = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT FROM participant WHERE id = $1 FOR UPDATE', [id]),
    );
    const replayed = [replay().apply(), replay().apply()];
    await untilBlocked(dataSource, 2);
    await letGo();
    expect(new Set(await Promise.all(replayed))).toEqual(new Set([0, 1]));
    expect(await query('SELECT FROM participant WHERE id = $1', [id])).toEqual([]);
  });

  it('hide what an earlier version left public after a guardian had said no', async () => {
    const [refused, allowed] = [await told('Anna'), await told('Ben')];
    const asked = `INSERT INTO recording_consent (participant_id, state, version, changed_at, guardian_email)
      VALUES ($1, $2, $3, now() - interval '2 days', 'parent@example.org')`;
    await site.testApp.dataSource.query(asked, [refused.id, 'guardian_refused', PRIVACY.version]);
    await site.testApp.dataSource.query(asked, [allowed.id, 'given', PRIVACY.version]);
    await site.testApp.app.get(WithdrawalLedger).append({ kind: 'shown', participantId: refused.id });
    await site.restart();
    await site.get(storyOf(refused.video)).expect(404);
    await site.get(storyOf(allowed.video)).expect(200);
    expect(await kinds()).toContain('hidden');
    const written = await readFile(file(), 'utf8');
    await site.restart();
    expect(await readFile(file(), 'utf8')).toBe(written);
  });

  it.each([
    ['they had everything deleted', 'participant_left'],
    ['a producer deleted them', 'participant_deleted'],
  ])('leave no upload of somebody whose time was over before %s', async (_, action) => {
    const id = randomUUID();
    await query(
      `INSERT INTO audit_entry (actor, action, subject_type, subject_id, at)
       SELECT 'system', action, 'participant', $1, at FROM (
         VALUES ('period_ended', now() - interval '1 day'), ($2, now())) AS said (action, at)`,
      [id, action],
    );
    await rm(file(), { force: true });
    await site.restart();
    const written = await lines();
    expect(written).toEqual([expect.objectContaining({ kind: 'left', participantId: id })]);
    expect(written[0]).not.toHaveProperty('uploadsStay');
  });

  it('are not written where the ledger has a later word, or the same one', async () => {
    const [shown, hidden] = [await told('Anna'), await told('Ben')];
    await hide(hidden);
    await hide(shown);
    const before = await site.testApp.dataSource.query('SELECT * FROM story_choice WHERE participant_id = $1', [
      shown.id,
    ]);
    await shown.browser.post(`${PATH}/show`).expect(204);
    await consent(shown, 'recording', 'no');
    await consent(shown, 'recording', 'yes');
    const written = await readFile(file(), 'utf8');
    // As an older backup has it.
    await site.testApp.dataSource.query('UPDATE story_choice SET hidden_at = $2 WHERE participant_id = $1', [
      shown.id,
      (before as { hidden_at: Date }[])[0]!.hidden_at,
    ]);
    expect(await replay().writeMissing()).toBe(0);
    expect(await readFile(file(), 'utf8')).toBe(written);
  });
});
