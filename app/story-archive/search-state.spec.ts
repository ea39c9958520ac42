import type { SearchRow } from './search-row.js';
import { IDLE, reduceSearch, searchPhase, type SearchEvent, type SearchState } from './search-state.js';

const row = (videoId: string, transcript = 'a quiet day'): SearchRow => ({
  videoId,
  userName: 'anna-2025-03-01',
  firstName: 'Anna',
  question: 'Life today',
  transcript,
  moments: [],
});
const after = (...events: SearchEvent[]): SearchState => events.reduce(reduceSearch, IDLE);
const ids = (state: SearchState) => state.rows.map(({ videoId }) => videoId);
const query = 'quiet';

describe('search', () => {
  it('shows what the index found at once and what the API adds below it', () => {
    const partial = after({ type: 'asked', query }, { type: 'index-found', query, rows: [row('b'), row('a')] });
    expect(searchPhase(partial)).toBe('partial');
    const state = reduceSearch(partial, { type: 'api-answered', query, rows: [row('a'), row('c'), row('b')] });
    expect(ids(state)).toEqual(['b', 'a', 'c']);
    expect(searchPhase(state)).toBe('complete');
  });

  it('takes away what the API no longer knows', () => {
    const state = after(
      { type: 'asked', query },
      { type: 'index-found', query, rows: [row('withdrawn')] },
      { type: 'api-answered', query, rows: [] },
    );
    expect(ids(state)).toEqual([]);
  });

  it('lets nothing of the index into the list that the API completed', () => {
    const state = after(
      { type: 'asked', query },
      { type: 'api-answered', query, rows: [row('a')] },
      { type: 'index-found', query, rows: [row('withdrawn')] },
      { type: 'index-done', query, isCapped: true },
    );
    expect(ids(state)).toEqual(['a']);
    expect(state.isCapped).toBe(false);
  });

  it('ignores answers to a query that is no longer asked', () => {
    const state = after(
      { type: 'asked', query: 'quiet' },
      { type: 'asked', query: 'loud' },
      { type: 'api-answered', query: 'quiet', rows: [row('a')] },
    );
    expect(ids(state)).toEqual([]);
    expect(searchPhase(state)).toBe('searching');
  });

  it('keeps the rows that match while more is typed', () => {
    const found = after(
      { type: 'asked', query: 'qui' },
      { type: 'api-answered', query: 'qui', rows: [row('a'), row('b', 'quite')] },
    );
    expect(ids(reduceSearch(found, { type: 'asked', query: 'quiet' }))).toEqual(['a']);
  });

  it('is cleared by a blank query', () => {
    const state = after({ type: 'asked', query }, { type: 'asked', query: '' });
    expect(state).toEqual(IDLE);
    expect(searchPhase(state)).toBe('idle');
  });

  it('works from the index alone when the API fails, and says that there may be more', () => {
    const state = after(
      { type: 'asked', query },
      { type: 'api-failed', query },
      { type: 'index-found', query, rows: [row('a')] },
      { type: 'index-done', query, isCapped: true },
    );
    expect(searchPhase(state)).toBe('index-only');
    expect(state.isCapped).toBe(true);
  });

  it('works from the API alone when the index fails', () => {
    const waiting = after({ type: 'asked', query }, { type: 'index-failed', query });
    expect(searchPhase(waiting)).toBe('searching');
    expect(searchPhase(reduceSearch(waiting, { type: 'api-answered', query, rows: [] }))).toBe('complete');
  });

  it('fails when both fail', () => {
    const state = after({ type: 'asked', query }, { type: 'index-failed', query }, { type: 'api-failed', query });
    expect(searchPhase(state)).toBe('failed');
  });
});
