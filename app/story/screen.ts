import type { PlayerParts } from './page.js';
import type { PlayerStore } from './player-state.js';
import { createHostedStage } from './hosted-stage.js';
import { bindVideo } from './video-binding.js';

/** Where the current video is shown, whether it is a file or stands at a host. */
export interface Screen {
  seconds: () => number;
  seek: (seconds: number) => void;
  onTime: (listener: () => void) => void;
  bringIntoView: () => void;
}

export function createScreen(parts: PlayerParts, store: PlayerStore, userName: string): Screen {
  const { video, clips, find } = parts;
  bindVideo(video, clips, store, userName);
  const hosted = createHostedStage(parts, store);
  return {
    seconds: () => (hosted.isCurrent() ? hosted.seconds() : video.currentTime),
    seek(seconds) {
      if (hosted.isCurrent()) hosted.seek(seconds);
      else video.currentTime = seconds;
    },
    onTime(listener) {
      for (const event of ['timeupdate', 'seeked', 'emptied']) video.addEventListener(event, listener);
      hosted.onTime(listener);
    },
    bringIntoView: () => find('frame')[0]?.scrollIntoView({ block: 'nearest' }),
  };
}
