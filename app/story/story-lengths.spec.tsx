import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  BEFORE,
  chapter,
  chooseLength,
  file,
  idOf,
  isShown,
  listen,
  open,
  OVERVIEW,
  playAll,
  says,
  status,
  STORY,
  TODAY,
  useStoryPage,
  video,
} from '../testing/story-player.js';

useStoryPage();

describe('the player of a story', () => {
  describe('while somebody only listens', () => {
    const HEARD = { ...TODAY, audio: '/media/t.m4a' };

    it('plays the sound alone from the same moment, and the picture again', async () => {
      const user = await open([HEARD, BEFORE]);
      await user.click(screen.getByText('Watch Life today'));
      says(5);
      listen(true);
      expect([file(), video().currentTime, video().paused]).toEqual(['/media/t.m4a', 5, false]);
      video().pause();
      listen(false);
      expect([file(), video().currentTime, video().paused]).toEqual([`/media/${idOf('t')}.mp4`, 5, true]);
    });

    it('plays the video where there is no sound alone', async () => {
      document.documentElement.setAttribute('data-listen', '');
      await open([BEFORE, HEARD]);
      expect(file()).toBe(`/media/${idOf('b')}.mp4`);
    });
  });

  describe('for those who have two minutes', () => {
    const SHORT = [
      OVERVIEW,
      { ...BEFORE, short: [1, 2, 10] },
      { ...TODAY, words: ['Now I rest a lot.', 'I hope.'], short: [1] },
    ];
    afterEach(() => delete document.documentElement.dataset.length);

    it('stands at the first sentence that was chosen, and plays one stretch after the other, of all videos', async () => {
      document.documentElement.dataset.length = '2';
      const user = await open(SHORT);
      expect([file(), video().currentTime, video().paused]).toEqual([`/media/${idOf('b')}.mp4`, 2, true]);
      await user.click(screen.getByRole('button', { name: 'Play 2 Minutes' }));
      await waitFor(() => expect(status()).toBe('Now playing: Life before'));
      says(5.8);
      expect(video().currentTime).toBe(5.8);
      says(6.1);
      expect(video().currentTime).toBe(20);
      says(22);
      await waitFor(() => expect(status()).toBe('Now playing: Life today'));
      expect([video().currentTime, video().paused]).toEqual([2, false]);
      says(4);
      expect([video().paused, screen.queryByRole('complementary', { name: 'Player' })]).toEqual([true, null]);
      await user.click(screen.getByRole('button', { name: 'Play 2 Minutes' }));
      expect([file(), video().currentTime]).toEqual([`/media/${idOf('b')}.mp4`, 2]);
    });

    it('begins with what was chosen also after the last of it has ended with its film', async () => {
      document.documentElement.dataset.length = '2';
      const user = await open([{ ...BEFORE, short: [1, 10] }]);
      await user.click(screen.getByText('Watch Life before'));
      says(2);
      says(20);
      fireEvent.ended(video());
      video().currentTime = 0;
      await user.click(screen.getByText('Watch Life before'));
      await waitFor(() => expect(video().currentTime).toBe(2));
    });

    it('goes wherever somebody goes by themselves', async () => {
      document.documentElement.dataset.length = '2';
      const user = await open(SHORT);
      await user.click(screen.getByRole('button', { name: 'Play 2 Minutes' }));
      says(30);
      expect(video().currentTime).toBe(30);
    });

    it('shows what was left out where that is asked for, and folds it again', async () => {
      document.documentElement.dataset.length = '2';
      const user = await open(SHORT);
      const [gap] = within(chapter('Life today')).getAllByRole('button', { name: 'What is left out here' });
      await user.click(gap!);
      expect([gap!.ariaExpanded, screen.getByText('Now I rest a lot.').dataset.unfolded]).toEqual(['true', '']);
      expect(screen.getByText('I hope.', { selector: 'details .cue' }).dataset.unfolded).toBeUndefined();
      await user.click(gap!);
      expect([gap!.ariaExpanded, screen.getByText('Now I rest a lot.').dataset.unfolded]).toEqual(['false', undefined]);
    });

    it('has the chosen sentences under the player, and the whole story again when that is chosen', async () => {
      document.documentElement.dataset.length = '2';
      await open(SHORT);
      const words = screen.getByRole('region', { name: 'What is said in this video' });
      expect(words.textContent).toContain('Sentence number 1. Sentence number 2. Sentence number 10.');
      chooseLength('');
      expect(words.textContent).toContain('Sentence number 0. Sentence number 1.');
      expect(isShown(playAll())).toBe(true);
    });

    it('ends what plays when only the words are wanted, and opens them all', async () => {
      const user = await open(SHORT);
      await user.click(playAll());
      chooseLength('words');
      expect([video().paused, SHORT.map(({ title }) => chapter(title).open)]).toEqual([true, [true, true, true]]);
    });

    it('is told the whole story where nobody has chosen sentences', async () => {
      document.documentElement.dataset.length = '2';
      await open(STORY);
      expect([file(), video().currentTime]).toEqual([`/media/${idOf('o')}.mp4`, 0]);
      expect(isShown(playAll())).toBe(true);
    });
  });
});
