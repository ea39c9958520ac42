import { gzipSync } from 'node:zlib';
import { jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { SearchAnswer, SearchRow } from '../../api/contract/search/search-answer.js';
import type { SearchShards } from '../../api/contract/search/search-index.js';
import { NOT_FOUND, ScreenServer } from '../testing/screen-server.js';
import { SearchResults } from './search-results.js';
import { IDLE, reduceSearch, type SearchEvent } from './search-state.js';
import SearchIsland from './stories.island.js';

const WHOLE = `Quiet days came. ${'The rest of what was said. '.repeat(20)}`;
const row = (videoId: string, changes: Partial<SearchRow> = {}): SearchRow => ({
  videoId,
  userName: 'zoë-2025-03-01',
  firstName: 'Zoë',
  question: 'Life today',
  text: 'I live with quiet days.',
  isWhole: true,
  seconds: null,
  ...changes,
});
const rows = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => row(`v${from + at}`));
const found = (all: SearchRow[], count = all.length): SearchAnswer => ({ count, rows: all, shown: [] });
const PUBLISHED: SearchShards = {
  version: '1',
  shards: ['/pagefind/a/'],
  grams: [{ answers: 0, slots: 0, buckets: 1 }],
};

let server: ScreenServer;
let warn: jest.SpiedFunction<typeof console.warn>;
beforeEach(async () => {
  // Nothing is published, and the API is away, where a spec does not say otherwise.
  server = new ScreenServer().on('GET /api/search-data', 'cut').on('GET /pagefind/shards.json', NOT_FOUND);
  await server.open('/stories');
  warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  warn.mockRestore();
  return server.close();
});

const open = () => ({ ...render(<SearchIsland />), user: userEvent.setup() });
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search what people said' });
/** All at once, so that one query is asked and not one for each letter. */
const search = async (user: UserEvent, words: string) => {
  await user.click(box());
  await user.paste(words);
};
const isGalleryHidden = () => document.documentElement.hasAttribute('data-searching');
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const asked = () => server.received.filter(({ call }) => call === 'GET /api/search-data').map(({ query }) => query);
const openRow = async (changes: Partial<SearchRow>) => {
  openAddress(new URL('/stories?q=quiet', location.href).href);
  server.on('GET /api/search-data', { body: found([row('v1', changes)]) });
  const { user } = open();
  await heading('Search Results (1)');
  return user;
};
/** How many rows stood there from now on, in turn, until it is asked. */
const watchRows = () => {
  const counts = new Set<number>();
  const observer = new MutationObserver(() => counts.add(screen.queryAllByRole('listitem').length));
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    return [...counts].filter((count) => count > 0);
  };
};
const doNothing = () => undefined;

