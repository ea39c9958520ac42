import { READING_PREFERENCES_CHANGE } from '../../api/contract/common/player-texts.js';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { standInForMedia } from './media-elements.js';
import { ScreenServer } from './screen-server.js';
import { type SampleClip, storyPageHtml } from './story-page.js';

export const media = standInForMedia();
Range.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 10, 10);
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

export let server: ScreenServer;
/** How many pages were opened: the ids of a page begin with its number. */
export let opened = 0;

/** Once in a spec file: every case has a server of its own, and a browser that keeps nothing yet. */
export function useStoryPage(): void {
  beforeEach(() => {
    server = new ScreenServer();
  });
  afterEach(async () => {
    media.refuseToPlay(null);
    for (const name of ['data-listen', 'data-follow']) document.documentElement.removeAttribute(name);
    localStorage.clear();
    await server.close();
  });
}

/** A page of its own for each spec: what an earlier one left listening knows no video of it. */
export async function open(clips: SampleClip[], hash = '') {
  opened++;
  const own = clips.map((clip) => ({ ...clip, id: idOf(clip.id) }));
  await server.open(`/stories/anna${hash && hash.replace('video-', `video-${opened}`)}`);
  document.body.innerHTML = storyPageHtml('anna', own);
  jest.resetModules();
  await import('../story/story.island.js');
  return userEvent.setup({
    advanceTimers: (ms) => void (jest.isMockFunction(setTimeout) && jest.advanceTimersByTime(ms)),
  });
}

export const idOf = (id: string) => `${opened}${id}`;
export const LONG = Array.from({ length: 30 }, (_, at) => `Sentence number ${at}.`);
export const OVERVIEW: SampleClip = {
  id: 'o',
  title: 'Story overview',
  isOverview: true,
  words: ['I climbed.', 'Now I rest.'],
};
export const BEFORE: SampleClip = { id: 'b', title: 'Life before', words: LONG };
export const TODAY: SampleClip = { id: 't', title: 'Life today' };
export const STORY = [OVERVIEW, BEFORE, TODAY];
export const HOSTED: SampleClip = { id: 'h', title: 'A hope', host: 'vimeo' };

export const video = () => screen.getByLabelText<HTMLVideoElement>('Video of the story');
export const file = () => video().getAttribute('src');
export const chapter = (title: string) =>
  screen.getByText(title, { selector: 'summary' }).parentElement as HTMLDetailsElement;
export const isShown = (element: Element) => element.closest('[hidden]') === null;
export const status = () =>
  within(screen.getByRole('complementary', { name: 'Player' })).getByRole('status').textContent;
export const failure = () => screen.queryByRole('alert')?.textContent ?? '';
export const playAll = () => screen.getByRole('button', { name: 'Play Full Interview' });
export const changePreferences = () => document.dispatchEvent(new Event(READING_PREFERENCES_CHANGE));
export const says = (seconds: number) => {
  video().currentTime = seconds;
  fireEvent.timeUpdate(video());
};
export const said = () => [...document.querySelectorAll('.cue-now')].map(({ textContent }) => textContent);

/** Asks for a video that the browser refuses to play. */
export const fail = async () => {
  media.refuseToPlay('NotSupportedError');
  const user = await open(STORY);
  await user.click(screen.getByText('Watch Life today'));
  await waitFor(() => expect(failure()).not.toBe(''));
  return user;
};
export const track = () => document.querySelector('track');
export const selectSentence = async () => {
  document.getSelection()?.selectAllChildren(screen.getByText('Now I rest.', { selector: '.cue' }));
  fireEvent.pointerUp(document.body);
  await screen.findByRole('group', { name: 'This moment' });
};
export const listen = (isOn: boolean) => {
  document.documentElement.toggleAttribute('data-listen', isOn);
  changePreferences();
};
export const chooseLength = (length: string) => {
  if (length === '') delete document.documentElement.dataset.length;
  else document.documentElement.dataset.length = length;
  changePreferences();
};
export const frame = () => document.querySelector('iframe');
export const hear = (data: unknown, origin = 'https://player.vimeo.com') =>
  window.dispatchEvent(new MessageEvent('message', { source: frame()!.contentWindow, origin, data }));
export const cover = () => screen.getByText('Plays from Vimeo');
export const press = (element: Element) => fireEvent.click(element);
