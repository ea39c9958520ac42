import { screen, waitFor } from '@testing-library/react';
import { readAloud } from '../testing/screen-reader.js';
import { OVERVIEW, open, playAll, status, TODAY, useStoryPage } from '../testing/story-player.js';

useStoryPage();

it('whoever plays a story hears what it has, what plays now, and how it stops', async () => {
  const user = await open([
    { ...OVERVIEW, short: [0, 1] },
    { ...TODAY, words: ['Now a good day is one conversation.'], short: [0] },
  ]);
  expect(await readAloud(screen.getByRole('main').parentElement!)).toEqual([
    'main',
    'Video of the story',
    'Story overview',
    'region, What is said in this video',
    'I climbed. Now I rest.',
    'button, Play Full Interview',
    'button, Listen only',
    'group, current item',
    'Story overview',
    'link, Watch Story overview',
    'link, 0:00',
    'I climbed.',
    'Now I rest.',
    'group',
    'Life today',
    'link, Watch Life today',
    'link, 0:00',
    'Now a good day is one conversation.',
  ]);
  await user.click(playAll());
  await waitFor(() => expect(status()).toBe('Now playing: Life today'));
  expect(await readAloud(screen.getByRole('main').parentElement!)).toEqual([
    'main',
    'Video of the story',
    'Life today',
    'region, What is said in this video',
    'Now a good day is one conversation.',
    'button, Stop Interview',
    'button, Listen only',
    'group',
    'Story overview',
    'link, Watch Story overview',
    'link, 0:00',
    'I climbed.',
    'Now I rest.',
    'group, current item',
    'Life today',
    'link, Watch Life today',
    'link, 0:00',
    'Now a good day is one conversation.',
    'complementary, Player',
    'status',
    'Now playing: Life today',
    'button, Stop',
  ]);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await readAloud(screen.getByRole('main').parentElement!)).toEqual([
    'main',
    'Video of the story',
    'Life today',
    'region, What is said in this video',
    'Now a good day is one conversation.',
    'button, Play Full Interview',
    'button, Listen only',
    'group',
    'Story overview',
    'link, Watch Story overview',
    'link, 0:00',
    'I climbed.',
    'Now I rest.',
    'group, current item',
    'Life today',
    'link, Watch Life today',
    'link, 0:00',
    'Now a good day is one conversation.',
  ]);
});