describe('the search of the archive', () => {
  it('is a box and nothing else before something is searched', () => {
    open();
    expect(box().value).toBe('');
    expect([screen.queryByRole('heading'), screen.queryByRole('button'), isGalleryHidden()]).toEqual([
      null,
      null,
      false,
    ]);
  });

  it('shows what the API knows where nothing is published, with the words marked and the ways to them', async () => {
    server.on('GET /api/search-data', { body: found([row('v1', { seconds: 72 }), row('v2', { firstName: 'ندى' })]) });
    const { user } = open();
    await search(user, 'quiet');
    await heading('Search Results (2)');
    expect(isGalleryHidden()).toBe(true);
    await waitFor(() => expect(location.search).toBe('?q=quiet'));
    expect(asked().at(-1)?.get('q')).toBe('quiet');
    const [first, second] = screen.getAllByRole('listitem');
    expect(within(first!).getByRole('heading').textContent).toBe("Zoë's Story - Life today");
    expect(within(second!).getByText('ندى').tagName).toBe('BDI');
    expect(within(first!).getByText('quiet').tagName).toBe('MARK');
    expect(within(first!).getByText('quiet').closest('p')).toHaveProperty('dir', 'auto');
    expect(within(first!).getByRole('link', { name: 'View Story' })).toHaveProperty('hash', '#video-v1');
    expect(within(first!).getByRole('link', { name: 'Play from 1:12' })).toMatchObject({
      pathname: '/stories/zo%C3%AB-2025-03-01',
      hash: '#video-v1&t=72',
    });
    expect(within(second!).queryByRole('link', { name: /^Play from/ })).toBeNull();
    expect(screen.getByRole('region', { name: 'Search Results (2)' }).ariaBusy).toBe('false');
  });

  it('looks for what was typed before the page came alive', async () => {
    server.on('GET /api/search-data', { body: found([row('v1')]) });
    const rendered = render(<SearchIsland />);
    const container = document.createElement('div');
    container.innerHTML = rendered.container.innerHTML;
    rendered.unmount();
    document.body.append(container);
    box().value = 'quiet';
    render(<SearchIsland />, { container, hydrate: true });
    await heading('Search Results (1)');
    expect([box().value, isGalleryHidden()]).toEqual(['quiet', true]);
    expect(asked().map((query) => query.get('q'))).toEqual(['quiet']);
  });

  it('says while it looks, and that nothing was found', async () => {
    const { promise: isReady, resolve: answer } = Promise.withResolvers<void>();
    server.on('GET /api/search-data', async () => {
      await isReady;
      return { body: found([]) };
    });
    const { user } = open();
    await search(user, 'quiet');
    await heading('Searching…');
    expect(screen.getByText('Looking through every transcript…').ariaLive).toBe('polite');
    answer();
    await heading('Search Results (0)');
    expect(screen.getByRole('status').textContent).toBe('No results found for "quiet"');
  });

  it('says that it cannot be reached, keeps the words, and goes on when asked again', async () => {
    const { user } = open();
    await search(user, 'quiet');
    await heading('Search not available');
    expect(screen.getByRole('status').textContent).toContain('Your words are kept');
    expect(box().value).toBe('quiet');
    server.on('GET /api/search-data', { body: found([row('v1')]) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await heading('Search Results (1)');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  describe('in the address', () => {
    beforeEach(() => server.on('GET /api/search-data', { body: found([row('v1')]) }));

    it('is gone after Back, with what was found, and there again after Forward', async () => {
      const { user } = open();
      await user.type(box(), 'quiet');
      await waitFor(() => expect(location.search).toBe('?q=quiet'));
      await user.type(box(), ' days');
      await waitFor(() => expect(location.search).toBe('?q=quiet+days'));
      await heading('Search Results (1)');
      act(() => history.back());
      await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
      expect([location.pathname + location.search, box().value, isGalleryHidden()]).toEqual(['/stories', '', false]);
      act(() => history.forward());
      await heading('Search Results (1)');
      expect([location.search, box().value, isGalleryHidden()]).toEqual(['?q=quiet+days', 'quiet days', true]);
    });

    it('is searched at once', async () => {
      openAddress(new URL('/stories?q=quiet', location.href).href);
      open();
      await heading('Search Results (1)');
      expect(box().value).toBe('quiet');
    });

    it.each(['the button', 'Escape'])('is cleared by %s', async (way) => {
      openAddress(new URL('/stories?q=quiet', location.href).href);
      const { user } = open();
      await heading('Search Results (1)');
      if (way === 'Escape') await user.type(box(), '{Escape}');
      else await user.click(screen.getByRole('button', { name: 'Clear' }));
      expect([location.search, box().value, isGalleryHidden(), document.activeElement]).toEqual(['', '', false, box()]);
    });

    it('is no longer listened to once the page is gone', async () => {
      using add = jest.spyOn(globalThis, 'addEventListener');
      using remove = jest.spyOn(globalThis, 'removeEventListener');
      openAddress(new URL('/stories?q=quiet', location.href).href);
      const { unmount } = open();
      await heading('Search Results (1)');
      unmount();
      const added = add.mock.calls.map(([type, listener]) => ({ type, listener }));
      expect(new Set(added.map(({ type }) => type))).toEqual(new Set(['popstate', 'scroll']));
      for (const { type, listener } of added) expect(remove).toHaveBeenCalledWith(type, listener);
    });
  });

  describe('of many results', () => {
    beforeEach(() => {
      openAddress(new URL('/stories?q=quiet', location.href).href);
      server.on('GET /api/search-data', ({ query }) => {
        const from = Number(query.get('from'));
        return { body: found(rows(from, Math.min(from + 50, 70)), 70) };
      });
    });

    it('shows what a screen holds, then a page, then the rest', async () => {
      const shownCounts = watchRows();
      const { user } = open();
      await heading('Search Results (70)');
      await waitFor(() => expect(screen.getByRole('region').ariaBusy).toBe('false'));
      expect(shownCounts()).toEqual([12, 50]);
      await user.click(screen.getByRole('button', { name: 'Show more results' }));
      await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(70));
      expect(screen.queryByRole('button', { name: 'Show more results' })).toBeNull();
    });

    it('shows all at once to who comes back to a place in them', async () => {
      history.replaceState({ place: { shown: 50, top: 4_000 } }, '');
      const shownCounts = watchRows();
      open();
      await heading('Search Results (70)');
      await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(50));
      expect(shownCounts()).toEqual([50]);
    });

    it('keeps the place to which somebody comes back while its rows are on their way, whatever is scrolled', async () => {
      const { promise: isReady, resolve: answer } = Promise.withResolvers<void>();
      server.on('GET /api/search-data', async ({ query }) => {
        await isReady;
        const from = Number(query.get('from'));
        return { body: found(rows(from, Math.min(from + 50, 70)), 70) };
      });
      const place = { shown: 100, top: 4_000 };
      history.replaceState({ place }, '');
      using scrolled = jest.spyOn(globalThis, 'scrollTo');
      open();
      dispatchEvent(new Event('scroll'));
      await new Promise((resolve) => setTimeout(resolve, 150));
      expect(history.state).toEqual({ place });
      answer();
      await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(70));
      await waitFor(() => expect(scrolled).toHaveBeenCalledWith(0, 4_000));
      scrolled.mockRestore();
      dispatchEvent(new Event('scroll'));
      await waitFor(() => expect(history.state).toEqual({ place: { shown: 100, top: 0 } }));
    });

    it('says that more did not come, and lets it be tried again', async () => {
      const { user } = open();
      await heading('Search Results (70)');
      server.on('GET /api/search-data', 'cut');
      await user.click(await screen.findByRole('button', { name: 'Show more results' }));
      await screen.findByText(/^More results cannot be reached right now/);
      expect(screen.getAllByRole('listitem')).toHaveLength(50);
      server.on('GET /api/search-data', { body: found(rows(50, 70), 70) });
      await user.click(screen.getByRole('button', { name: 'Show more results' }));
      await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(70));
      expect(screen.queryByText(/^More results cannot be reached/)).toBeNull();
    });
  });

  describe('of an answer that is long', () => {
    const STORY = 'GET /api/user-story/zo%C3%AB-2025-03-01';
    it('unfolds what is here already, and folds it', async () => {
      const user = await openRow({ text: WHOLE });
      expect(screen.getByRole('listitem').textContent).not.toContain(WHOLE);
      const button = screen.getByRole('button', { name: 'Read More' });
      await user.click(button);
      expect(screen.getByRole('listitem').textContent).toContain(WHOLE);
      expect([button.textContent, button.ariaExpanded]).toEqual(['Show Less', 'true']);
      await user.click(button);
      expect(screen.getByRole('listitem').textContent).not.toContain(WHOLE);
      expect(server.received.map(({ call }) => call)).not.toContain(STORY);
    });

    it('fetches what is not, and says when that fails', async () => {
      server.on(STORY, NOT_FOUND);
      const user = await openRow({ isWhole: false });
      await user.click(screen.getByRole('button', { name: 'Read More' }));
      await screen.findByText(/^The whole answer cannot be reached right now/);
      server.on(STORY, { body: { videos: [{ id: 'v1', transcript: WHOLE }] } });
      await user.click(screen.getByRole('button', { name: 'Read More' }));
      await screen.findByRole('button', { name: 'Show Less' });
      expect(screen.getByRole('listitem').textContent).toContain(WHOLE);
      expect(screen.queryByText(/^The whole answer cannot be reached/)).toBeNull();
    });
  });
});

