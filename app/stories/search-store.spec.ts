import { jest } from '@jest/globals';
import type { SearchAnswer, SearchRow } from '../../api/contract/search/search-answer.js';
import { searchPhase } from './search-state.js';
import { type AskedPage, createSearchStore, type SearchSources, type SearchStore } from './search-store.js';

const row = (videoId: string): SearchRow => ({
  videoId,
  userName: 'anna-2025-03-01',
  firstName: 'Anna',
  question: 'Life today',
  text: `quiet and loud ${videoId}`,
  isWhole: true,
  seconds: null,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => row(String(from + i)));
const indexOf = (candidates: number): SearchSources['index'] => ({
  search: async () => ({
    candidates,
    verify: async (from: number, to: number) => rows(from, Math.min(to, candidates)),
  }),
});
const down = async () => Promise.reject(new Error('down'));
const answerOf = (all: SearchRow[]): SearchAnswer => ({ count: all.length, rows: all, shown: [] });
const noIndex = { search: down };
const nothingPublished: SearchSources['published'] = { search: down };
const publishedOf = (all: SearchRow[]): SearchSources['published'] => ({
  search: async (_query, onFirst) => {
    onFirst(all.slice(0, 20));
    return { count: all.length, rows: async (from) => all.slice(from, from + 50) };
  },
});

const afterAWhile = async () => {
  await new Promise((resolve) => setTimeout(resolve, 900));
  return answerOf(rows(0, 50));
};
const untilGivenUp = async (_query: string, _page: AskedPage, signal: AbortSignal) => {
  await new Promise((resolve) => setTimeout(resolve, 500));
  signal.throwIfAborted();
  return answerOf(rows(0, 50));
};
const firstPageOnly = async (_query: string, { from }: AskedPage) =>
  from === 0 ? { count: 130, rows: rows(0, 50), shown: [] } : down();

const pauseOf = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An API that answers nothing until it is let, and confirms no more rows in one go than the real one. */
function createLateApi(all: SearchRow[]) {
  const { promise: isLet, resolve: answer } = Promise.withResolvers<void>();
  const askApi = async (_query: string, { from, shown }: AskedPage): Promise<SearchAnswer> => {
    await isLet;
    if (shown.length > 50) throw new Error('shown must be at most 50 ids.');
    const confirmed = all.filter(({ videoId }) => shown.includes(videoId));
    return { count: all.length, rows: all.slice(from, from + 50), shown: confirmed };
  };
  return { askApi, answer, ids: all.map(({ videoId }) => videoId) };
}

/** A store of sources that are all down, but for the given ones. */
const storeOf = (sources: Partial<SearchSources>) =>
  createSearchStore({ index: noIndex, askApi: down, published: nothingPublished, ...sources });

/** Searches, and lets the pause before the API is asked go by. */
async function searchFor(store: SearchStore, query: string): Promise<void> {
  const done = store.search(query);
  await jest.advanceTimersByTimeAsync(1_000);
  await done;
}

describe('search store', () => {
  let warn: jest.SpiedFunction<typeof console.warn>;
  beforeEach(() => {
    jest.useFakeTimers();
    warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    jest.useRealTimers();
    warn.mockRestore();
  });

  it('asks the API alone as long as it answers in time', async () => {
    const search = jest.fn(down);
    const store = storeOf({ index: { search }, published: { search }, askApi: afterAWhile });
    await searchFor(store, 'quiet');
    expect(search).not.toHaveBeenCalled();
    expect(store.read().rows).toHaveLength(50);
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('takes no search that was given up for a failure of the API', async () => {
    const search = jest.fn(down);
    const store = storeOf({ index: { search }, published: { search }, askApi: untilGivenUp });
    void store.search('quie');
    await jest.advanceTimersByTimeAsync(100);
    void store.search('quiet');
    // Each ends in its time: the first, which nobody waits for, and the second.
    await jest.advanceTimersByTimeAsync(450);
    await searchFor(store, 'quiet');
    expect([warn.mock.calls, search.mock.calls]).toEqual([[], []]);
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('warns of an API that is down once, until it has come back', async () => {
    let isDown = true;
    const store = storeOf({ askApi: async () => (isDown ? down() : answerOf(rows(0, 1))) });
    for (const query of ['quiet', 'loud']) await searchFor(store, query);
    expect(warn).toHaveBeenCalledTimes(1);
    isDown = false;
    await searchFor(store, 'quiet');
    isDown = true;
    await searchFor(store, 'quiet');
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('shows first rows of what is published while the API takes its time, and lets it confirm them', async () => {
    const asked: AskedPage[] = [];
    const askApi = async (_query: string, page: AskedPage) => {
      asked.push(page);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return { count: 60, rows: rows(30, 60), shown: rows(0, 19) };
    };
    const published: SearchSources['published'] = {
      search: (_query, onFirst) => {
        onFirst(rows(0, 20));
        return new Promise(() => undefined);
      },
    };
    const store = storeOf({ published, askApi });
    void store.search('quiet');
    await jest.advanceTimersByTimeAsync(1_100);
    expect(store.read().rows).toEqual(rows(0, 20));
    expect(searchPhase(store.read())).toBe('partial');
    await jest.advanceTimersByTimeAsync(2_000);
    expect(asked).toEqual([
      { from: 0, shown: [] },
      { from: 0, shown: rows(0, 20).map(({ videoId }) => videoId) },
    ]);
    expect(store.read().rows).toEqual([...rows(0, 19), ...rows(30, 60)]);
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('brings back nothing that the API no longer knows when what is published comes after it', async () => {
    const askApi = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      return answerOf([row('1')]);
    };
    const published: SearchSources['published'] = {
      search: async () => {
        await new Promise((resolve) => setTimeout(resolve, 500));
        return { count: 2, rows: async () => [row('withdrawn'), row('1')] };
      },
    };
    const store = storeOf({ published, askApi });
    void store.search('quiet');
    await jest.advanceTimersByTimeAsync(3_000);
    expect(store.read()).toMatchObject({ count: 1, rows: [row('1')] });
  });

  it('keeps every row that stands there, and finds all others, when the API answers late', async () => {
    const late = createLateApi(rows(0, 130).filter(({ videoId }) => videoId !== '70'));
    const store = storeOf({ published: publishedOf(rows(0, 130)), askApi: late.askApi });
    await searchFor(store, 'quiet');
    await store.fetchRows(100);
    expect(store.read().rows).toEqual(rows(0, 100));
    late.answer();
    await jest.advanceTimersByTimeAsync(1);
    expect(store.read().count).toBe(129);
    expect(store.read().rows.map(({ videoId }) => videoId)).toEqual(late.ids.slice(0, 99));
    await store.fetchRows(150);
    expect(store.read().rows.map(({ videoId }) => videoId)).toEqual(late.ids);
  });

  it('takes the further rows of the API when it answers while those of what is published are read', async () => {
    const late = createLateApi(rows(0, 130));
    const published: SearchSources['published'] = {
      search: async () => ({
        count: 130,
        rows: async (from) => (from === 0 ? rows(0, 50) : (late.answer(), await pauseOf(10), rows(60, 110))),
      }),
    };
    const store = storeOf({ published, askApi: late.askApi });
    await searchFor(store, 'quiet');
    const fetched = store.fetchRows(100);
    await jest.advanceTimersByTimeAsync(20);
    await fetched;
    expect(store.read().rows).toEqual(rows(0, 100));
  });

  it('fetches further rows as they are wanted', async () => {
    const asked: AskedPage[] = [];
    const askApi = async (_query: string, page: AskedPage) => {
      asked.push(page);
      return { count: 130, rows: rows(page.from, Math.min(page.from + 50, 130)), shown: [] };
    };
    const store = storeOf({ askApi });
    await searchFor(store, 'quiet');
    await store.fetchRows(50);
    expect(asked).toEqual([{ from: 0, shown: [] }]);
    await store.fetchRows(200);
    expect(asked.slice(1)).toEqual([
      { from: 50, shown: [] },
      { from: 100, shown: [] },
    ]);
    expect(store.read().rows).toEqual(rows(0, 130));
  });

  it('asks for all anew once something was withdrawn between two pages, so that nobody is passed over', async () => {
    let all = rows(0, 60);
    const askApi = async (_query: string, { from, shown }: AskedPage) => {
      const confirmed = all.filter(({ videoId }) => shown.includes(videoId));
      return { count: all.length, rows: all.slice(from, from + 50), shown: confirmed };
    };
    const store = storeOf({ askApi });
    await searchFor(store, 'quiet');
    all = all.filter(({ videoId }) => videoId !== '10');
    await store.fetchRows(60);
    expect(store.read()).toMatchObject({ count: 59, rows: all });
  });

  it('says when further rows do not come', async () => {
    const store = storeOf({ askApi: firstPageOnly });
    await searchFor(store, 'quiet');
    await store.fetchRows(100);
    expect(store.read()).toMatchObject({ hasMoreFailed: true, count: 130 });
  });

  it('knows every match of what is published when the API is down, without asking Pagefind', async () => {
    const search = jest.fn(down);
    const store = storeOf({ index: { search }, published: publishedOf(rows(0, 130)) });
    await searchFor(store, 'quiet');
    expect(searchPhase(store.read())).toBe('complete');
    expect(store.read()).toMatchObject({ count: 130, isCapped: false });
    expect(store.read().rows).toEqual(rows(0, 50));
    await store.fetchRows(200);
    expect(store.read().rows).toEqual(rows(0, 130));
    expect(search).not.toHaveBeenCalled();
  });

  it('looks at more candidates when the index is all there is, up to a limit that it tells', async () => {
    const store = storeOf({ index: indexOf(500) });
    await searchFor(store, 'quiet');
    expect(store.read()).toMatchObject({ isCapped: true, whole: 'failed', index: 'done' });
    expect(store.read().rows).toHaveLength(200);
  });

  it('is not capped when every candidate was looked at', async () => {
    const store = storeOf({ index: indexOf(45) });
    await searchFor(store, 'quiet');
    expect(store.read().isCapped).toBe(false);
    expect(store.read().rows).toHaveLength(45);
  });

  it('is whole from the API, and from what is published, when the index is broken or hangs', async () => {
    const hanging = { search: () => new Promise<never>(() => undefined) };
    for (const index of [noIndex, hanging]) {
      for (const whole of [{ askApi: async () => answerOf(rows(0, 3)) }, { published: publishedOf(rows(0, 3)) }]) {
        const store = storeOf({ index, ...whole });
        void store.search('quiet');
        await jest.advanceTimersByTimeAsync(1_000);
        expect(searchPhase(store.read())).toBe('complete');
      }
    }
  });

  it('waits for an API that has come back before it reads the published index', async () => {
    let isDown = true;
    const read = jest.fn(publishedOf(rows(0, 1)).search);
    const store = storeOf({
      askApi: async () => (isDown ? down() : afterAWhile()),
      published: { search: read },
    });
    await searchFor(store, 'quiet');
    isDown = false;
    await searchFor(store, 'quiet');
    const before = read.mock.calls.length;
    await searchFor(store, 'loud');
    expect(read.mock.calls.length).toBe(before);
    expect(store.read().count).toBe(50);
  });

  it('tells whoever listens of each change, until they have gone', async () => {
    const store = storeOf({ askApi: async () => answerOf(rows(0, 1)) });
    let told = 0;
    const leave = store.subscribe(() => told++);
    await searchFor(store, 'quiet');
    expect(told).toBeGreaterThan(0);
    leave();
    const before = told;
    await searchFor(store, 'loud');
    expect(told).toBe(before);
  });

  it('answers the latest query, whatever arrives last', async () => {
    const answers = new Map<string, (answer: SearchAnswer) => void>();
    const store = storeOf({ askApi: (query) => new Promise((resolve) => answers.set(query, resolve)) });
    const first = store.search('quiet');
    await jest.advanceTimersByTimeAsync(10);
    const second = store.search('loud');
    await jest.advanceTimersByTimeAsync(10);
    answers.get('loud')?.(answerOf([row('loud')]));
    answers.get('quiet')?.(answerOf([row('quiet')]));
    await Promise.all([first, second]);
    expect(store.read().rows.map(({ videoId }) => videoId)).toEqual(['loud']);
  });

  it('waits for the API first no more once it has failed, and logs that once', async () => {
    const askApi = jest.fn<SearchSources['askApi']>();
    askApi.mockRejectedValueOnce(new Error('down')).mockReturnValue(new Promise(() => undefined));
    const store = storeOf({ index: indexOf(500), askApi });
    await searchFor(store, 'quiet');
    void store.search('quiet and');
    await jest.advanceTimersByTimeAsync(1);
    expect(store.read().rows).toHaveLength(200);
    void store.search('loud');
    await jest.advanceTimersByTimeAsync(1);
    expect(store.read()).toMatchObject({ query: 'loud', index: 'done' });
    expect(warn.mock.calls).toEqual([['Failed to fetch search data']]);
  });

  it('cancels the request of a query that is cleared, and reads nothing published for it', async () => {
    const signals: AbortSignal[] = [];
    const search = jest.fn(down);
    const askApi = (_query: string, _page: AskedPage, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    const store = storeOf({ askApi, published: { search } });
    const asked = store.search('quiet');
    await jest.advanceTimersByTimeAsync(10);
    await searchFor(store, '  ');
    await asked;
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(search).not.toHaveBeenCalled();
    expect(searchPhase(store.read())).toBe('idle');
  });
});
