import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { pressForNewTab } from '../testing/press-for-new-tab.js';
import { NOT_FOUND } from '../testing/screen-server.js';
import {
  BEFORE,
  chapter,
  cover,
  fail,
  failure,
  file,
  frame,
  hear,
  HOSTED,
  idOf,
  isShown,
  LONG,
  media,
  open,
  opened,
  OVERVIEW,
  playAll,
  press,
  server,
  status,
  STORY,
  TODAY,
  track,
  useStoryPage,
  video,
} from '../testing/story-player.js';
import { SKIP_AFTER_MS } from './player-state.js';

useStoryPage();

const { setTimeout } = globalThis;
afterEach(() => {
  globalThis.setTimeout = setTimeout;
});

/** On the next page that is opened. */
function goneToday(): void {
  const left = { videos: [{ id: `${opened + 1}b` }], overviewVideo: { id: `${opened + 1}o` } };
  server.on(`HEAD /media/${opened + 1}t.mp4`, NOT_FOUND).on('GET /api/user-story/anna', { body: left });
}

describe('the player of a story', () => {
  it('stands at the first video, and plays nothing by itself', async () => {
    await open(STORY);
    expect([file(), video().paused]).toEqual([`/media/${idOf('o')}.mp4`, true]);
    expect(chapter('Story overview').getAttribute('aria-current')).toBe('true');
    expect(screen.queryByRole('complementary', { name: 'Player' })).toBeNull();
  });

  it('plays an answer that is chosen, and no other after it', async () => {
    const user = await open(STORY);
    await user.click(screen.getByText('Watch Life today'));
    await waitFor(() => expect(status()).toBe('Now playing: Life today'));
    expect([file(), video().paused]).toEqual([`/media/${idOf('t')}.mp4`, false]);
    expect(chapter('Life today').getAttribute('aria-current')).toBe('true');
    expect(chapter('Story overview').getAttribute('aria-current')).toBeNull();
    fireEvent.ended(video());
    expect([file(), screen.queryByRole('complementary', { name: 'Player' })]).toEqual([
      `/media/${idOf('t')}.mp4`,
      null,
    ]);
  });

  it.each(['ctrlKey', 'metaKey', 'shiftKey', 'altKey'] as const)(
    'leaves a press with %s to the browser',
    async (key) => {
      await open(STORY);
      expect(pressForNewTab(screen.getByText('Watch Life today'), key)).toBe(true);
      expect(file()).toBe(`/media/${idOf('o')}.mp4`);
      fireEvent.click(screen.getByText('Watch Life today'));
      expect(file()).toBe(`/media/${idOf('t')}.mp4`);
    },
  );

  it('plays the full interview, answer after answer with its words open, until it is stopped', async () => {
    const user = await open(STORY);
    await user.click(playAll());
    await waitFor(() => expect(status()).toBe('Now playing: Life before'));
    expect([chapter('Life before').open, chapter('Life today').open]).toEqual([true, false]);
    fireEvent.ended(video());
    await waitFor(() => expect(status()).toBe('Now playing: Life today'));
    expect(chapter('Life today').open).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(video().paused).toBe(true);
    expect(isShown(playAll())).toBe(true);
    expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    // Where the keyboard was has gone.
    expect(document.activeElement).toBe(playAll());
  });

  it('says when it waits, and when it goes on', async () => {
    const user = await open(STORY);
    await user.click(screen.getByText('Watch Life today'));
    await waitFor(() => expect(isShown(screen.getByText('Loading video...'))).toBe(false));
    fireEvent.waiting(video());
    expect(isShown(screen.getByText('Loading video...'))).toBe(true);
    fireEvent.playing(video());
    expect(isShown(screen.getByText('Loading video...'))).toBe(false);
  });

  it('leaves it to the browser’s own button where that wants a press', async () => {
    media.refuseToPlay('NotAllowedError');
    const user = await open(STORY);
    await user.click(playAll());
    await waitFor(() => expect(isShown(playAll())).toBe(true));
    expect(failure()).toBe('');
  });

  it('says what is being prepared', async () => {
    const user = await open([OVERVIEW, { ...TODAY, isBeingPrepared: true }]);
    expect(isShown(screen.getByText('This video is being prepared.'))).toBe(false);
    await user.click(screen.getByText('Watch Life today'));
    expect(isShown(screen.getByText('This video is being prepared.'))).toBe(true);
    expect(isShown(video())).toBe(false);
    expect(screen.queryByRole('button', { name: 'Play Full Interview' })).toBeNull();
  });

  describe('when a video does not play', () => {
    it('says that it could not be loaded, and tries again', async () => {
      server.on(`HEAD /media/${opened + 1}t.mp4`, NOT_FOUND).on('GET /api/user-story/anna', { status: 503 });
      const user = await fail();
      expect(failure()).toBe('Failed to load video');
      media.refuseToPlay(null);
      video().currentTime = 66;
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      await waitFor(() => expect(status()).toBe('Now playing: Life today'));
      expect(video().currentTime).toBe(66);
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    });

    it('says so where that was before it came alive', async () => {
      server.on(`HEAD /media/${opened + 1}o.mp4`, NOT_FOUND).on('GET /api/user-story/anna', { status: 503 });
      Object.defineProperty(HTMLMediaElement.prototype, 'error', { configurable: true, value: { code: 4 } });
      await open(STORY).finally(() => Reflect.deleteProperty(HTMLMediaElement.prototype, 'error'));
      await waitFor(() => expect(failure()).toBe('Failed to load video'));
      expect(isShown(screen.getByRole('button', { name: 'Try Again' }))).toBe(true);
    });

    it('says that this device cannot play it when the file is there', async () => {
      server.on(`HEAD /media/${opened + 1}t.mp4`, {});
      await fail();
      expect(failure()).toBe('Video playback errorUnable to play this video on your device');
    });

    it('says that it could not be loaded when the connection was lost, though it is back', async () => {
      server.on(`HEAD /media/${opened + 1}t.mp4`, {}).on('GET /api/user-story/anna', {});
      const user = await open(STORY);
      await user.click(screen.getByText('Watch Life today'));
      await waitFor(() => expect(status()).toBe('Now playing: Life today'));
      Object.defineProperty(video(), 'error', { value: { code: 2 } });
      fireEvent.error(video());
      await waitFor(() => expect(failure()).toBe('Failed to load video'));
    });

    it('says nothing of it over another one that was chosen meanwhile', async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      server.on(`HEAD /media/${opened + 1}t.mp4`, async () => {
        await promise;
        return {};
      });
      media.refuseToPlay('NotSupportedError');
      const user = await open(STORY);
      await user.click(screen.getByText('Watch Life today'));
      await waitFor(() => expect(server.received).toHaveLength(1));
      media.refuseToPlay(null);
      await user.click(screen.getByText('Watch Life before'));
      await waitFor(() => expect(status()).toBe('Now playing: Life before'));
      resolve();
      await fetch(`/media/${idOf('t')}.mp4`, { method: 'HEAD' });
      expect([failure(), status()]).toEqual(['', 'Now playing: Life before']);
    });

    it('says that it is not here any more where it alone was taken back, and shows none of its words', async () => {
      goneToday();
      media.refuseToPlay('NotSupportedError');
      const user = await open([OVERVIEW, BEFORE, { ...TODAY, words: ['I paint.'] }]);
      chapter('Life today').insertAdjacentHTML('afterend', '<blockquote class="chapter-quote">I paint.</blockquote>');
      await user.click(screen.getByText('Watch Life today'));
      const said = 'This video is not here any more';
      const why = 'It may have been taken back by the person who told it.';
      await waitFor(() => expect(failure()).toBe(said + why));
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
      expect(document.body.textContent).not.toContain('I paint.');
      expect(chapter('Life today').textContent).toContain(why);
      media.refuseToPlay(null);
      await user.click(screen.getByText('Watch Life before'));
      await waitFor(() => expect(status()).toBe('Now playing: Life before'));
      expect([failure(), chapter('Life before').textContent]).toEqual(['', expect.stringContaining(LONG[0]!)]);
    });

    it('leaves out of the full interview what is not here any more', async () => {
      goneToday();
      await open([TODAY, BEFORE]);
      globalThis.setTimeout = ((run: () => void, ms?: number) =>
        setTimeout(run, ms === SKIP_AFTER_MS ? 100 : ms)) as typeof globalThis.setTimeout;
      media.refuseToPlay('NotSupportedError');
      press(playAll());
      await waitFor(() =>
        expect(failure()).toBe(
          'This video is not here any moreThe interview goes on with the next answer in a moment.',
        ),
      );
      media.refuseToPlay(null);
      await waitFor(() => expect(status()).toBe('Now playing: Life before'));
      expect(file()).toBe(`/media/${idOf('b')}.mp4`);
    });

    it('shows nothing more of a story that was taken back', async () => {
      server.on(`HEAD /media/${opened + 1}t.mp4`, NOT_FOUND);
      server.on('GET /api/user-story/anna', { status: 404, body: { code: 'story_not_found', message: 'Gone' } });
      media.refuseToPlay('NotSupportedError');
      const user = await open(STORY);
      await user.click(screen.getByText('Watch Life today'));
      const notice = await screen.findByRole('heading', { name: 'No videos available for this story.' });
      expect(document.activeElement).toBe(notice);
      expect([screen.queryByText('Watch Life today'), screen.queryByText('Life today')]).toEqual([null, null]);
    });
  });

  describe('with captions', () => {
    const CAPTIONED = { ...TODAY, captions: '/stories/anna/t.vtt' };

    it('gives each video its own, off until they are asked for, and on from then', async () => {
      const user = await open([OVERVIEW, CAPTIONED, { ...BEFORE, captions: '/stories/anna/b.vtt' }]);
      expect(track()).toBeNull();
      await user.click(screen.getByText('Watch Life today'));
      expect(track()).toMatchObject({ kind: 'captions', srclang: 'en', label: 'English' });
      expect([track()?.getAttribute('src'), track()?.track.mode]).toEqual(['/stories/anna/t.vtt', 'disabled']);
      track()!.track.mode = 'showing';
      await user.click(screen.getByText('Watch Life before'));
      expect(document.querySelectorAll('track')).toHaveLength(1);
      expect([track()?.getAttribute('src'), track()?.track.mode]).toEqual(['/stories/anna/b.vtt', 'showing']);
      expect(localStorage.getItem('story-captions')).toBe('on');
    });
  });

  it('opens every chapter for paper, and closes those that were closed', async () => {
    await open(STORY);
    chapter('Life today').open = true;
    fireEvent(window, new Event('beforeprint'));
    expect(STORY.map(({ title }) => chapter(title).open)).toEqual([true, true, true]);
    fireEvent(window, new Event('afterprint'));
    expect(STORY.map(({ title }) => chapter(title).open)).toEqual([false, false, true]);
  });
});

