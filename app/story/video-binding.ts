import { READING_PREFERENCES_CHANGE } from '../../api/contract/common/player-texts.js';
import { explainFailure } from './explain-failure.js';
import { type Clip, type PlayerStore, SKIP_AFTER_MS } from './player-state.js';
import { keep, readKept } from '../shared/local-storage.js';
import { LANGUAGE, LANGUAGE_NAME } from '../../api/contract/common/language.js';

/** Where is kept whether captions are on. */
const CAPTIONS_KEY = 'story-captions';

/** Ties the video element to the store: what it does is told, and what the state says it is made to do. */
export function bindVideo(video: HTMLVideoElement, clips: Clip[], store: PlayerStore, userName: string): void {
  video.addEventListener('playing', () => store.send({ type: 'started' }));
  video.addEventListener('waiting', () => store.send({ type: 'stalled' }));
  video.addEventListener('ended', () => store.send({ type: 'ended' }));
  video.addEventListener('error', () => void explain());
  video.addEventListener('pause', () => {
    // The browser pauses a video before it tells that the video has ended.
    if (!video.ended) store.send({ type: 'paused' });
  });

  let explained = '';
  let skipping: ReturnType<typeof setTimeout> | undefined;
  const captions = createCaptions(video);
  const current = () => clips.find(({ id }) => id === store.read().clipId);
  const show = (clip: Clip | undefined) => {
    if (!clip) return;
    video.hidden = clip.src === '';
    if (video.hidden) {
      video.pause();
      video.removeAttribute('src');
      video.load();
      return;
    }
    video.src = sourceOf(clip);
    if (clip.poster === null) video.removeAttribute('poster');
    else video.poster = clip.poster;
    captions.change(clip);
  };

  store.subscribe((state, previous) => {
    if (state.failure !== 'gone') clearTimeout(skipping);
    const isOtherClip = state.clipId !== previous.clipId;
    if (isOtherClip) show(current());
    const isStart =
      current()?.src !== '' && state.playback === 'starting' && (isOtherClip || previous.playback !== 'starting');
    if (isStart) start(previous.playback === 'failed');
    if (state.playback === 'paused') video.pause();
  });

  // Listening only, or no longer: the same moment from the other file.
  const changeSource = () => {
    const clip = current();
    if (!clip || clip.src === '' || video.getAttribute('src') === sourceOf(clip)) return;
    const { currentTime, paused } = video;
    video.src = sourceOf(clip);
    video.currentTime = currentTime;
    // What failed was the other file.
    if (store.read().playback === 'failed') store.send({ type: 'select', clipId: clip.id });
    if (!paused) start(false);
  };
  document.addEventListener(READING_PREFERENCES_CHANGE, changeSource);
  changeSource();
  const first = current();
  if (first) captions.change(first);
  // It may have failed before this script ran.
  if (video.error) void explain();

  function start(isRetry: boolean): void {
    if (isRetry) {
      const { currentTime } = video;
      video.load();
      video.currentTime = currentTime;
    }
    video.play().then(
      // A video that runs already starts without telling so.
      () => store.send({ type: 'started' }),
      (error: unknown) => {
        // AbortError: another video took its place. NotAllowedError: the browser wants a press on its own button.
        const name = error instanceof DOMException ? error.name : '';
        if (name === 'NotAllowedError') store.send({ type: 'stop-interview' });
        else if (name !== 'AbortError') void explain();
      },
    );
  }

  /** The error event and the refusal to play tell of the same failure. */
  async function explain(): Promise<void> {
    const source = video.currentSrc;
    if (source === explained) return;
    explained = source;
    const { clipId } = store.read();
    const failure = await explainFailure(source, { userName, clipId }, video.error?.code);
    explained = '';
    if (source !== video.currentSrc) return;
    store.send({ type: 'failed', failure });
    if (failure === 'gone') skipping = setTimeout(() => store.send({ type: 'skip' }), SKIP_AFTER_MS);
  }
}

/** While only listening, the sound alone where there is such a file. */
function sourceOf({ src, audio }: Clip): string {
  return document.documentElement.hasAttribute('data-listen') ? (audio ?? src) : src;
}

/** Gives the player the captions of each clip, and keeps whether they were turned on. */
function createCaptions(video: HTMLVideoElement) {
  video.textTracks.addEventListener('change', () => {
    const [track] = video.textTracks;
    if (track) keep(CAPTIONS_KEY, track.mode === 'showing' ? 'on' : 'off');
  });

  return {
    /** Takes the place of the captions that were there. */
    change({ captions }: Clip): void {
      for (const element of video.querySelectorAll('track')) element.remove();
      if (captions === null) return;
      const element = Object.assign(document.createElement('track'), {
        kind: 'captions',
        label: LANGUAGE_NAME,
        srclang: LANGUAGE,
      });
      element.src = captions;
      video.append(element);
      element.track.mode = areOn() ? 'showing' : 'disabled';
    },
  };
}

function areOn(): boolean {
  return readKept(CAPTIONS_KEY) === 'on';
}
