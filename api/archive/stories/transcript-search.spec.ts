import { jest } from '@jest/globals';
import { STORY_SEARCH_CALLS_PER_HOUR } from '../../contract/common/limits.js';
import type { SearchAnswer } from '../../contract/search/search-answer.js';
import type { StoryOverviewItem, StoryVideo } from '../../contract/stories/stories.js';
import { matchesTranscript } from '../../contract/search/transcript-search.js';
import { ReadReplica } from '../../platform/database/read-replica.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { areBlocked, holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { HOSTILE_TRANSCRIPTS, hostileQueries, longTranscript, seededNumbers } from '../../testing/hostile-texts.js';
import { swapQuestions } from '../../testing/question-order.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { StoriesDocument } from './stories-document.js';
import { StoriesRepository } from './stories.repository.js';
import { StoriesService } from './stories.service.js';
import { TranscriptSearchRepository } from './transcript-search.repository.js';
import { TranscriptSearchService } from './transcript-search.service.js';

const cue = (from: string, to: string, text: string) => `00:${from}.000 --> 00:${to}.000\n${text}\n`;
const transcriptsOf = (videos: StoryVideo[]) => videos.map(({ transcript }) => transcript);

describe('transcript search', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
    archive = await ArchiveClient.signIn(testApp);
  });
  afterAll(() => testApp.close());

  const ask = async (parameters: Record<string, string>) =>
    (
      await testApp.http
        .get('/api/search-data')
        .query({ from: '0', ...parameters })
        .expect(200)
    ).body as SearchAnswer;
  const storiesWith = async (q: string) => {
    const items = (await testApp.http.get('/api/search-data').query({ q }).expect(200)).body as StoryOverviewItem[];
    return items.map(({ user, overviewVideo, videos }) => [user.firstName, overviewVideo, ...transcriptsOf(videos)]);
  };
  const textsFor = async (q: string) => (await ask({ q })).rows.map(({ text }) => text);

  const countsOf = async (...queries: string[]) => Promise.all(queries.map(async (q) => (await ask({ q })).count));
  let addresses = 0;
  const bringUpToDate = () => testApp.app.get(TranscriptSearchService).bringUpToDate();
  /** Before their stories have numbers. */
  const approveUnnumbered = async (...ids: string[]) => {
    const query = 'UPDATE showcase_video SET is_approved = true, approved_at = now() WHERE id = ANY($1)';
    await testApp.dataSource.query(query, [ids]);
  };
  /** Without pages, which take their time. */
  const approveAll = async (ids: Iterable<string>) => {
    await approveUnnumbered(...ids);
    await testApp.app.get(StoriesService).numberNewStories();
    await bringUpToDate();
  };

  it('counts nobody who was approved while the texts were compared, once that is taken back', async () => {
    const { id } = await archive.add(await archive.register(), { questionId: 1, transcript: 'An okapicanary sings' });
    const texts = testApp.app.get(TranscriptSearchRepository);
    const findDifferences = texts.findDifferences.bind(texts);
    using comparing = jest.spyOn(texts, 'findDifferences').mockImplementationOnce(async () => {
      await testApp.dataSource.query(
        'UPDATE showcase_video SET is_approved = true, approved_at = now() WHERE id = $1',
        [id],
      );
      return findDifferences(null);
    });
    const other = await archive.add(await archive.register(), { questionId: 1 });
    await approveAll([other.id]);
    comparing.mockRestore();
    expect(await countsOf('okapicanary')).toEqual([1]);
    await testApp.dataSource.query('UPDATE showcase_video SET is_approved = false WHERE id = $1', [id]);
    await bringUpToDate();
    expect(await countsOf('okapicanary')).toEqual([0]);
  });

  it('counts nobody whose texts alone were compared, once that is taken back', async () => {
    const personId = await archive.register();
    const { id } = await archive.add(personId, { questionId: 1, transcript: 'A tapircanary sings' });
    await bringUpToDate();
    const setApproved = (isApproved: boolean) =>
      testApp.dataSource.query(
        'UPDATE showcase_video SET is_approved = $2, approved_at = coalesce(approved_at, now()) WHERE id = $1',
        [id, isApproved],
      );
    await setApproved(true);
    await testApp.app.get(TranscriptSearchService).bringUpToDate([personId]);
    expect(await countsOf('tapircanary')).toEqual([1]);
    await setApproved(false);
    await bringUpToDate();
    expect(await countsOf('tapircanary')).toEqual([0]);
  });

  it('finds any part of a transcript in any case, as text and not as a pattern, and never an overview', async () => {
    const anna = await archive.register('Anna');
    const [one, two] = ['I was UNSTOPPABLE then, 50 % of the time', 'Über dreams\nand O’Brien_s'];
    await archive.publish(anna, { questionId: 0, transcript: 'An unstoppable overview' });
    await archive.publish(anna, { questionId: 1, transcript: one });
    await archive.publish(anna, { questionId: 2, transcript: 'My story overview', title: 'A Story Overview, too' });
    await archive.publish(await archive.register('Ben'), { questionId: 5, transcript: two });
    expect(await textsFor('nstoppabl')).toEqual([one]);
    expect(await textsFor(' ÜBER DREAMS ')).toEqual([two]);
    expect(await textsFor('e')).toEqual([two, one]);
    expect(await textsFor('50 %')).toEqual([one]);
    expect(await textsFor('%')).toEqual([one]);
    expect(await textsFor('n_s')).toEqual([two]);
    for (const q of ['U.STOP', "'; --", 'overview', ' ', '\0', '']) expect(await textsFor(q)).toEqual([]);
    expect(await storiesWith('NSTOPPABL')).toEqual([['Anna', null, one]]);
    expect(await storiesWith('e')).toEqual([
      ['Ben', null, two],
      ['Anna', null, one],
    ]);
    expect(await storiesWith('%')).toEqual([['Anna', null, one]]);
    for (const q of ['U.STOP', 'overview', ' ', '\0', '']) expect(await storiesWith(q)).toEqual([]);
  });

  it('knows each change of what is public at once', async () => {
    const { id } = await archive.add(await archive.register(), { questionId: 3, transcript: 'A wren sings' });
    expect(await countsOf('wren', 'robin')).toEqual([0, 0]);
    await archive.approve(id).expect(200);
    expect(await countsOf('wren', 'robin')).toEqual([1, 0]);
    await archive.edit(id, { transcript: 'A robin sings' }).expect(200);
    expect(await countsOf('wren', 'robin')).toEqual([0, 1]);
    await archive.unapprove(id).expect(200);
    expect(await countsOf('wren', 'robin')).toEqual([0, 0]);
    const rows = await testApp.dataSource.query<unknown[]>('SELECT FROM transcript_search WHERE video_id = $1', [id]);
    expect(rows).toEqual([]);
  });

  it('is brought up to date by publishing, before anybody searches', async () => {
    const { id } = await archive.publish(await archive.register(), { questionId: 3, transcript: 'A hoopoe sings' });
    const query = 'SELECT text, story_sequence AS story FROM transcript_search WHERE video_id = $1';
    expect(await testApp.dataSource.query(query, [id])).toEqual([
      { text: 'a hoopoe sings', story: expect.stringMatching(/^\d+$/) as string },
    ]);
    await archive.unapprove(id).expect(200);
    expect(await testApp.dataSource.query(query, [id])).toEqual([]);
  });

  it('tells the answers of a story in the order that the questions have now', async () => {
    const anna = await archive.register();
    for (const questionId of [1, 2]) await archive.publish(anna, { questionId, transcript: `A godwit, ${questionId}` });
    expect(await textsFor('godwit')).toEqual(['A godwit, 1', 'A godwit, 2']);
    await swapQuestions(testApp.dataSource, [1, 2], async () => {
      await archive.publish(anna, { questionId: 3, transcript: 'A godwit, 3' });
      expect(await textsFor('godwit')).toEqual(['A godwit, 2', 'A godwit, 1', 'A godwit, 3']);
    });
    await archive.publish(anna, { questionId: 4, transcript: 'A godwit, 4' });
    expect(await textsFor('godwit')).toEqual(['A godwit, 1', 'A godwit, 2', 'A godwit, 3', 'A godwit, 4']);
  });

  it('sees what a server that was killed has left undone, and shows nothing of it meanwhile', async () => {
    const { id } = await archive.publish(await archive.register(), { questionId: 3, transcript: 'A bittern booms' });
    expect(await textsFor('bittern')).toEqual(['A bittern booms']);
    await testApp.dataSource.query('UPDATE showcase_video SET is_approved = false WHERE id = $1', [id]);
    expect(await textsFor('bittern')).toEqual([]);
    using now = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    await ask({ q: 'bittern' });
    now.mockRestore();
    await bringUpToDate();
    expect(await countsOf('bittern')).toEqual([0]);
  });

  it('shows nothing of what has changed since, before its text follows', async () => {
    const { id } = await archive.add(await archive.register(), { questionId: 3, transcript: 'A lapwing calls' });
    await approveAll([id]);
    expect(await textsFor('lapwing')).toEqual(['A lapwing calls']);
    for (const change of [`transcript = 'A curlew calls'`, `transcript = 'A lapwing', title = 'My story overview'`]) {
      await testApp.dataSource.query(`UPDATE showcase_video SET ${change}, revision = revision + 1 WHERE id = $1`, [
        id,
      ]);
      expect(await textsFor('lapwing')).toEqual([]);
    }
  });

  it('waits at the first search after a start for what is not searched yet', async () => {
    const { id } = await archive.add(await archive.register(), { questionId: 3, transcript: 'A dunlin calls' });
    await approveUnnumbered(id);
    const { app } = testApp;
    const started = new TranscriptSearchService(
      app.get(StoriesRepository),
      app.get(TranscriptSearchRepository),
      app.get(StoriesDocument),
      app.get(ReadReplica, { strict: false }),
    );
    expect(await started.search('dunlin', 0, [])).toMatchObject({ count: 1 });
  });

  it('tells of a story that has no number yet first, and in its place once it has one', async () => {
    const ids: string[] = [];
    for (const transcript of ['An older ruff', 'A newer ruff', 'The newest ruff']) {
      ids.push((await archive.add(await archive.register(), { questionId: 1, transcript })).id);
    }
    const [older, newer, newest] = ids as [string, string, string];
    await approveAll([older]);
    await approveUnnumbered(newer);
    await bringUpToDate();
    expect(await textsFor('ruff')).toEqual(['A newer ruff', 'An older ruff']);
    await approveAll([newest]);
    expect(await textsFor('ruff')).toEqual(['The newest ruff', 'A newer ruff', 'An older ruff']);
  });

  it('finds at once what an answer says that has changed while its text was taken', async () => {
    const { id } = await archive.add(await archive.register(), { questionId: 3, transcript: 'A dabchick dives' });
    const texts = testApp.app.get(TranscriptSearchRepository);
    const findTexts = texts.findTexts.bind(texts);
    using taking = jest.spyOn(texts, 'findTexts').mockImplementationOnce(async (ids) => {
      const found = await findTexts(ids);
      const query = `UPDATE showcase_video SET transcript = 'A dabchick sleeps', revision = revision + 1 WHERE id = $1`;
      await testApp.dataSource.query(query, [id]);
      return found;
    });
    await approveAll([id]);
    taking.mockRestore();
    expect(await textsFor('dabchick')).toEqual(['A dabchick sleeps']);
  });

  it('takes no text that is behind, from another server that was slow', async () => {
    const { id } = await archive.publish(await archive.register(), { questionId: 3, transcript: 'A siskin sings' });
    expect(await countsOf('siskin')).toEqual([1]);
    const revision = async () => {
      const query = 'SELECT revision FROM showcase_video WHERE id = $1';
      const [row] = await testApp.dataSource.query<{ revision: number }[]>(query, [id]);
      return row!.revision;
    };
    const before = await revision();
    await archive.edit(id, { transcript: 'A dipper sings' }).expect(200);
    expect(await countsOf('siskin', 'dipper')).toEqual([0, 1]);
    const texts = testApp.app.get(TranscriptSearchRepository);
    await texts.add([{ videoId: id, revision: before, text: 'a siskin sings' }]);
    await texts.remove([{ videoId: id, revision: before }]);
    expect(await countsOf('siskin', 'dipper')).toEqual([0, 1]);
    await archive.unapprove(id).expect(200);
    expect(await countsOf('dipper')).toEqual([0]);
    await texts.add([{ videoId: id, revision: await revision(), text: 'a dipper sings' }]);
    expect(await countsOf('dipper')).toEqual([0]);
  });

  it('takes no text of an answer that is being withdrawn just then', async () => {
    const { dataSource } = testApp;
    const { id } = await archive.publish(await archive.register(), { questionId: 3, transcript: 'A fieldfare sings' });
    await dataSource.query('DELETE FROM transcript_search WHERE video_id = $1', [id]);
    const query = 'SELECT revision FROM showcase_video WHERE id = $1';
    const [{ revision }] = await dataSource.query<[{ revision: number }]>(query, [id]);
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('UPDATE showcase_video SET is_approved = false, revision = revision + 1 WHERE id = $1', [id]),
    );
    const adding = testApp.app
      .get(TranscriptSearchRepository)
      .add([{ videoId: id, revision, text: 'a fieldfare sings' }]);
    await untilBlocked(dataSource);
    await commit();
    await adding;
    expect(await dataSource.query('SELECT FROM transcript_search WHERE video_id = $1', [id])).toEqual([]);
  });

  it('tells of a long transcript the words around the match, when they are said, and to which question', async () => {
    const userId = await archive.register('Zoë');
    const lines = [
      cue('00', '10', 'word '.repeat(60).trim()),
      cue('59', '61', 'A nightingale'),
      cue('62', '90', 'x'.repeat(300)),
    ];
    const answer = { questionId: 1, title: 'Anna Berg, cut 3', transcript: ['WEBVTT\n', ...lines].join('\n') };
    const { id } = await archive.publish(userId, answer);
    const { count, rows } = await ask({ q: 'NIGHTINGALE' });
    expect(count).toBe(1);
    expect(rows).toEqual([
      {
        videoId: id,
        userName: expect.stringMatching(/^zoë-/) as string,
        firstName: 'Zoë',
        question: 'Life before ME/CFS',
        text: expect.stringMatching(/^rd (word )+A nightingale x+$/) as string,
        isWhole: false,
        seconds: 59,
      },
    ]);
    expect(rows[0]?.text).toHaveLength(120 + 'nightingale'.length + 120);
  });

  it('hands out a page at a time, and confirms rows that are shown already', async () => {
    const ids: string[] = [];
    for (let person = 0; person < 9; person++) {
      const userId = await archive.register();
      for (let questionId = 1; questionId <= 6; questionId++) {
        ids.push((await archive.add(userId, { questionId, transcript: `A linnet, ${person}` })).id);
      }
    }
    await approveAll(ids);
    const last = { q: 'linnet', shown: [ids[0], ids[53], crypto.randomUUID()].join() };
    const [first, second] = [await ask(last), await ask({ q: 'linnet', from: '50' })];
    expect([first.count, first.rows.length, second.count, second.rows.length]).toEqual([54, 50, 54, 4]);
    expect(new Set([...first.rows, ...second.rows].map(({ videoId }) => videoId)).size).toBe(54);
    expect(new Set(first.shown.map(({ videoId }) => videoId))).toEqual(new Set([ids[0], ids[53]]));
    expect(second.shown).toEqual([]);
  });

  it('agrees with a plain scan of the transcripts, whatever is in them', async () => {
    const transcripts = [...HOSTILE_TRANSCRIPTS, longTranscript(20_000)];
    const idOf = new Map<string, string>();
    for (const [index, transcript] of transcripts.entries()) {
      const { id } = await archive.add(await archive.register(), { questionId: 1 + (index % 6), transcript });
      idOf.set(id, transcript);
    }
    await approveAll(idOf.keys());
    for (const q of hostileQueries(transcripts, 150, seededNumbers(6))) {
      const scanned = transcripts.filter((transcript) => matchesTranscript(transcript, q));
      const found = (await ask({ q })).rows.flatMap(({ videoId }) => idOf.get(videoId) ?? []);
      expect([q, found.toSorted()]).toEqual([q, scanned.toSorted()]);
    }
  });

  it('tells whole stories as they stand among all, with the answers that say it as they are now', async () => {
    const anna = await archive.register('Anna');
    await archive.publish(anna, { questionId: 0, transcript: 'An ouzel overview' });
    const { id } = await archive.publish(anna, { questionId: 1, transcript: 'The “ouzel” sings' });
    await archive.publish(anna, { questionId: 2, transcript: 'A crake calls' });
    const { id: other } = await archive.publish(anna, { questionId: 4, transcript: 'One more ouzel' });
    const itemsOf = async (query: object) =>
      (await testApp.http.get('/api/search-data').query(query).expect(200)).body as StoryOverviewItem[];
    const whole = (await itemsOf({})).filter(({ user }) => user.id === anna);
    const withAnswers = (...ids: string[]) =>
      whole.map((item) => ({ ...item, overviewVideo: null, videos: item.videos.filter((it) => ids.includes(it.id)) }));
    expect(await itemsOf({ q: 'ouzel' })).toEqual(withAnswers(id, other));
    const changing = `UPDATE showcase_video SET transcript = 'A linnet', revision = revision + 1 WHERE id = $1`;
    await testApp.dataSource.query(changing, [id]);
    expect(await itemsOf({ q: 'ouzel' })).toEqual(withAnswers(other));
  });

  it('tells whole stories to one address only so often, and rows at any time', async () => {
    const address = `203.0.113.${++addresses}`;
    const flood = (query: object) => testApp.http.get('/api/search-data').set('X-Forwarded-For', address).query(query);
    for (let i = 0; i < STORY_SEARCH_CALLS_PER_HOUR; i++) await flood({ q: ' ' }).expect(200);
    const { body } = await flood({ q: 'e' }).expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests' });
    await flood({ q: 'e', from: 0 }).expect(200);
    await flood({}).expect(200);
  });

  it('leaves the database to others, however many search at once', async () => {
    const { dataSource, http } = testApp;
    await bringUpToDate();
    await using commit = await holdTransaction(dataSource, (transaction) =>
      transaction.query('LOCK TABLE transcript_search'),
    );
    const searches = Array.from({ length: 8 }, () => ask({ q: 'e' }));
    await untilBlocked(dataSource, 2);
    await http.get('/api/questions').expect(200);
    expect(await areBlocked(dataSource, 3)).toBe(false);
    await commit();
    await Promise.all(searches);
  });

  it('is sent compressed', async () => {
    const { headers } = await testApp.http.get('/api/search-data?q=w').set('Accept-Encoding', 'br').expect(200);
    expect(headers).toMatchObject({ 'content-encoding': 'br' });
  });

  it.each(['q=w', 'q=w&from=0'])('is kept by no browser: ?%s', async (query) => {
    await testApp.http.get(`/api/search-data?${query}`).expect(200).expect('Cache-Control', 'no-store');
  });

  describe('refuses', () => {
    it.each(['q=a&q=b', 'q=a&from=-1', 'q=a&from=x', 'q=a&from=1e99', 'q=a&shown=1', 'q=a&shown=1&shown=2'])(
      '?%s',
      (query) => testApp.http.get(`/api/search-data?${query}`).expect(400),
    );
  });
});
