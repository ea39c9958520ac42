import { RECORDING_HEIGHT_PX, RECORDING_WIDTH_PX } from '../../../api/contract/limits.js';
import type { RecordingSource } from './recording-source.js';

const PORTRAIT_RATIO = RECORDING_WIDTH_PX / RECORDING_HEIGHT_PX;
/** Cameras round their sizes: 1216x2160 is portrait 9:16 to the eye. */
const RATIO_TOLERANCE = 0.05;

/** Camera and microphone in one request, so that the browser asks once; or the microphone alone. */
export function recordingConstraints(source: RecordingSource, isPhone: boolean): MediaStreamConstraints {
  const video = isPhone ? phoneVideo : desktopVideo;
  return {
    video: source === 'camera' && video,
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  };
}

/** Phones describe their camera lying on its side and turn the picture themselves. */
const phoneVideo: MediaTrackConstraints = {
  facingMode: 'user',
  width: { ideal: RECORDING_HEIGHT_PX },
  height: { ideal: RECORDING_WIDTH_PX },
};

const desktopVideo: MediaTrackConstraints = {
  width: { ideal: RECORDING_WIDTH_PX },
  height: { ideal: RECORDING_HEIGHT_PX },
  aspectRatio: { ideal: PORTRAIT_RATIO },
};

/**
 * What to ask of a desktop's camera that answered with another shape, or null when the shape is right.
 * Landscape webcams answer the full wish with 1080x720; asked for the ratio alone they crop to it.
 */
export function shapeCorrection(settings: MediaTrackSettings): MediaTrackConstraints | null {
  const { width, height } = settings;
  if (!width || !height || Math.abs(width / height - PORTRAIT_RATIO) < RATIO_TOLERANCE) return null;
  return { aspectRatio: { ideal: PORTRAIT_RATIO } };
}
