import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SearchAnswer } from '../../api/contract/search/search-answer.js';
import { useOlderBrowser } from '../testing/older-browser.js';
import { NOT_FOUND, ScreenServer } from '../testing/screen-server.js';
import SearchIsland from './stories.island.js';

const FOUND: SearchAnswer = {
  count: 1,
  rows: [
    {
      videoId: 'v1',
      userName: 'zoë-2025-03-01',
      firstName: 'Zoë',
      question: 'Life today',
      text: 'I live with quiet days.',
      isWhole: true,
      seconds: null,
    },
  ],
  shown: [],
};

useOlderBrowser();

let server: ScreenServer;
beforeEach(async () => {
  server = new ScreenServer().on('GET /api/search-data', { body: FOUND }).on('GET /pagefind/shards.json', NOT_FOUND);
  await server.open('/stories');
});
afterEach(() => server.close());

it('an older browser searches the archive', async () => {
  render(<SearchIsland />);
  await userEvent.click(screen.getByRole('searchbox', { name: 'Search what people said' }));
  await userEvent.paste('quiet');
  await screen.findByRole('heading', { level: 2, name: 'Search Results (1)' });
});
