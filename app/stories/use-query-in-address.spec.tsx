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

async function goBack(to: string): Promise<void> {
  act(() => history.back());
  await waitFor(() => expect(location.pathname + location.search).toBe(to));
}

describe('words that are cleared', () => {
  const found: string[] = [];
  const search = (words: string) => void found.push(words);
  const input = createRef<HTMLInputElement>();

  beforeEach(() => {
    found.length = 0;
    history.pushState(null, '', '/before');
    history.pushState(null, '', '/stories');
  });
  afterEach(() => history.replaceState(null, '', '/'));

  const searched = async () => {
    const { result, unmount } = renderHook(() => useQueryInAddress(search, input));
    act(() => result.current.type('sleep'));
    await waitFor(() => expect(location.search).toBe('?q=sleep'));
    act(() => result.current.type('sleepy'));
    await waitFor(() => expect(location.search).toBe('?q=sleepy'));
    return { result, unmount };
  };

  it('leave no step behind through which Back would lead in vain, however often they are cleared', async () => {
    const { result, unmount } = await searched();
    act(() => result.current.submit(''));
    act(() => result.current.submit(''));
    await waitFor(() => expect(location.pathname + location.search).toBe('/stories'));
    expect([result.current.query, found.at(-1)]).toEqual(['', '']);
    await goBack('/before');
    unmount();
  });

  it('give way to what is typed at once', async () => {
    const { result, unmount } = await searched();
    act(() => result.current.submit(''));
    act(() => result.current.type('rest'));
    await waitFor(() => expect(location.search).toBe('?q=rest'));
    expect([result.current.query, found.at(-1)]).toEqual(['rest', 'rest']);
    await goBack('/stories');
    await goBack('/before');
    unmount();
  });

  it('leave the page in its place where the address came with them', async () => {
    history.replaceState(null, '', '/stories?q=sleep');
    const { result, unmount } = renderHook(() => useQueryInAddress(search, input));
    act(() => result.current.submit(''));
    expect(location.pathname + location.search).toBe('/stories');
    await goBack('/before');
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
