import type { Clip } from './player-state.js';

const KEY = 'story-captions';

/** Gives the player the captions of each clip, and keeps whether they were turned on. */
export function createCaptions(video: HTMLVideoElement) {
  video.textTracks.addEventListener('change', () => {
    const [track] = video.textTracks;
    if (track) keep(track.mode === 'showing');
  });

  return {
    /** Takes the place of the captions that were there. */
    change({ captions }: Clip): void {
      for (const element of video.querySelectorAll('track')) element.remove();
      if (captions === null) return;
      const element = Object.assign(document.createElement('track'), {
        kind: 'captions',
        label: 'English',
        srclang: 'en',
      });
      element.src = captions;
      video.append(element);
      element.track.mode = areOn() ? 'showing' : 'disabled';
    },
  };
}

function areOn(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function keep(isOn: boolean): void {
  try {
    localStorage.setItem(KEY, isOn ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing shows them for this clip.
  }
}