describe('a video that stands at a host', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('asks nothing of the host before it is to play, and says who will be asked', async () => {
    await open([HOSTED, TODAY]);
    expect([frame(), isShown(cover()), isShown(video())]).toEqual([null, true, false]);
    expect(screen.getByRole('link', { name: 'Open at Vimeo' })).toHaveProperty('href', 'https://vimeo.com/1');
    expect(screen.getByText('Listening only is not possible for videos from Vimeo.')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Listen only' })).toHaveProperty('disabled', true);
    press(cover());
    expect(frame()).toMatchObject({
      title: 'Video player of Vimeo: A hope',
      src: 'https://player.vimeo.com/video/1?dnt=1&autoplay=1&playsinline=1#t=0s',
      referrerPolicy: 'strict-origin',
    });
    expect(frame()?.getAttribute('sandbox')).not.toContain('top-navigation');
    expect(isShown(cover())).toBe(true);
    hear({ event: 'ready' });
    hear({ event: 'playing' });
    expect([isShown(cover()), status()]).toEqual([false, 'Now playing: A hope']);
  });

  it('goes away with its frame when another is chosen, and is heard no more', async () => {
    await open([HOSTED, TODAY]);
    press(cover());
    const gone = frame()?.contentWindow;
    const remove = jest.spyOn(globalThis, 'removeEventListener');
    press(screen.getByText('Watch Life today'));
    expect(remove).toHaveBeenCalledWith('message', expect.any(Function));
    remove.mockRestore();
    expect([frame(), isShown(video()), gone === undefined]).toEqual([null, true, false]);
    expect(screen.getByRole('button', { name: 'Listen only' })).toHaveProperty('disabled', false);
    jest.advanceTimersByTime(60_000);
    expect(failure()).toBe('');
  });

  it('that does not answer is told of in words, can be tried again, and keeps the keyboard at the player', async () => {
    await open([HOSTED, TODAY]);
    screen.getByRole('link', { name: 'Plays from Vimeo' }).focus();
    press(cover());
    expect(document.activeElement).toBe(frame());
    hear({ event: 'ready' }, 'https://elsewhere.example');
    jest.advanceTimersByTime(30_000);
    await Promise.resolve();
    expect(failure()).toBe('Vimeo does not answerYou can try again, or open the video at Vimeo.');
    expect(frame()).toBeNull();
    const again = screen.getByRole('button', { name: 'Try Again' });
    expect(document.activeElement).toBe(again);
    jest.advanceTimersByTime(60_000);
    expect(failure()).toContain('Vimeo does not answer');
    press(again);
    hear({ event: 'ready' });
    hear({ event: 'playing' });
    expect(status()).toBe('Now playing: A hope');
  });

  it('is left out of the full interview when it does not answer', async () => {
    await open([HOSTED, TODAY]);
    press(playAll());
    // A document that is none of a player's, such as the browser's own.
    fireEvent.load(frame()!);
    jest.advanceTimersByTime(5_000);
    expect(failure()).toBe('Vimeo does not answerThe interview goes on with the next answer in a moment.');
    jest.advanceTimersByTime(3_999);
    expect(status()).toBe('Cannot be played: A hope');
    await jest.advanceTimersByTimeAsync(1);
    expect([status(), file()]).toEqual(['Now playing: Life today', `/media/${idOf('t')}.mp4`]);
  });
});
