import { pageOf } from './paging.js';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('pageOf', () => {
  it('cuts one page out and says where it is', () =>
    expect(pageOf(rows(7), 1, 3)).toEqual({ rows: [3, 4, 5], page: 1, lastPage: 2, from: 4, to: 6, total: 7 }));

  it('ends with a shorter page', () =>
    expect(pageOf(rows(7), 2, 3)).toMatchObject({ rows: [6], lastPage: 2, from: 7, to: 7 }));

  it('has no empty last page', () => expect(pageOf(rows(6), 0, 3).lastPage).toBe(1));

  it('falls back to the last page when the list has shrunk', () =>
    expect(pageOf(rows(3), 2, 3)).toMatchObject({ rows: [0, 1, 2], page: 0 }));

  it('is one empty page for an empty list', () =>
    expect(pageOf([], 0, 3)).toEqual({ rows: [], page: 0, lastPage: 0, from: 0, to: 0, total: 0 }));
});