describe('a search that finds nothing', () => {
  beforeEach(() => {
    server.on('GET /api/search-data', ({ query }) => ({ body: found(query.get('q') === 'sleep' ? [row('v1')] : []) }));
  });

  it('leads on: the page shows where to, and the archive’s own words are a press away', async () => {
    server.on('GET /pagefind/shards.json', { body: PUBLISHED });
    server.on('GET /pagefind/a/words.bin', { body: gzipSync(JSON.stringify(['and', 'sleep'])) });
    const { user } = open();
    await search(user, 'slep');
    await screen.findByText('No results found for "slep"');
    expect(document.documentElement.hasAttribute('data-nothing-found')).toBe(true);
    await user.click(await screen.findByRole('link', { name: 'sleep' }));
    await heading('Search Results (1)');
    expect([location.search, box().value]).toEqual(['?q=sleep', 'sleep']);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Search Results (1)' }));
    expect(document.documentElement.hasAttribute('data-nothing-found')).toBe(false);
  });

  it('says no more than that where nothing is published', async () => {
    const { user } = open();
    await search(user, 'slep');
    await screen.findByText('No results found for "slep"');
    expect(screen.queryByRole('link')).toBeNull();
  });
});

describe('the results of the published index alone', () => {
  const query = 'quiet';
  const show = (...events: SearchEvent[]) => {
    const state = [{ type: 'asked' as const, query }, ...events].reduce(reduceSearch, IDLE);
    render(<SearchResults state={state} onRetry={doNothing} onMore={async () => undefined} onSearch={doNothing} />);
  };
  const apart: SearchEvent = { type: 'whole-failed', query };
  const done: SearchEvent = { type: 'index-done', query, isCapped: false };

  it('are there while the rest is looked for', () => {
    show({ type: 'index-found', query, rows: rows(0, 3) });
    expect(screen.getByRole('region', { name: 'Search Results (3)' }).ariaBusy).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('Looking through every transcript…');
  });

  it('say that they are not all, and count no more than they know', () => {
    show({ type: 'index-found', query, rows: rows(0, 3) }, { ...done, isCapped: true }, apart);
    expect(screen.getByRole('region', { name: 'Search Results (3+)' }).ariaBusy).toBe('false');
    expect(screen.getByRole('status').textContent).toMatch(/matches at the beginning of words only\.$/);
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('do not say that there is nothing when they found nothing', () => {
    show(done, apart);
    screen.getByRole('heading', { level: 2, name: 'Search Results' });
    expect(screen.getByRole('status').textContent).toContain('No results found for "quiet". The full search cannot');
    screen.getByRole('button', { name: 'Try Again' });
  });
});
