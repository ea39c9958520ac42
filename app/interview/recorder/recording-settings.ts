import {
  MOBILE_BREAKPOINT_PX,
  RECORDING_HEIGHT_PX,
  RECORDING_WIDTH_PX,
} from '../../../api/contract/common/screen-numbers.js';
import type { RecordingSource } from './recorder-state.js';

const PORTRAIT_RATIO = RECORDING_WIDTH_PX / RECORDING_HEIGHT_PX;
/** Cameras round their sizes: 1216x2160 is portrait 9:16 to the eye. */
const RATIO_TOLERANCE = 0.05;

/** Camera and microphone in one request, so that the browser asks once; or the microphone alone. */
export function recordingConstraints(source: RecordingSource, onPhone: boolean): MediaStreamConstraints {
  const video = onPhone ? phoneVideo : desktopVideo;
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

const FORMATS = {
  camera: {
    mp4: ['video/mp4;codecs=avc1.640028,mp4a.40.2', 'video/mp4;codecs=avc1.42E01E,mp4a.40.2'],
    webm: ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus', 'video/webm'],
    /** A browser that only knows its container may fill it with any codec, so this comes last everywhere. */
    anyMp4: 'video/mp4',
  },
  microphone: {
    mp4: ['audio/mp4;codecs=mp4a.40.2'],
    webm: ['audio/webm;codecs=opus', 'audio/webm'],
    anyMp4: 'audio/mp4',
  },
} satisfies Record<RecordingSource, unknown>;

/**
 * The first recording format that this browser supports: phones encode AVC and AAC in hardware, desktops do WebM best.
 * Undefined leaves the choice to the browser.
 */
export function chooseRecordingFormat(
  source: RecordingSource,
  onPhone: boolean,
  isSupported: (mimeType: string) => boolean,
): string | undefined {
  const { mp4, webm, anyMp4 } = FORMATS[source];
  const wanted = onPhone ? [...mp4, ...webm, anyMp4] : [...webm, ...mp4, anyMp4];
  return wanted.find(isSupported);
}

/** What tells a phone, whichever way it is held, from a narrow window on a desktop. */
export interface DeviceTraits {
  screenWidth: number;
  screenHeight: number;
  hasCoarsePointer: boolean;
}

export function isPhone({ screenWidth, screenHeight, hasCoarsePointer }: DeviceTraits): boolean {
  return hasCoarsePointer && Math.min(screenWidth, screenHeight) < MOBILE_BREAKPOINT_PX;
}

export function readDeviceTraits(): DeviceTraits {
  return {
    screenWidth: screen.width,
    screenHeight: screen.height,
    hasCoarsePointer: matchMedia('(pointer: coarse)').matches,
  };
}
