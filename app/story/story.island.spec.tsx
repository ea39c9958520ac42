import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { standInForMedia } from '../testing/media-elements.js';
import { NOT_FOUND, ScreenServer } from '../testing/screen-server.js';
import { type SampleClip, storyPageHtml } from '../testing/story-page.js';

const media = standInForMedia();
Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

let server: ScreenServer;
let opened = 0;
beforeEach(() => {
  server = new ScreenServer();
});
afterEach(async () => {
  media.refuseToPlay(null);
  for (const name of ['data-listen', 'data-follow']) document.documentElement.removeAttribute(name);
  localStorage.clear();
  await server.close();
});

/** A page of its own for each spec: what an earlier one left listening knows no video of it. */
async function open(clips: SampleClip[], hash = '') {
  opened++;
  const own = clips.map((clip) => ({ ...clip, id: idOf(clip.id) }));
  await server.open(`/stories/anna${hash && hash.replace('video-', `video-${opened}`)}`);
  document.body.innerHTML = storyPageHtml('anna', own);
  jest.resetModules();
  await import('./story.island.js');
  return userEvent.setup({
    advanceTimers: (ms) => void (jest.isMockFunction(setTimeout) && jest.advanceTimersByTime(ms)),
  });
}

const idOf = (id: string) => `${opened}${id}`;
const LONG = Array.from({ length: 30 }, (_, at) => `Sentence number ${at}.`);
const OVERVIEW: SampleClip = {
  id: 'o',
  title: 'Story overview',
  isOverview: true,
  words: ['I climbed.', 'Now I rest.'],
};
const BEFORE: SampleClip = { id: 'b', title: 'Life before', words: LONG };
const TODAY: SampleClip = { id: 't', title: 'Life today' };
const STORY = [OVERVIEW, BEFORE, TODAY];
const HOSTED: SampleClip = { id: 'h', title: 'A hope', host: 'vimeo' };

const video = () => screen.getByLabelText<HTMLVideoElement>('Video of the story');
const file = () => video().getAttribute('src');
const chapter = (title: string) => screen.getByText(title, { selector: 'summary' }).parentElement as HTMLDetailsElement;
const isShown = (element: Element) => element.closest('[hidden]') === null;
const status = () => within(screen.getByRole('complementary', { name: 'Player' })).getByRole('status').textContent;
const failure = () => screen.queryByRole('alert')?.textContent ?? '';
const playAll = () => screen.getByRole('button', { name: 'Play Full Interview' });
const changePreferences = () => document.dispatchEvent(new Event('reading-preferences'));
const says = (seconds: number) => {
  video().currentTime = seconds;
  fireEvent.timeUpdate(video());
};
const said = () => [...document.querySelectorAll('.cue-now')].map(({ textContent }) => textContent);

/** Asks for a video that the browser refuses to play. */
const fail = async () => {
  media.refuseToPlay('NotSupportedError');
  const user = await open(STORY);
  await user.click(screen.getByText('Watch Life today'));
  await waitFor(() => expect(failure()).not.toBe(''));
  return user;
};
const track = () => document.querySelector('track');
const selectSentence = async () => {
  document.getSelection()?.selectAllChildren(screen.getByText('Now I rest.', { selector: '.cue' }));
  fireEvent.pointerUp(document.body);
  await screen.findByRole('group', { name: 'This moment' });
};
const listen = (isOn: boolean) => {
  document.documentElement.toggleAttribute('data-listen', isOn);
  changePreferences();
};
const chooseLength = (length: string) => {
  if (length === '') delete document.documentElement.dataset.length;
  else document.documentElement.dataset.length = length;
  changePreferences();
};
const frame = () => document.querySelector('iframe');
const hear = (data: unknown, origin = 'https://player.vimeo.com') =>
  window.dispatchEvent(new MessageEvent('message', { source: frame()!.contentWindow, origin, data }));
const cover = () => screen.getByText('Plays from Vimeo');
const press = (element: Element) => fireEvent.click(element);

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
      await user.click(screen.getByRole('button', { name: 'Try Again' }));
      await waitFor(() => expect(status()).toBe('Now playing: Life today'));
      expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    });

    it('says that this device cannot play it when the file is there', async () => {
      server.on(`HEAD /media/${opened + 1}t.mp4`, {});
      await fail();
      expect(failure()).toBe('Video playback errorUnable to play this video on your device');
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
    jest.advanceTimersByTime(5_000);
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
    jest.advanceTimersByTime(5_000);
    expect(failure()).toBe('Vimeo does not answerThe interview goes on with the next answer in a moment.');
    jest.advanceTimersByTime(3_999);
    expect(status()).toBe('Cannot be played: A hope');
    await jest.advanceTimersByTimeAsync(1);
    expect([status(), file()]).toEqual(['Now playing: Life today', `/media/${idOf('t')}.mp4`]);
  });
});
