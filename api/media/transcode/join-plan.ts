import { even, fittingSize, type PictureSize } from './rendition-plan.js';
import type { ProbedVideo } from './video-tools.js';

export const JOINED_FRAMES_PER_SECOND = 30;
export const JOINED_SAMPLE_RATE = 48_000;
const SAMPLES_PER_FRAME = JOINED_SAMPLE_RATE / JOINED_FRAMES_PER_SECOND;
/** Cameras round their sizes: what differs less is filled rather than framed. */
const SHAPE_TOLERANCE = 0.05;

/** How several recordings become one. */
export interface JoinPlan {
  /** Of the picture; null where nothing but voices is joined. */
  size: PictureSize | null;
  /** Null where no piece has a sound. */
  channels: 1 | 2 | null;
  pieces: PlannedPiece[];
}

/** Its picture and its sound last equally long, to the sample: so they cannot drift apart over many pieces. */
export interface PlannedPiece {
  frames: number;
  samples: number;
  /** In which size its picture is laid over the frame: it covers it where the shapes are alike, else it lies within. */
  scaled: PictureSize | null;
}

export function joinPlan(videos: readonly ProbedVideo[]): JoinPlan {
  const size = joinedSize(videos);
  const sounds = videos.flatMap(({ sound }) => (sound ? [sound.channels] : []));
  const channels = sounds.length === 0 ? null : sounds.some((count) => count > 1) ? 2 : 1;
  return {
    size,
    channels,
    pieces: videos.map(({ durationSeconds, picture }) => {
      const frames = Math.max(1, Math.round(durationSeconds * JOINED_FRAMES_PER_SECOND));
      return { frames, samples: frames * SAMPLES_PER_FRAME, scaled: picture && size && scaledTo(picture, size) };
    }),
  };
}

/** Upright or lying, as most of the time was recorded; as large as the largest of those. */
function joinedSize(videos: readonly ProbedVideo[]): PictureSize | null {
  const shown = videos.flatMap(({ picture, durationSeconds }) =>
    picture ? [{ ...fittingSize(picture), durationSeconds }] : [],
  );
  const seconds = (isWide: boolean) =>
    shown.filter((one) => isWideOne(one) === isWide).reduce((sum, { durationSeconds }) => sum + durationSeconds, 0);
  const isWide = seconds(true) > seconds(false);
  const [largest] = shown
    .filter((one) => isWideOne(one) === isWide)
    .toSorted((a, b) => b.width * b.height - a.width * a.height);
  return largest ? { width: largest.width, height: largest.height } : null;
}

function isWideOne({ width, height }: PictureSize): boolean {
  return width > height;
}

function scaledTo({ width, height }: PictureSize, frame: PictureSize): PictureSize {
  const [across, down] = [frame.width / width, frame.height / height];
  const isAlike = Math.abs(across / down - 1) < SHAPE_TOLERANCE;
  const scale = isAlike ? Math.max(across, down) : Math.min(across, down);
  return { width: even(width * scale), height: even(height * scale) };
}
