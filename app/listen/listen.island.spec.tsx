import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { standInForMedia } from '../testing/media-elements.js';
import { pressForNewTab } from '../testing/press-for-new-tab.js';

const media = standInForMedia();
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
  this.dispatchEvent(new Event('close'));
};
const lockScreen: Record<string, (details: MediaSessionActionDetails) => void> = {};
const session = {
  metadata: null as MediaMetadataInit | null,
  playbackState: 'none',
  setActionHandler(action: string, handler: (details: MediaSessionActionDetails) => void) {
    if (action === 'seekto') throw new TypeError('This browser does not know it.');
    lockScreen[action] = handler;
  },
};
Object.assign(navigator, { mediaSession: session });
Object.assign(globalThis, {
  MediaMetadata: class {
    constructor(init: MediaMetadataInit) {
      Object.assign(this, init);
    }
  },
});

const VOICES = ['Anna', 'Ben', 'Cleo'];

async function open(names = VOICES): Promise<ReturnType<typeof userEvent.setup>> {
  document.body.innerHTML = `<div data-listen-page="Life today">
    <button data-action="listen">Listen</button>
    ${names.map((name) => `<a href="/stories/x" data-sound="/media/${name}.m4a" data-name="${name}" ${name === 'Cleo' ? '' : `data-poster="/media/${name}.webp"`}>${name}</a>`).join('')}
    <dialog aria-label="Listen in the dark"><audio></audio><img alt="" data-part="face" hidden>
      <div role="status"><p data-part="name"></p><p data-part="place"></p></div>
      <button data-action="previous">Previous</button>
      <button data-action="toggle"><span data-part="toggle-label">Play</span></button>
      <button data-action="next">Next</button>
      <button data-action="light">Light</button>
    </dialog></div>`;
  jest.resetModules();
  await import('./listen.island.js');
  return userEvent.setup();
}
const face = () => document.querySelector('img:not([hidden])')?.getAttribute('src');
const audio = () => document.querySelector('audio')!;
const press = (action: string) => lockScreen[action]?.({ action: action as MediaSessionAction });
const heard = () => [screen.queryByRole('status')?.textContent, audio().getAttribute('src'), audio().paused];

describe('listening in the dark', () => {
  afterEach(() => media.refuseToPlay(null));

  it('plays nothing before somebody asks for it, then one voice after the other', async () => {
    const user = await open();
    expect([screen.queryByRole('dialog'), audio().getAttribute('src')]).toEqual([null, null]);
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    expect(heard()).toEqual(['Anna1 of 3', '/media/Anna.m4a', false]);
    fireEvent.ended(audio());
    expect(heard()).toEqual(['Ben2 of 3', '/media/Ben.m4a', false]);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    fireEvent.ended(audio());
    expect(heard()[0]).toBe('That was the last voice.3 of 3');
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(heard()).toEqual(['Anna1 of 3', '/media/Anna.m4a', false]);
  });

  it('shows the face of whoever is heard, and none where there is none', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    expect(face()).toBe('/media/Anna.webp');
    fireEvent.ended(audio());
    expect(face()).toBe('/media/Ben.webp');
    fireEvent.ended(audio());
    expect(face()).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    expect(face()).toBe('/media/Ben.webp');
  });

  it('begins with whoever is chosen, rests, and ends when the light is turned on', async () => {
    const user = await open();
    await user.click(screen.getByRole('link', { name: 'Ben' }));
    expect(heard()).toEqual(['Ben2 of 3', '/media/Ben.m4a', false]);
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(audio().paused).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(audio().paused).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Light' }));
    expect([audio().paused, screen.queryByRole('dialog')]).toEqual([true, null]);
  });

  it('goes on by itself where the browser tells of the end as of a pause first', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    Object.defineProperty(audio(), 'ended', { value: true });
    fireEvent.pause(audio());
    fireEvent.ended(audio());
    expect(heard()).toEqual(['Ben2 of 3', '/media/Ben.m4a', false]);
  });

  it('rests, and can be gone on with, when something else takes the sound away', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    audio().pause();
    expect(session.playbackState).toBe('paused');
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(heard()).toEqual(['Anna1 of 3', '/media/Anna.m4a', false]);
  });

  it('waits for another press where the browser does not let it begin', async () => {
    media.refuseToPlay('NotAllowedError');
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    await screen.findByRole('button', { name: 'Play' });
    media.refuseToPlay(null);
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(heard()).toEqual(['Anna1 of 3', '/media/Anna.m4a', false]);
  });

  it('leaves a press on a voice to the browser where that is asked for a new tab', async () => {
    await open();
    expect(pressForNewTab(screen.getByRole('link', { name: 'Anna' }))).toBe(true);
    expect([screen.queryByRole('dialog'), audio().getAttribute('src')]).toEqual([null, null]);
  });

  it('goes past what was taken back meanwhile, and says when nothing can be played', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    media.refuseToPlay('NotSupportedError');
    fireEvent.error(audio());
    expect(heard()[0]).toBe('Ben2 of 3');
    fireEvent.error(audio());
    fireEvent.error(audio());
    expect(heard()[0]).toContain('This cannot be played right now.');
  });

  it('loads what could not be played once more for whoever asks for it again', async () => {
    const user = await open(['Anna']);
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    media.refuseToPlay('NotSupportedError');
    const load = () => media.refuseToPlay(null);
    Object.defineProperties(audio(), { error: { value: { code: 2 } }, load: { value: load } });
    fireEvent.error(audio());
    expect(heard()[0]).toContain('This cannot be played right now.');
    await user.click(screen.getByRole('button', { name: 'Play' }));
    expect(heard()).toEqual(['Anna1 of 1', '/media/Anna.m4a', false]);
  });

  it('is led from the lock screen, which shows who speaks and no picture', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Listen' }));
    expect(session.metadata).toMatchObject({ title: 'Life today', artist: 'Anna', artwork: [] });
    press('nexttrack');
    await waitFor(() => expect(session.metadata).toMatchObject({ artist: 'Ben' }));
    press('pause');
    expect([audio().paused, session.playbackState]).toEqual([true, 'paused']);
    press('play');
    audio().currentTime = 20;
    press('seekbackward');
    expect([audio().paused, audio().currentTime]).toEqual([false, 5]);
    press('seekforward');
    expect(audio().currentTime).toBe(20);
    press('previoustrack');
    expect(heard()).toEqual(['Anna1 of 3', '/media/Anna.m4a', false]);
  });
});
