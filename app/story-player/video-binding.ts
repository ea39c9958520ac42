import type { Clip } from './player-state.js';
import type { PlayerStore } from './player-store.js';

/** Ties the video element to the store: what it does is told, and what the state says it is made to do. */
export function bindVideo(video: HTMLVideoElement, clips: Clip[], store: PlayerStore): void {
  video.addEventListener('playing', () => store.send({ type: 'started' }));
  video.addEventListener('waiting', () => store.send({ type: 'stalled' }));
  video.addEventListener('ended', () => store.send({ type: 'ended' }));
  video.addEventListener('error', () => store.send({ type: 'failed' }));
  video.addEventListener('pause', () => {
    // The browser pauses a video before it tells that the video has ended.
    if (!video.ended) store.send({ type: 'paused' });
  });

  store.subscribe((state, previous) => {
    const isOtherClip = state.clipId !== previous.clipId;
    if (isOtherClip) video.src = clips.find(({ id }) => id === state.clipId)?.src ?? '';
    const isStart = state.playback === 'starting' && (isOtherClip || previous.playback !== 'starting');
    if (isStart) start(video, previous.playback === 'failed');
    if (state.playback === 'paused') video.pause();
  });

  function start(element: HTMLVideoElement, isRetry: boolean): void {
    if (isRetry) element.load();
    element.play().then(
      // A video that runs already starts without telling so.
      () => store.send({ type: 'started' }),
      (error: unknown) => {
        // AbortError: another video took its place. NotAllowedError: the browser wants a press on its own button.
        const name = error instanceof DOMException ? error.name : '';
        if (name === 'NotAllowedError') store.send({ type: 'stop-interview' });
        else if (name !== 'AbortError') store.send({ type: 'failed' });
      },
    );
  }
}
