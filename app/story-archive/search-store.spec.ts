import { jest } from '@jest/globals';
import type { SearchRow } from './search-row.js';
import { searchPhase } from './search-state.js';
import { createSearchStore, type SearchStore } from './search-store.js';

const row = (videoId: string): SearchRow => ({
  videoId,
  userName: 'anna-2025-03-01',
  firstName: 'Anna',
  question: 'Life today',
  transcript: `quiet and loud ${videoId}`,
  moments: [],
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => row(String(from + i)));
const indexOf = (candidates: number) => ({
  open: async () => undefined,
  search: async () => ({
    candidates,
    verify: async (from: number, to: number) => rows(from, Math.min(to, candidates)),
  }),
});
const down = async () => Promise.reject(new Error('down'));

/** Searches, and lets the pause before the API is asked go by. */
async function search(store: SearchStore, query: string): Promise<void> {
  const done = store.search(query);
  await jest.advanceTimersByTimeAsync(250);
  await done;
}

describe('search store', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('looks at no more than the first candidates when the API answers', async () => {
    const store = createSearchStore({ index: indexOf(500), searchApi: async () => rows(0, 500) });
    await search(store, 'quiet');
    expect(store.read().rows).toHaveLength(500);
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('looks at more candidates when the API is down, up to a limit that it tells', async () => {
    const store = createSearchStore({ index: indexOf(500), searchApi: down });
    await search(store, 'quiet');
    expect(store.read()).toMatchObject({ isCapped: true, api: 'failed', index: 'done' });
    expect(store.read().rows).toHaveLength(200);
  });

  it('is not capped when every candidate was looked at', async () => {
    const store = createSearchStore({ index: indexOf(45), searchApi: down });
    await search(store, 'quiet');
    expect(store.read().isCapped).toBe(false);
    expect(store.read().rows).toHaveLength(45);
  });

  it('is whole from the API when the index is broken', async () => {
    const store = createSearchStore({ index: { open: down, search: down }, searchApi: async () => rows(0, 3) });
    await search(store, 'quiet');
    expect(searchPhase(store.read())).toBe('complete');
  });

  it('answers the latest query, whatever arrives last', async () => {
    const answers = new Map<string, (found: SearchRow[]) => void>();
    const store = createSearchStore({
      index: indexOf(0),
      searchApi: (query) => new Promise((resolve) => answers.set(query, resolve)),
    });
    const first = store.search('quiet');
    await jest.advanceTimersByTimeAsync(250);
    const second = store.search('loud');
    await jest.advanceTimersByTimeAsync(250);
    answers.get('loud')?.([row('loud')]);
    answers.get('quiet')?.([row('quiet')]);
    await Promise.all([first, second]);
    expect(store.read().rows.map(({ videoId }) => videoId)).toEqual(['loud']);
  });

  it('asks the API about the words on which typing rests', async () => {
    const searchApi = jest.fn(async () => rows(0, 1));
    const store = createSearchStore({ index: indexOf(0), searchApi });
    const typed = ['q', 'qu'].map((query) => store.search(query));
    await search(store, 'quiet');
    await Promise.all(typed);
    expect(searchApi.mock.calls).toEqual([['quiet', expect.any(AbortSignal)]]);
  });

  it('cancels the request of a query that is cleared', async () => {
    const signals: AbortSignal[] = [];
    const store = createSearchStore({
      index: indexOf(0),
      searchApi: async (_query, signal) => (signals.push(signal), []),
    });
    await search(store, 'quiet');
    await search(store, '  ');
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
    expect(searchPhase(store.read())).toBe('idle');
  });
});
