import type { ProbedPicture, ProbedVideo } from './video-tools.js';

const LONG_EDGE_MAX_PX = 1920;
const SHORT_EDGE_MAX_PX = 1080;
/** Above this phones stutter, and lines too. */
const COPIED_BITS_PER_SECOND_MAX = 12_000_000;
const COPIED_CHANNELS_MAX = 2;
/** What H.264 stores pixels in on every player; the second is the same with a wider range. */
const COPIED_PIXEL_FORMATS = new Set(['yuv420p', 'yuvj420p']);

const MP4_SOUNDS = new Set(['aac', 'opus']);
/** Of AAC and Opus it has 2 to 30 bytes, of VP8 and VP9 none or a few. */
const HEAD_MAX_BYTES = 40;
const WEBM_PICTURES = new Set(['vp8', 'vp9']);

export type BareContainer = 'mp4' | 'webm';

export interface PictureSize {
  width: number;
  height: number;
}

/** How to make a file playable: what is fine already is copied as it is. */
export interface PlayablePlan {
  picture: 'copy' | PictureSize;
  sound: 'copy' | 'encode' | null;
}

/**
 * In which container the streams of a file can stand as they are once nothing else is left of it; null when only a
 * conversion rids them of everything that they tell: other formats keep texts, pictures and places inside of the streams.
 */
export function bareContainer({ picture, sound }: ProbedVideo): BareContainer | null {
  // What stands before H.264 is read and written anew; what stands before the others would go along as it is.
  const heads = [picture?.codec === 'h264' ? 0 : picture?.headBytes, sound?.headBytes];
  if (heads.some((bytes = 0) => bytes > HEAD_MAX_BYTES)) return null;
  if (picture?.codec === 'h264' || (!picture && sound?.codec === 'aac')) {
    return !sound || MP4_SOUNDS.has(sound.codec) ? 'mp4' : null;
  }
  if (picture && !WEBM_PICTURES.has(picture.codec)) return null;
  return !sound || sound.codec === 'opus' ? 'webm' : null;
}

/** @throws Error for a file without a picture */
export function playablePlan({ picture, sound }: ProbedVideo): PlayablePlan {
  if (!picture) throw new Error('There is no picture to play.');
  const isAac = sound?.codec === 'aac' && sound.channels <= COPIED_CHANNELS_MAX;
  return {
    picture: isPlayable(picture) ? 'copy' : fittingSize(picture),
    sound: sound ? (isAac ? 'copy' : 'encode') : null,
  };
}

/** The largest size within the limits, never larger than the picture; H.264 wants even numbers. */
export function fittingSize({ width, height }: PictureSize): PictureSize {
  const [long, short] = width > height ? [width, height] : [height, width];
  const scale = Math.min(1, LONG_EDGE_MAX_PX / long, SHORT_EDGE_MAX_PX / short);
  return { width: even(width * scale), height: even(height * scale) };
}

export function even(length: number): number {
  return Math.max(2, Math.round(length / 2) * 2);
}

function isPlayable(picture: ProbedPicture): boolean {
  const { width, height } = fittingSize(picture);
  return (
    picture.codec === 'h264' &&
    COPIED_PIXEL_FORMATS.has(picture.pixelFormat) &&
    !picture.isInterlaced &&
    !picture.isHdr &&
    picture.bitRate <= COPIED_BITS_PER_SECOND_MAX &&
    Math.abs(width - picture.width) <= 1 &&
    Math.abs(height - picture.height) <= 1
  );
}
