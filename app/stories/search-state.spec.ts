import type { SearchRow } from '../../api/contract/search/search-answer.js';
import { IDLE, reduceSearch, searchPhase, type SearchEvent, type SearchState } from './search-state.js';

const row = (videoId: string, text = 'a quiet day', isWhole = true): SearchRow => ({
  videoId,
  userName: 'anna-2025-03-01',
  firstName: 'Anna',
  question: 'Life today',
  text,
  isWhole,
  seconds: null,
});
const query = 'quiet';
const asked: SearchEvent = { type: 'asked', query };
const found = (...rows: SearchRow[]): SearchEvent => ({ type: 'index-found', query, rows });
const answered = (rows: SearchRow[], confirmed: SearchRow[] = [], count = rows.length): SearchEvent => ({
  type: 'whole-answered',
  query,
  count,
  rows,
  confirmed,
});
const failed: SearchEvent = { type: 'whole-failed', query };
const after = (...events: SearchEvent[]): SearchState => events.reduce(reduceSearch, IDLE);
const ids = (state: SearchState) => state.rows.map(({ videoId }) => videoId);

describe('search', () => {
  it('shows what the index found at once and what the API adds below it', () => {
    const partial = after(asked, found(row('b'), row('a')));
    expect(searchPhase(partial)).toBe('partial');
    const state = reduceSearch(partial, answered([row('a'), row('c'), row('b')]));
    expect(ids(state)).toEqual(['b', 'a', 'c']);
    expect(searchPhase(state)).toBe('complete');
  });

  it('counts the answers that are not among its rows yet', () => {
    const state = after(asked, found(row('far')), answered([row('a')], [row('far')], 70));
    expect([ids(state), state.count]).toEqual([['far', 'a'], 70]);
    const more = reduceSearch(state, { type: 'more-found', query, rows: [row('far'), row('b')] });
    expect([ids(more), more.count]).toEqual([['far', 'a', 'b'], 70]);
  });

  it('says that more rows did not come, until they do', () => {
    const state = after(asked, answered([row('a')], [], 70), { type: 'more-failed', query });
    expect(state.hasMoreFailed).toBe(true);
    expect(reduceSearch(state, { type: 'more-found', query, rows: [] }).hasMoreFailed).toBe(false);
  });

  it('takes away what the API no longer knows', () => {
    expect(ids(after(asked, found(row('withdrawn')), answered([])))).toEqual([]);
  });

  it('lets nothing of the index into the list that the API completed', () => {
    const state = after(asked, answered([row('a')]), found(row('withdrawn')), {
      type: 'index-done',
      query,
      isCapped: true,
    });
    expect(ids(state)).toEqual(['a']);
    expect(state.isCapped).toBe(false);
  });

  it('keeps a whole transcript that is here when the API tells of a part of it', () => {
    const [kept] = after(asked, found(row('a', 'a quiet day')), answered([row('a', 'quiet', false)])).rows;
    expect(kept).toMatchObject({ text: 'a quiet day', isWhole: true });
    const [edited] = after(asked, found(row('a', 'a quiet day')), answered([row('a', 'quiet now', false)])).rows;
    expect(edited).toMatchObject({ text: 'quiet now', isWhole: false });
  });

  it('ignores answers to a query that is no longer asked', () => {
    const state = after(asked, { type: 'asked', query: 'loud' }, answered([row('a')]));
    expect(ids(state)).toEqual([]);
    expect(searchPhase(state)).toBe('searching');
  });

  it('keeps the rows that match while more is typed', () => {
    const state = after(asked, answered([row('a', 'quietly'), row('b')]), { type: 'asked', query: 'quietl' });
    expect(ids(state)).toEqual(['a']);
    expect(state.count).toBeNull();
  });

  it('is cleared by a blank query', () => {
    const state = after(asked, { type: 'asked', query: '' });
    expect(state).toEqual(IDLE);
    expect(searchPhase(state)).toBe('idle');
  });

  it('works from the index alone when nobody else answers, and says that there may be more', () => {
    const state = after(asked, failed, found(row('a')), { type: 'index-done', query, isCapped: true });
    expect(searchPhase(state)).toBe('index-only');
    expect(state.isCapped).toBe(true);
  });

  it('works from the API alone when the index fails', () => {
    const waiting = after(asked, { type: 'index-failed', query });
    expect(searchPhase(waiting)).toBe('searching');
    expect(searchPhase(reduceSearch(waiting, answered([])))).toBe('complete');
  });

  it('fails when everything fails', () => {
    expect(searchPhase(after(asked, { type: 'index-failed', query }, failed))).toBe('failed');
  });
});
