import { gzipSync } from 'node:zlib';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { SearchShards } from '../../api/contract/search/search-index.js';
import { pressForNewTab } from '../testing/press-for-new-tab.js';
import { ScreenServer } from '../testing/screen-server.js';
import { NearestWords } from './nearest-words.js';

const PUBLISHED: SearchShards = {
  version: '1',
  shards: ['/pagefind/a/'],
  grams: [{ answers: 1, slots: 1, buckets: 1 }],
};

let server: ScreenServer;
let searched: string[];
beforeEach(async () => {
  server = new ScreenServer()
    .on('GET /pagefind/shards.json', { body: PUBLISHED })
    .on('GET /pagefind/a/words.bin', { body: gzipSync(JSON.stringify(['and', 'sleep', 'slept', 'café'])) });
  searched = [];
  await server.open('/stories?q=slep');
});
afterEach(() => server.close());

const nearestWords = (query: string) => <NearestWords query={query} onSearch={(word) => searched.push(word)} />;
const linked = async () => (await screen.findAllByRole('link')).map(({ textContent }) => textContent);

it('offers the nearest words that are said, each as a link to its search', async () => {
  render(nearestWords('slep'));
  expect(await linked()).toEqual(['sleep', 'slept']);
  expect(screen.getByText('Did you mean')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'sleep' }).getAttribute('href')).toBe('/stories?q=sleep');
});

it('searches for the word that is pressed, on this page', async () => {
  render(nearestWords('slep'));
  const isLeft = fireEvent.click(await screen.findByRole('link', { name: 'slept' }));
  expect([isLeft, searched]).toEqual([false, ['slept']]);
});

it('leaves a press for a new tab to the browser', async () => {
  render(nearestWords('slep'));
  const link = await screen.findByRole('link', { name: 'sleep' });
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey'] as const) expect(pressForNewTab(link, key)).toBe(true);
  expect(searched).toEqual([]);
});

it('shows none of the query before', async () => {
  const { rerender } = render(nearestWords('slep'));
  await linked();
  rerender(nearestWords('caf\u00e8'));
  expect(screen.queryByRole('link')).toBeNull();
  expect(await linked()).toEqual(['café']);
});

it('reads the words again for another query when they could not be read', async () => {
  server.on('GET /pagefind/a/words.bin', { status: 503 });
  const { container, rerender } = render(nearestWords('slep'));
  await waitFor(() => expect(server.received).toHaveLength(2));
  expect(container.textContent).toBe('');
  server.on('GET /pagefind/a/words.bin', { body: gzipSync('["sleep"]') });
  rerender(nearestWords('sleepp'));
  expect(await linked()).toEqual(['sleep']);
});
