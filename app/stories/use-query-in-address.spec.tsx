import { act, renderHook, waitFor } from '@testing-library/react';
import { createRef } from 'react';
import { queryOf, useQueryInAddress, withQuery } from './use-query-in-address.js';

describe('typed words', () => {
  afterEach(() => history.replaceState(null, '', '/'));

  it('are searched at every key, and stand in the address once typing rests', async () => {
    const searched: string[] = [];
    const input = createRef<HTMLInputElement>();
    const search = (words: string) => void searched.push(words);
    const { result, unmount } = renderHook(() => useQueryInAddress(search, input));
    const steps = history.length;
    for (const words of ['s', 'sl', 'sle']) act(() => result.current.type(words));
    expect(searched).toEqual(['s', 'sl', 'sle']);
    expect(location.search).toBe('');
    await waitFor(() => expect(location.search).toBe('?q=sle'));
    act(() => result.current.type('slee'));
    await waitFor(() => expect(location.search).toBe('?q=slee'));
    expect(history.length).toBe(steps + 1);
    unmount();
  });
});

describe('query in the address', () => {
  it('is read and written', () => {
    expect(queryOf({ search: '?q=a%20quiet%20day' })).toBe('a quiet day');
    expect(queryOf({ search: '' })).toBe('');
    expect(withQuery('http://localhost/stories/page/2', ' 50 % & more ')).toBe('/stories/page/2?q=50+%25+%26+more');
  });

  it('leaves no trace when it is blank', () => {
    expect(withQuery('http://localhost/stories?q=quiet', '  ')).toBe('/stories');
  });

  it('leaves the rest of the address alone', () => {
    expect(withQuery('http://localhost/stories?view=list&q=a#top', 'b')).toBe('/stories?view=list&q=b#top');
  });
});
