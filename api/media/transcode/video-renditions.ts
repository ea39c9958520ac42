import type { VideoPreparation } from '../../contract/preparation.js';
import type { MediaFile } from '../store/media-file.entity.js';
import type { Transcode } from './transcode.entity.js';

/** A video with all that was made of it. */
export interface VideoRenditions {
  /** As it came. */
  original: MediaFile;
  /** What to play: what every device plays once that is there, until then the original. */
  playable: MediaFile;
  poster: MediaFile | null;
  /** The sound alone. */
  audio: MediaFile | null;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  preparation: VideoPreparation;
}

/** @param preparation null of what is never prepared */
export function toVideoRenditions(original: MediaFile, preparation: Transcode | null): VideoRenditions {
  const { posterMedia, playableMedia, audioMedia, durationSeconds, width, height, state, problem } = preparation ?? {};
  return {
    original,
    playable: playableMedia ?? original,
    poster: posterMedia ?? null,
    audio: audioMedia ?? null,
    durationSeconds: durationSeconds ?? null,
    width: width ?? null,
    height: height ?? null,
    preparation: { state: state ?? 'off', problem: problem ?? null },
  };
}
