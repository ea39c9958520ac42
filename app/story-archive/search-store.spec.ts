import { jest } from '@jest/globals';
import type { SearchAnswer, SearchRow } from '../../api/contract/search-answer.js';
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
  open: async () => undefined,
  search: async () => ({
    candidates,
    verify: async (from: number, to: number) => rows(from, Math.min(to, candidates)),
  }),
});
const down = async () => Promise.reject(new Error('down'));
const answerOf = (all: SearchRow[]): SearchAnswer => ({ count: all.length, rows: all, shown: [] });
const noIndex = { open: down, search: down };
const noTranscripts = { open: down };
const transcriptsOf = (bytes: number, all: SearchRow[]) => ({ open: async () => ({ bytes, search: async () => all }) });

const firstPageOnly = async (_query: string, { from }: AskedPage) =>
  from === 0 ? { count: 130, rows: rows(0, 50), shown: [] } : down();

/** A store of sources that are all down, but for the given ones. */
const storeOf = (sources: Partial<SearchSources>) =>
  createSearchStore({ index: noIndex, askApi: down, transcripts: noTranscripts, ...sources });

/** Searches, and lets the pause before the API is asked go by. */
async function search(store: SearchStore, query: string): Promise<void> {
  const done = store.search(query);
  await jest.advanceTimersByTimeAsync(1_000);
  await done;
}

describe('search store', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('looks at no more than the first candidates when the API answers', async () => {
    const verify = jest.fn(async (from: number, to: number) => rows(from, to));
    const index = { open: async () => undefined, search: async () => ({ candidates: 500, verify }) };
    const store = storeOf({ index, askApi: async () => answerOf(rows(0, 50)) });
    await search(store, 'quiet');
    expect(verify.mock.calls).toEqual([[0, 20]]);
    expect(store.read().rows).toHaveLength(50);
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('lets the API confirm what the index has found, and fetches its further rows as they are wanted', async () => {
    const asked: AskedPage[] = [];
    const askApi = async (_query: string, page: AskedPage) => {
      asked.push(page);
      return { count: 130, rows: rows(page.from, Math.min(page.from + 50, 130)), shown: rows(0, 2) };
    };
    const store = storeOf({ index: indexOf(2), askApi });
    await search(store, 'quiet');
    await store.fetchRows(50);
    expect(asked).toEqual([{ from: 0, shown: ['0', '1'] }]);
    await store.fetchRows(200);
    expect(asked.slice(1)).toEqual([
      { from: 50, shown: [] },
      { from: 100, shown: [] },
    ]);
    expect(store.read().rows).toEqual(rows(0, 130));
  });

  it('says when further rows do not come', async () => {
    const store = storeOf({ askApi: firstPageOnly });
    await search(store, 'quiet');
    await store.fetchRows(100);
    expect(store.read()).toMatchObject({ hasMoreFailed: true, count: 130 });
  });

  it('reads through the published transcripts when the API is down', async () => {
    const store = storeOf({ index: indexOf(3), transcripts: transcriptsOf(1_000, rows(0, 300)) });
    await search(store, 'quiet');
    expect(searchPhase(store.read())).toBe('complete');
    expect(store.read()).toMatchObject({ count: 300, isCapped: false });
    expect(store.read().rows).toHaveLength(300);
  });

  it('asks before it reads through very many, then not again', async () => {
    const store = storeOf({ index: indexOf(3), transcripts: transcriptsOf(20_000_000, rows(0, 300)) });
    await search(store, 'quiet');
    expect(store.read()).toMatchObject({ offeredBytes: 20_000_000, whole: 'failed' });
    await store.readEverything();
    expect(store.read()).toMatchObject({ count: 300, whole: 'done' });
    await search(store, 'loud');
    expect(store.read()).toMatchObject({ count: 300, whole: 'done' });
  });

  it('looks at more candidates when the index is all there is, up to a limit that it tells', async () => {
    const store = storeOf({ index: indexOf(500) });
    await search(store, 'quiet');
    expect(store.read()).toMatchObject({ isCapped: true, whole: 'failed', index: 'done' });
    expect(store.read().rows).toHaveLength(200);
  });

  it('is not capped when every candidate was looked at', async () => {
    const store = storeOf({ index: indexOf(45) });
    await search(store, 'quiet');
    expect(store.read().isCapped).toBe(false);
    expect(store.read().rows).toHaveLength(45);
  });

  it('is whole from the API, and from the transcripts, when the index is broken or hangs', async () => {
    const hanging = { open: down, search: () => new Promise<never>(() => undefined) };
    for (const index of [noIndex, hanging]) {
      for (const whole of [
        { askApi: async () => answerOf(rows(0, 3)) },
        { transcripts: transcriptsOf(1, rows(0, 3)) },
      ]) {
        const store = storeOf({ index, ...whole });
        void store.search('quiet');
        await jest.advanceTimersByTimeAsync(1_000);
        expect(searchPhase(store.read())).toBe('complete');
      }
    }
  });

  it('answers the latest query, whatever arrives last', async () => {
    const answers = new Map<string, (answer: SearchAnswer) => void>();
    const store = storeOf({ askApi: (query) => new Promise((resolve) => answers.set(query, resolve)) });
    const first = store.search('quiet');
    await jest.advanceTimersByTimeAsync(250);
    const second = store.search('loud');
    await jest.advanceTimersByTimeAsync(250);
    answers.get('loud')?.(answerOf([row('loud')]));
    answers.get('quiet')?.(answerOf([row('quiet')]));
    await Promise.all([first, second]);
    expect(store.read().rows.map(({ videoId }) => videoId)).toEqual(['loud']);
  });

  it('asks the API about the words on which typing rests', async () => {
    const askApi = jest.fn(async () => answerOf(rows(0, 1)));
    const store = storeOf({ index: indexOf(0), askApi });
    const typed = ['q', 'qu'].map((query) => store.search(query));
    await search(store, 'quiet');
    await Promise.all(typed);
    expect(askApi.mock.calls).toEqual([['quiet', { from: 0, shown: [] }, expect.any(AbortSignal)]]);
  });

  it('cancels the request of a query that is cleared, and reads no transcripts for it', async () => {
    const signals: AbortSignal[] = [];
    const open = jest.fn(down);
    const askApi = (_query: string, _page: AskedPage, signal: AbortSignal) => {
      signals.push(signal);
      return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    };
    const store = storeOf({ askApi, transcripts: { open } });
    const asked = search(store, 'quiet');
    await jest.advanceTimersByTimeAsync(250);
    await search(store, '  ');
    await asked;
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(open).not.toHaveBeenCalled();
    expect(searchPhase(store.read())).toBe('idle');
  });
});
