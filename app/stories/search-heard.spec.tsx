import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { SearchAnswer } from '../../api/contract/search/search-answer.js';
import { readAloud } from '../testing/screen-reader.js';
import { NOT_FOUND, ScreenServer } from '../testing/screen-server.js';
import SearchIsland from './stories.island.js';

const FOUND: SearchAnswer = {
  count: 2,
  shown: [],
  rows: [
    {
      videoId: 'v1',
      userName: 'anna-2025-03-01',
      firstName: 'Anna',
      question: 'Life today',
      text: 'I live with quiet days.',
      isWhole: true,
      seconds: 12,
    },
    {
      videoId: 'v2',
      userName: 'anna-2025-07-09',
      firstName: 'Anna',
      question: 'A dream',
      text: `A quiet garden. ${'And so on. '.repeat(30)}`,
      isWhole: true,
      seconds: null,
    },
  ],
};

let server: ScreenServer;
beforeEach(async () => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  server = new ScreenServer().on('GET /api/search-data', { body: FOUND });
  // Asked where the API takes long.
  server.on('GET /pagefind/shards.json', NOT_FOUND);
  await server.open('/stories');
});
afterEach(() => {
  jest.restoreAllMocks();
  return server.close();
});

it('whoever searches hears how much is found, whose words they are, and the ways to them', async () => {
  const { container } = render(<SearchIsland />);
  expect(await readAloud(container)).toEqual([
    'search',
    'form',
    'searchbox, Search what people said, placeholder Search transcripts',
  ]);
  await userEvent.click(screen.getByRole('searchbox'));
  await userEvent.paste('quiet');
  await screen.findByRole('heading', { name: 'Search Results (2)' });
  expect(await readAloud(container)).toEqual([
    'search',
    'form',
    'searchbox, Search what people said, quiet',
    'button, Clear',
    'region, Search Results (2), not busy',
    'heading, Search Results (2), level 2',
    'status',
    'Search Results (2)',
    '.',
    "heading, Anna 's Story - Life today March 2025, level 3",
    'Anna',
    "'s Story - Life today",
    'March 2025',
    'I live with',
    'mark',
    'quiet',
    'days.',
    "link, View Story, Anna 's Story - Life today March 2025",
    "link, Play from 0:12, Anna 's Story - Life today March 2025",
    "heading, Anna 's Story - A dream July 2025, level 3",
    "'s Story - A dream",
    'July 2025',
    'mark',
    'quiet',
    'garden. And so on. And so on. And so on. And so on. And so on. And so on. And so on. And so on. And…',
    "link, View Story, Anna 's Story - A dream July 2025",
    "button, Read More, Anna 's Story - A dream July 2025, not expanded",
  ]);
});
