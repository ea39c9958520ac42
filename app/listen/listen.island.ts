import { SITE_NAME } from '../../api/contract/common/wordings.js';
import { opensElsewhere } from '../shared/ui/opens-elsewhere.js';
import { LISTEN_MESSAGES as messages } from './listen.messages.js';
import { type Playlist, type PlaylistEvent, reducePlaylist } from './playlist.js';

const SKIP_SECONDS = 15;

/** Brings the page of voices to life. Without it, it leads to each of them in their story. */
const root = document.querySelector<HTMLElement>('[data-listen-page]');
const sound = root?.querySelector('audio');
const dark = root?.querySelector('dialog');
if (root && sound && dark) mount(root, sound, dark);

function mount(page: HTMLElement, audio: HTMLAudioElement, dialog: HTMLDialogElement): void {
  const voices = [...page.querySelectorAll<HTMLElement>('[data-sound]')].map(({ dataset }) => ({
    name: dataset.name ?? '',
    sound: dataset.sound ?? '',
    poster: dataset.poster ?? '',
  }));
  let list: Playlist = { count: voices.length, index: 0, state: 'waiting', failures: 0 };

  const find = (part: string) => page.querySelectorAll<HTMLElement>(`[data-part="${part}"]`);
  const write = (part: string, text: string) => find(part).forEach((element) => (element.textContent = text));
  const send = (event: PlaylistEvent) => {
    const before = list;
    list = reducePlaylist(list, event);
    const isOther = voices[list.index]?.sound !== audio.getAttribute('src');
    if (isOther && list.state !== 'waiting') audio.src = voices[list.index]?.sound ?? '';
    if (list.state === 'playing' && (isOther || before.state !== 'playing')) void start();
    if (list.state !== 'playing' && before.state === 'playing') audio.pause();
    show();
  };
  const start = async () => {
    // What has failed is not loaded anew by playing it.
    if (audio.error) audio.load();
    try {
      await audio.play();
    } catch (error) {
      const name = error instanceof DOMException ? error.name : '';
      // AbortError: another one took its place. NotSupportedError is told as an error of the element, too.
      if (name === 'NotAllowedError') send({ type: 'pause' });
    }
  };
  const show = () => {
    const isPlaying = list.state === 'playing';
    const status = { ended: messages.ended, failed: messages.failed }[list.state as string];
    write('name', status ?? voices[list.index]?.name ?? '');
    write('place', messages.place(list.index + 1, list.count));
    write('toggle-label', isPlaying ? messages.pause : messages.play);
    showFace(status === undefined ? voices[list.index]?.poster : '');
    find('icon-pause').forEach((icon) => icon.toggleAttribute('hidden', !isPlaying));
    find('icon-play').forEach((icon) => icon.toggleAttribute('hidden', isPlaying));
    tellLockScreen(page.dataset.listenPage ?? '', voices[list.index]?.name ?? '', isPlaying);
  };
  const showFace = (poster = '') => {
    for (const face of find('face')) {
      face.hidden = poster === '';
      if (poster !== '') face.setAttribute('src', poster);
    }
  };
  const toggle = () => send({ type: list.state === 'playing' ? 'pause' : 'play' });
  const skip = (seconds: number) => (audio.currentTime = Math.max(0, audio.currentTime + seconds));

  audio.addEventListener('playing', () => send({ type: 'sounding' }));
  audio.addEventListener('ended', () => send({ type: 'ended' }));
  audio.addEventListener('error', () => send({ type: 'failed' }));
  // A call, or headphones that were pulled out.
  audio.addEventListener('pause', () => audio.ended || send({ type: 'pause' }));

  page.addEventListener('click', (event) => {
    const { target } = event;
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-action], [data-sound]') : null;
    if (!pressed || opensElsewhere(pressed, event)) return;
    const { action, sound: chosen } = pressed.dataset;
    if (chosen !== undefined) event.preventDefault();
    if (chosen !== undefined || action === 'listen') dialog.showModal();
    if (chosen !== undefined) send({ type: 'choose', index: voices.findIndex((voice) => voice.sound === chosen) });
    else if (action === 'listen') send({ type: 'play' });
    else if (action === 'toggle') toggle();
    else if (action === 'next' || action === 'previous') send({ type: action });
    else if (action === 'light') dialog.close();
  });
  // Whoever leaves the dark has heard enough.
  dialog.addEventListener('close', () => send({ type: 'pause' }));

  onLockScreen({
    play: () => send({ type: 'play' }),
    pause: () => send({ type: 'pause' }),
    nexttrack: () => send({ type: 'next' }),
    previoustrack: () => send({ type: 'previous' }),
    seekbackward: ({ seekOffset }) => skip(-(seekOffset ?? SKIP_SECONDS)),
    seekforward: ({ seekOffset }) => skip(seekOffset ?? SKIP_SECONDS),
    seekto: ({ seekTime }) => (audio.currentTime = seekTime ?? 0),
  });
}

type LockScreenHandlers = Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>>;

function onLockScreen(handlers: LockScreenHandlers): void {
  if (!('mediaSession' in navigator)) return;
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      navigator.mediaSession.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // A browser that does not know this control has none.
    }
  }
}

/** Without a picture: a lock screen in the dark stays dark. */
function tellLockScreen(question: string, name: string, isPlaying: boolean): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({ title: question, artist: name, album: SITE_NAME, artwork: [] });
  navigator.mediaSession.playbackState = isPlaying ? 'playing' : 'paused';
}
