import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import type { AuditPage } from '../../contract/staff/audit.js';
import type { Elsewhere, PlacesOfStory, RemovalElsewhere } from '../../contract/staff/elsewhere.js';
import type { MyStory } from '../../contract/stories/my-story.js';
import type { Receipt } from '../../contract/consent/receipts.js';
import { CHAIN_LOCK } from '../../people/consent/receipts.repository.js';
import { approve, cutOwner, look, passTime, type Said, say, tomorrow, YES } from '../../testing/cut-releases.js';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { tellStory } from '../../testing/my-story.js';
import { readOutbox } from '../../testing/outbox.js';
import { provenPerson } from '../../testing/proven-person.js';
import { PublishedSite } from '../../testing/published-site.js';
import { refuseAudit } from '../../testing/refuse-audit.js';
import { until } from '../../testing/until.js';
import { Reconciler } from '../publishing/reconciler.js';
import { SiteExport } from '../publishing/site-export.js';
import { ElsewhereService, FEED_NAME, type KnownRemoval } from './elsewhere.service.js';

const PATH = '/api/admin/elsewhere';
const VIMEO = 'https://vimeo.com/123456789';

const shortly = ({ kind, place, cause }: RemovalElsewhere) => ({ kind, place, cause });

describe('places elsewhere', () => {
  let site: PublishedSite;
  let parent: string;
  beforeAll(async () => {
    site = await PublishedSite.start();
  });
  beforeEach(async () => {
    parent = await mkdtemp(path.join(os.tmpdir(), 'elsewhere-'));
    for (const table of ['removal_elsewhere', 'place_elsewhere']) {
      await site.testApp.dataSource.query(`DELETE FROM ${table}`);
    }
  });
  afterEach(() => rm(parent, { recursive: true }));
  afterAll(() => site.testApp.close());

  const told = async (firstName = 'Anna') => {
    const person = await provenPerson(site.testApp, firstName);
    return { ...person, video: await site.archive.publish(person.id, { questionId: 1, transcript: 'I rest.' }) };
  };
  const list = async () => (await site.archive.get(PATH)).body as Elsewhere;
  const open = async () => (await list()).removals.filter(({ settled }) => settled === null);
  const settle = (id: string, said: object) => site.testApp.staff().post(`${PATH}/removals/${id}`).send(said);
  const addPlace = (place: object) => site.testApp.staff().post(`${PATH}/places`).send(place);
  type Browser = Awaited<ReturnType<typeof told>>['browser'];
  const receiptsOf = async (browser: Browser) =>
    ((await browser.get('/api/consent/receipts').expect(200)).body as Receipt[]).filter(
      ({ kind }) => kind === 'outward_removal',
    );
  const receiptsOfCopy = async (browser: Browser) =>
    (await receiptsOf(browser)).filter(({ details }) => details.kind === 'export');
  /**
   * As `npm run export-site` does it.
   * @param afterwards once the copy is whole, before what was open there is settled
   */
  const copySite = async (how: 'writeTo' | 'update', name?: string, afterwards?: () => Promise<unknown>) => {
    const elsewhere = site.testApp.app.get(ElsewhereService);
    let known: KnownRemoval[] = [];
    const request = {
      folder: path.join(parent, 'mirror'),
      name,
      announce: async (copy: { id: string; name: string }, ids: string[]) => {
        known = await elsewhere.announceCopy({ ...copy, address: null }, ids);
      },
    };
    const { id, participantIds } = await site.testApp.app.get(SiteExport)[how](request);
    await afterwards?.();
    return elsewhere.settleCopy(id, participantIds, known);
  };

  const publicFilm = async (film: number, said?: Said) => {
    const owner = await cutOwner(site, { film });
    if (said) await say(owner.browser, owner.video.id, said);
    await approve(site, owner.video.id);
    await copySite('writeTo');
    return owner;
  };

  it('are known of each story: hosts by the address, copies, the feed and what staff have added', async () => {
    const { id } = await told();
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await copySite('writeTo', 'The university');
    await addPlace({ name: 'A blog', address: 'https://blog.example.org/anna', userId: id }).expect(204);
    await addPlace({ name: 'Planet Stories' }).expect(204);
    await addPlace({ name: 'Elsewhere', userId: (await told('Ben')).id }).expect(204);
    const { body } = await site.archive.get(`${PATH}/stories/${id}`);
    expect(body as PlacesOfStory).toEqual([
      { kind: 'host', name: 'Vimeo', address: VIMEO },
      { kind: 'feed', name: FEED_NAME, address: null },
      { kind: 'other', name: 'A blog', address: 'https://blog.example.org/anna' },
      { kind: 'other', name: 'Planet Stories', address: null },
      { kind: 'export', name: 'The university', address: null },
    ]);
    expect((await list()).places).toMatchObject([
      { name: 'A blog' },
      { name: 'Elsewhere' },
      {},
      { stories: expect.any(Number) },
    ]);
  });

  it('are each a task when a story is withdrawn, whose result is a receipt of its person', async () => {
    const { browser, id } = await told('Cleo');
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await addPlace({ name: 'Planet Stories', address: 'https://planet.example.org/' }).expect(204);
    await browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
    const tasks = await open();
    expect(tasks.map(shortly)).toEqual([
      { kind: 'host', place: 'Vimeo', cause: 'withdrawn' },
      { kind: 'other', place: 'Planet Stories', cause: 'withdrawn' },
    ]);
    expect(tasks.map(({ address }) => address)).toEqual([
      VIMEO,
      expect.stringMatching(/^https:\/\/planet\.example\.org\/ · urn:uuid:[\da-f-]{36}$/),
    ]);
    expect(await receiptsOf(browser)).toMatchObject([
      { actor: 'system', details: { kind: 'feed', outcome: 'removed', cause: 'withdrawn' } },
    ]);
    await settle(tasks[0]!.id, { outcome: 'removed', note: 'Deleted there.' }).expect(204);
    await settle(tasks[0]!.id, { outcome: 'removed' }).expect(404);
    await settle(tasks[1]!.id, { outcome: 'perhaps' }).expect(400);
    await settle(tasks[1]!.id, { outcome: 'cannot_be_removed' }).expect(204);
    const receipts = await receiptsOf(browser);
    expect(receipts.slice(1)).toMatchObject([
      { actor: 'staff', details: { place: 'Vimeo', outcome: 'removed' } },
      { actor: 'staff', details: { place: 'Planet Stories', outcome: 'cannot_be_removed' } },
    ]);
    expect(JSON.stringify(receipts)).not.toContain('Deleted there');
    const { receipts: own } = (await browser.get('/api/my-story').expect(200)).body as MyStory;
    expect(own.map(({ outcome }) => outcome)).toContain('Vimeo: We have removed it there, or had it removed.');
    expect((await list()).removals).toMatchObject([
      {
        place: 'Planet Stories',
        address: null,
        settled: { outcome: 'cannot_be_removed', note: '', at: expect.any(String) },
      },
      { place: 'Vimeo', address: null, settled: { outcome: 'removed', note: 'Deleted there.' } },
      { kind: 'feed', settled: { by: null } },
    ]);
  });

  it('keep a story of which one photo or one answer is taken back: they were never public', async () => {
    const { browser, id, photo, answer } = await tellStory(site);
    await addPlace({ name: 'A blog', userId: id }).expect(204);
    await copySite('writeTo', 'The university');
    await browser.post('/api/my-story/withdraw').send({ what: 'photo', id: photo.id }).expect(200);
    await browser.post('/api/my-story/withdraw').send({ what: 'answer', id: answer.id }).expect(200);
    expect((await list()).removals).toEqual([]);
  });

  it('keep the address of a copy that is announced again without one', async () => {
    const { id } = await told();
    const elsewhere = site.testApp.app.get(ElsewhereService);
    const copy = { id: randomUUID(), name: 'The university' };
    const addressOf = async () => {
      const { body } = await site.archive.get(`${PATH}/stories/${id}`);
      return (body as PlacesOfStory).find(({ kind }) => kind === 'export')?.address;
    };
    await elsewhere.announceCopy({ ...copy, address: 'https://one.example.org' }, [id]);
    await elsewhere.announceCopy({ ...copy, address: null }, [id]);
    expect(await addressOf()).toBe('https://one.example.org');
    await elsewhere.announceCopy({ ...copy, address: 'https://two.example.org' }, [id]);
    expect(await addressOf()).toBe('https://two.example.org');
  });

  it('are told of a no, of a hidden story and of another name', async () => {
    await copySite('writeTo');
    const [no, hidden, named] = [await told('Dora'), await told('Esra'), await told('Fay')];
    await copySite('writeTo');
    const { videos } = (await no.browser.get('/api/my-story').expect(200)).body as MyStory;
    const { cutHash } = videos[0]!.release;
    await no.browser.post(`/api/my-story/videos/${no.video.id}/release`).send({ cutHash, decision: 'no' }).expect(204);
    await hidden.browser.post('/api/my-story/hide').expect(204);
    await hidden.browser.post('/api/my-story/hide').expect(204);
    await named.browser.patch('/api/my-story').send({ shownName: 'Robin' }).expect(204);
    expect((await open()).map(({ cause, person }) => [cause, person?.id])).toEqual([
      ['refused', no.id],
      ['hidden', hidden.id],
      ['renamed', named.id],
    ]);
    await hidden.browser.post('/api/my-story/show').expect(204);
    expect((await open()).map(({ cause }) => cause)).toEqual(['refused', 'renamed']);
    expect(await copySite('update')).toBe(2);
    expect(await open()).toEqual([]);
    expect(await receiptsOf(named.browser)).toMatchObject([
      { actor: 'system', details: { kind: 'export', place: 'mirror', cause: 'renamed' } },
    ]);
  });

  it('are told of a film that was shown as somebody’s who is not in it, and its receipt is not theirs', async () => {
    const { browser, id, video } = await told();
    const other = await told('Berta');
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await copySite('writeTo');
    await site.archive.edit(video.id, { userId: other.id }).expect(200);
    expect(await open()).toMatchObject([{ kind: 'export', place: 'mirror', cause: 'moved', person: { id } }]);
    await site.archive.edit(video.id, { userId: id }).expect(200);
    expect(await open()).toHaveLength(1);
    expect(await copySite('update')).toBe(1);
    expect(await receiptsOf(browser)).toEqual([]);
    expect(await receiptsOf(other.browser)).toEqual([]);
  });

  describe('are told of a film that was public', () => {
    it('once the time of a yes is over', async () => {
      const { browser, id } = await publicFilm(21, { ...YES, publicUntil: tomorrow() });
      expect(await open()).toEqual([]);
      await passTime(site, id);
      await look(site);
      await look(site);
      expect(await open()).toMatchObject([{ kind: 'export', place: 'mirror', cause: 'ended', person: { id } }]);
      expect(await copySite('update')).toBe(1);
      expect(await receiptsOfCopy(browser)).toMatchObject([{ details: { cause: 'ended', outcome: 'removed' } }]);
    });

    it.each<[string, number, Said]>([
      ['is wished to be changed', 22, { decision: 'change', words: 'Leave out my street.' }],
      ['is not for the archive any more', 23, { decision: 'yes', uses: ['documentary'] }],
      ['is to be public from a later day on', 24, { ...YES, publicFrom: tomorrow() }],
    ])('and %s', async (_how, film, said) => {
      const { browser, id, video } = await publicFilm(film);
      await say(browser, video.id, said);
      expect(await open()).toMatchObject([{ kind: 'export', place: 'mirror', cause: 'ended', person: { id } }]);
    });

    it('and stands at a host', async () => {
      const { browser, id } = await told();
      const { id: film } = await site.archive.addHosted(id, VIMEO, { questionId: 2 });
      await site.archive.approve(film).expect(200);
      await say(browser, film, { decision: 'change', words: 'Leave out my street.' });
      expect((await open()).map(shortly)).toEqual([{ kind: 'host', place: 'Vimeo', cause: 'ended' }]);
    });

    it('and of none that was not, or is so still', async () => {
      const waiting = await cutOwner(site, { film: 25 });
      await say(waiting.browser, waiting.video.id, { decision: 'change', words: 'Leave out my street.' });
      const released = await publicFilm(26);
      await say(released.browser, released.video.id, { ...YES, publicUntil: tomorrow() });
      expect(await open()).toEqual([]);
    });
  });

  it('are still told of what stays refused once a story that was hidden meanwhile is shown again', async () => {
    const { browser, id } = await told();
    await addPlace({ name: 'ME Weekly', userId: id }).expect(204);
    const { id: film } = await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    const { videos } = (await browser.get('/api/my-story').expect(200)).body as MyStory;
    const { cutHash } = videos.find((video) => video.id === film)!.release;
    await browser.post(`/api/my-story/videos/${film}/release`).send({ cutHash, decision: 'no' }).expect(204);
    const refused = (await open()).map(shortly);
    expect(refused).toEqual([
      { kind: 'host', place: 'Vimeo', cause: 'refused' },
      { kind: 'other', place: 'ME Weekly', cause: 'refused' },
    ]);
    await browser.post('/api/my-story/hide').expect(204);
    await browser.post('/api/my-story/show').expect(204);
    expect((await open()).map(shortly)).toEqual(refused);
    await browser.post('/api/my-story/withdraw').send({ what: 'video', id: film }).expect(200);
    expect((await open()).map(({ cause }) => cause)).toEqual(['withdrawn', 'withdrawn']);
  });

  it.each(['refused', 'withdrawn', 'renamed'] as const)(
    'of everybody are told of what was %s while the story was hidden, also once it is shown again',
    async (cause) => {
      const { browser, id } = await told();
      await addPlace({ name: 'Planet Stories' }).expect(204);
      const { id: film } = await site.archive.addHosted(id, VIMEO, { questionId: 2 });
      await browser.post('/api/my-story/hide').expect(204);
      const [hidden] = (await open()).filter(({ kind }) => kind === 'other');
      const { videos } = (await browser.get('/api/my-story').expect(200)).body as MyStory;
      const { cutHash } = videos.find((video) => video.id === film)!.release;
      if (cause === 'refused') {
        await browser.post(`/api/my-story/videos/${film}/release`).send({ cutHash, decision: 'no' }).expect(204);
      } else if (cause === 'withdrawn') {
        await browser.post('/api/my-story/withdraw').send({ what: 'video', id: film }).expect(200);
      } else {
        await browser.patch('/api/my-story').send({ shownName: 'Robin' }).expect(204);
      }
      await browser.post('/api/my-story/hide').expect(204);
      await browser.post('/api/my-story/show').expect(204);
      expect(await open()).toContainEqual({ ...hidden, cause, askedAt: expect.any(String) });
    },
  );

  it.each([
    ['withdraw', 'https://vimeo.com/101'],
    ['hide', 'https://vimeo.com/102'],
    ['leave', 'https://vimeo.com/103'],
  ])('are also where a video of it stood before: %s', async (how, before) => {
    const { browser, id } = await told();
    const { id: film } = await site.archive.addHosted(id, before, { questionId: 2 });
    const moved = 'https://vimeo.com/223456789';
    await site.archive.edit(film, { videoUrl: moved }).expect(200);
    const { body } = await site.archive.get(`${PATH}/stories/${id}`);
    const hosts = (body as PlacesOfStory).filter(({ kind }) => kind === 'host');
    expect(hosts.map(({ address }) => address)).toEqual([before, moved]);
    await browser.post(`/api/my-story/${how}`).send(how === 'withdraw' ? { what: 'video', id: film } : undefined);
    const tasks = (await open()).filter(({ kind }) => kind === 'host');
    expect(new Set(tasks.map(({ address }) => address))).toEqual(new Set([before, moved]));
  });

  it('are none where by now a video of somebody else stands', async () => {
    const { browser, id } = await told();
    const other = await told();
    const moved = 'https://vimeo.com/223456789';
    // The other's address was given to it by mistake.
    const { id: film } = await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await site.archive.edit(film, { videoUrl: moved }).expect(200);
    await site.archive.addHosted(other.id, VIMEO, { questionId: 2 });
    const { body } = await site.archive.get(`${PATH}/stories/${id}`);
    expect((body as PlacesOfStory).filter(({ kind }) => kind === 'host')).toMatchObject([{ address: moved }]);
    await browser.post('/api/my-story/withdraw').send({ what: 'video', id: film }).expect(200);
    expect((await open()).filter(({ kind }) => kind === 'host')).toMatchObject([{ address: moved }]);
  });

  it('are none where the video was a file of ours before', async () => {
    const { browser, id, video } = await told();
    await site.archive.edit(video.id, { videoUrl: VIMEO }).expect(200);
    const { body } = await site.archive.get(`${PATH}/stories/${id}`);
    expect((body as PlacesOfStory).filter(({ kind }) => kind === 'host')).toMatchObject([{ address: VIMEO }]);
    await browser.post('/api/my-story/withdraw').send({ what: 'video', id: video.id }).expect(200);
    expect((await open()).filter(({ kind }) => kind === 'host')).toMatchObject([{ address: VIMEO }]);
  });

  it('are mailed to their person once they are settled, but for the feed, which says so each time', async () => {
    const { browser, id, email } = await told();
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await browser.post('/api/my-story/hide').expect(204);
    const [task] = await open();
    await settle(task!.id, { outcome: 'removed' }).expect(204);
    await until(async () => (await site.testApp.dataSource.query<unknown[]>('SELECT FROM receipt_mail')).length === 0);
    const mails = (await readOutbox(site.testApp)).filter(
      ({ to, subject }) =>
        to?.[0]?.address === email && subject === 'Your receipt: What came of your story at another place',
    );
    expect(mails).toHaveLength(1);
    expect(await receiptsOf(browser)).toHaveLength(2);
  });

  it('are settled by one of two at once, under one receipt', async () => {
    const { browser, id } = await told();
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await browser.post('/api/my-story/hide').expect(204);
    const [task] = await open();
    await using commit = await holdTransaction(site.testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM removal_elsewhere WHERE id = $1 FOR UPDATE', [task!.id]),
    );
    const settling = [1, 2].map(async () => (await settle(task!.id, { outcome: 'removed' })).status);
    await untilBlocked(site.testApp.dataSource, settling.length);
    await commit();
    expect(new Set(await Promise.all(settling))).toEqual(new Set([204, 404]));
    expect((await receiptsOf(browser)).filter(({ details }) => details.kind === 'host')).toHaveLength(1);
  });

  /** Whose statement says this; mails, too, wait for the end of the chain. */
  const untilWaiting = (words: string) =>
    until(async () => {
      const waiting = `SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`;
      return (await site.testApp.dataSource.query<unknown[]>(waiting, [words])).length > 0;
    });

  it.each(['one by one', 'as a whole copy'])('are settled while their person takes back more: %s', async (how) => {
    const { browser, id } = await told();
    await copySite('writeTo');
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await browser.post('/api/my-story/hide').expect(204);
    const task = (await open()).find(({ kind }) => kind === 'export');
    const { dataSource } = site.testApp;
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('SELECT pg_advisory_xact_lock($1)', [CHAIN_LOCK]),
    );
    const taking = browser
      .post('/api/my-story/withdraw')
      .send({ what: 'story' })
      .then(({ status }) => status);
    await untilWaiting('pg_advisory_xact_lock($1)');
    const settling =
      how === 'one by one'
        ? settle(task!.id, { outcome: 'removed' }).then(({ status }) => status)
        : copySite('update').then(() => 204);
    await untilWaiting('consent_subject');
    await commit();
    expect(await Promise.all([taking, settling])).toEqual([200, 204]);
  });

  describe('that are copies, while they are brought up to date, are not done', () => {
    it('with what is hidden once its files are copied, until the next time', async () => {
      const { browser } = await told();
      await copySite('writeTo');
      const hide = () => browser.post('/api/my-story/hide').expect(204);
      expect(await copySite('update', undefined, hide)).toBe(0);
      expect((await open()).map(shortly)).toEqual([{ kind: 'export', place: 'mirror', cause: 'hidden' }]);
      expect(await receiptsOfCopy(browser)).toEqual([]);
      expect(await copySite('update')).toBe(1);
      expect(await receiptsOfCopy(browser)).toMatchObject([{ details: { outcome: 'removed', cause: 'hidden' } }]);
    });

    it.each(['withdrawn', 'hidden'])('with what is %s then, where something was open before', async (what) => {
      const { browser, video, id } = await told();
      const { id: film } = await site.archive.addHosted(id, VIMEO, { questionId: 2 });
      await copySite('writeTo');
      await browser.post('/api/my-story/withdraw').send({ what: 'video', id: film }).expect(200);
      const takeBack = async () => {
        if (what === 'hidden') await browser.post('/api/my-story/hide').expect(204);
        else await browser.post('/api/my-story/withdraw').send({ what: 'video', id: video.id }).expect(200);
      };
      expect(await copySite('update', undefined, takeBack)).toBe(0);
      expect((await open()).map(({ kind }) => kind)).toEqual(['host', 'export']);
      expect(await receiptsOfCopy(browser)).toEqual([]);
      expect(await copySite('update')).toBe(1);
    });

    it('with what is hidden once its files are chosen, and still hold that story', async () => {
      const { browser } = await told();
      await copySite('writeTo');
      const reconciler = site.testApp.app.get(Reconciler);
      const run = reconciler.run.bind(reconciler);
      const hiding = Promise.withResolvers<unknown>();
      using runs = jest.spyOn(reconciler, 'run').mockImplementationOnce(run);
      runs.mockImplementationOnce(async (...how) => {
        await run(...how);
        runs.mockRestore();
        hiding.resolve(browser.post('/api/my-story/hide').expect(204));
        await until(async () => (await open()).length > 0);
      });
      const before = (await list()).places[0]!.stories;
      expect(await copySite('update')).toBe(0);
      await hiding.promise;
      expect((await open()).map(shortly)).toEqual([{ kind: 'export', place: 'mirror', cause: 'hidden' }]);
      expect((await list()).places).toMatchObject([{ stories: before }]);
      expect(await copySite('update')).toBe(1);
      expect((await list()).places).toMatchObject([{ stories: before! - 1 }]);
    });
  });

  it('that are copies are known to hold what became public just before its files were chosen', async () => {
    const { browser, video } = await told();
    const { dataSource } = site.testApp;
    await site.archive.unapprove(video.id).expect(200);
    const reconciler = site.testApp.app.get(Reconciler);
    const run = reconciler.run.bind(reconciler);
    const approving = Promise.withResolvers<unknown>();
    using runs = jest.spyOn(reconciler, 'run').mockImplementationOnce(run);
    runs.mockImplementationOnce(async (...how) => {
      runs.mockRestore();
      approving.resolve(site.archive.approve(video.id).expect(200));
      const approved = 'SELECT FROM showcase_video WHERE id = $1 AND is_approved';
      await until(async () => (await dataSource.query<unknown[]>(approved, [video.id])).length > 0);
      await run(...how);
    });
    await copySite('writeTo');
    await approving.promise;
    await browser.post('/api/my-story/hide').expect(204);
    expect((await open()).map(shortly)).toEqual([{ kind: 'export', place: 'mirror', cause: 'hidden' }]);
  });

  it('name nobody who has left, and are still to be done', async () => {
    const { browser, id } = await told('Quirina');
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await copySite('writeTo');
    await browser.post('/api/my-story/leave').expect(200);
    const tasks = await open();
    expect(tasks.map(({ kind, cause, person }) => ({ kind, cause, person }))).toEqual([
      { kind: 'host', cause: 'left', person: null },
      { kind: 'export', cause: 'left', person: null },
    ]);
    const rows = await site.testApp.dataSource.query(
      'SELECT r::text FROM removal_elsewhere r UNION ALL SELECT a::text FROM story_appearance a',
    );
    for (const word of ['Quirina', 'quirina', id]) expect(JSON.stringify(rows)).not.toContain(word);
    await settle(tasks[0]!.id, { outcome: 'was_not_there' }).expect(204);
    expect(await copySite('update')).toBe(1);
    expect(JSON.stringify(await list())).not.toContain('123456789');
  });

  it('are added and removed together with the staff action, or not at all', async () => {
    await addPlace({ name: 'Planet Stories' }).expect(204);
    await refuseAudit(site.testApp.dataSource, async () => {
      await addPlace({ name: 'A blog' }).expect(500);
      const [place] = (await list()).places;
      await site.testApp.staff().delete(`${PATH}/places/${place!.id}`).expect(500);
      expect((await list()).places).toMatchObject([{ name: 'Planet Stories' }]);
    });
  });

  it('are settled together with the staff action, which is about the person, or not at all', async () => {
    const { browser, id } = await told();
    await addPlace({ name: 'Planet Stories', userId: id }).expect(204);
    await browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
    const [task] = await open();
    const removed = () => settle(task!.id, { outcome: 'removed' });
    await refuseAudit(site.testApp.dataSource, () => removed().expect(500));
    expect(await open()).toEqual([task]);
    await removed().expect(204);
    const { body } = await site.archive.get(`/api/admin/audit?person=${id}`).expect(200);
    const subject = { type: 'participant', id };
    expect((body as AuditPage).entries[0]).toMatchObject({ actor: 'staff', action: 'removed_elsewhere', subject });
  });

  it('are forgotten with what was to be removed there once a hidden story is shown again', async () => {
    const { browser, id } = await told();
    await site.archive.addHosted(id, VIMEO, { questionId: 2 });
    await browser.post('/api/my-story/hide').expect(204);
    expect((await open()).map(({ address }) => address)).toContain(VIMEO);
    await browser.post('/api/my-story/show').expect(204);
    const kept = 'SELECT FROM removal_elsewhere WHERE address IS NOT NULL';
    expect(await site.testApp.dataSource.query(kept)).toEqual([]);
  });

  it('are taken off the list, and refused where they say nothing', async () => {
    await addPlace({ name: ' ' }).expect(400);
    await addPlace({ name: 'A', userId: 'x' }).expect(400);
    await addPlace({ name: 'A', userId: '00000000-0000-4000-8000-000000000000' }).expect(404);
    await addPlace({ name: 'Planet Stories' }).expect(204);
    const [place] = (await list()).places;
    const remove = () => site.testApp.staff().delete(`${PATH}/places/${place!.id}`);
    await remove().expect(204);
    await remove().expect(404);
    expect((await list()).places).toEqual([]);
  });
});
