import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { pressForNewTab } from '../testing/press-for-new-tab.js';
import {
  BEFORE,
  changePreferences,
  chapter,
  file,
  idOf,
  LONG,
  open,
  OVERVIEW,
  said,
  says,
  selectSentence,
  STORY,
  TODAY,
  useStoryPage,
  video,
} from '../testing/story-player.js';

useStoryPage();

describe('the player of a story and its words', () => {
  describe('and the words', () => {
    beforeEach(() => document.documentElement.setAttribute('data-follow', ''));

    it('are marked as they are said, while they are followed', async () => {
      await open(STORY);
      says(0);
      expect(said()).toEqual(['I climbed.']);
      says(2.5);
      expect(said()).toEqual(['Now I rest.']);
      says(9);
      expect(said()).toEqual([]);
      says(0);
      document.documentElement.removeAttribute('data-follow');
      changePreferences();
      expect(said()).toEqual([]);
    });

    it('of another video are not', async () => {
      const user = await open(STORY);
      await user.click(screen.getByText('Watch Life before'));
      says(2.5);
      expect(chapter('Story overview').querySelector('.cue-now')).toBeNull();
      expect(chapter('Life before').querySelector('.cue-now')?.textContent).toBe('Sentence number 1.');
    });

    it('lead to their moment when one is pressed, without playing', async () => {
      const user = await open(STORY);
      await user.click(screen.getByText('Now I rest.', { selector: '.cue' }));
      expect([video().currentTime, video().paused]).toEqual([2, true]);
      document.documentElement.removeAttribute('data-follow');
      await user.click(screen.getByText('I climbed.', { selector: '.cue' }));
      expect(video().currentTime).toBe(2);
    });

    it('are an excerpt under the player, which unfolds and folds again, and is folded of another video', async () => {
      const user = await open([BEFORE, OVERVIEW, { ...TODAY, words: LONG.toReversed() }]);
      const words = screen.getByRole('region', { name: 'What is said in this video' });
      expect(words.textContent).not.toContain('Sentence number 29.');
      await user.click(within(words).getByRole('button', { name: 'Read more' }));
      expect(words.textContent).toContain('Sentence number 29.');
      await user.click(within(words).getByRole('button', { name: 'Show less' }));
      expect(words.textContent).not.toContain('Sentence number 29.');
      await user.click(within(words).getByRole('button', { name: 'Read more' }));
      await user.click(screen.getByText('Watch Life today'));
      expect(words.textContent).toContain('Sentence number 29.');
      expect(words.textContent).not.toContain('Sentence number 0.');
      expect(within(words).getByRole('button', { name: 'Read more' }).ariaExpanded).toBe('false');
      await user.click(screen.getByText('Watch Story overview'));
      expect([words.textContent.includes('Now I rest.'), within(words).queryByRole('button')]).toEqual([true, null]);
    });
  });

  describe('and a moment', () => {
    it('that a link names is gone to, with its words open, and nothing plays', async () => {
      await open(STORY, '#video-t&t=7');
      expect([file(), video().currentTime, video().paused]).toEqual([`/media/${idOf('t')}.mp4`, 7, true]);
      expect(chapter('Life today').open).toBe(true);
    });

    it('that the address names later is gone to as well', async () => {
      await open(STORY);
      location.hash = `#video-${idOf('b')}&t=3`;
      await waitFor(() => expect(video().currentTime).toBe(3));
      expect([file(), chapter('Life before').open]).toEqual([`/media/${idOf('b')}.mp4`, true]);
      location.hash = '#answers';
      expect(file()).toBe(`/media/${idOf('b')}.mp4`);
    });

    it('whose time is pressed is played, and stands in the address', async () => {
      const user = await open(STORY);
      says(5);
      await user.click(within(chapter('Story overview')).getByText('0:00'));
      await waitFor(() => expect(video().paused).toBe(false));
      expect([video().currentTime, location.hash]).toEqual([0, `#video-${idOf('o')}&t=0`]);
    });

    it('whose time is pressed for a new tab stays there', async () => {
      await open(STORY);
      says(5);
      expect(pressForNewTab(within(chapter('Story overview')).getByText('0:00'))).toBe(true);
      expect([video().currentTime, video().paused]).toEqual([5, true]);
    });

    it('that was selected can be played, shared, or left', async () => {
      const user = await open(STORY);
      await selectSentence();
      const link = screen.getByRole('button', { name: 'Copy link to 0:02' });
      expect(link.dataset.share).toBe(`#video-${idOf('o')}&t=2`);
      await user.keyboard('{Escape}');
      expect([screen.queryByRole('group', { name: 'This moment' }), document.getSelection()?.rangeCount]).toEqual([
        null,
        0,
      ]);
      await selectSentence();
      document.getSelection()?.removeAllRanges();
      fireEvent.pointerUp(document.body);
      await waitFor(() => expect(screen.queryByRole('group', { name: 'This moment' })).toBeNull());
      await selectSentence();
      await user.click(screen.getByRole('button', { name: 'Play from 0:02' }));
      expect([video().currentTime, video().paused]).toEqual([2, false]);
      expect(screen.queryByRole('group', { name: 'This moment' })).toBeNull();
    });
  });
});
