import type { RecordedFacts } from '../../contract/media/recording-proof.js';
import { isOfTheFile } from './video-problem.js';
import type { DecodedVideo, DecodeOptions, SurveyedTrack, SurveyedVideo, VideoTools } from './video-tools.js';

/** What is wrong with a recording, in words that go on from "This recording is not whole: ". */
export const RECORDING_FLAWS = {
  unplayable: 'it cannot be played at all',
  no_picture: 'its picture is missing',
  no_sound: 'its sound is missing',
  sound_cut: 'a part of its sound is missing',
  picture_cut: 'a part of its picture is missing',
  silent: 'there is no sound to be heard in it',
  no_beginning: 'its picture cannot be shown from the beginning',
  apart: 'its sound and its picture do not fit together',
  out_of_order: 'parts of it are in the wrong order, or there twice',
  broken: 'parts of it are broken',
  too_short: 'a part of what was recorded is missing',
  too_long: 'it is longer than what was recorded',
} as const;

type RecordingFlaw = keyof typeof RECORDING_FLAWS;

/** How far the length may be off: as much of it, and at least so many seconds. */
const OFF_SHARE = 0.01;
const OFF_SECONDS = 0.5;
/** What a slow device may say that it missed: its recorder waits so long for the first picture. More would excuse everything. */
const LAG_MAX_SECONDS = 10;
/** The last picture lasts until somebody moves: what is missing after it is known by the sound. */
const LAST_PICTURE_SECONDS = 1;
/** So far off, lips and words are two stories. */
const APART_SECONDS = 1;
/** Quieter than that is nothing but a line that was open: -60 dB is what the recorder takes for a sound. */
const SILENCE_DB = -72;
/** Of what the head of a file says of its own length. */
const CLAIM_SHARE = 0.95;
const CLAIM_SECONDS = 1;
const EXACT_CLAIMS = /^(mov|matroska)/;
/** Pictures that a decoder leaves out by its own rules. */
const FRAMES_SHARE = 0.97;
const FRAMES_LEFT_OUT = 2;

/**
 * Reads a recording whole, and decodes it. Returns what is wrong with it; null when nothing is.
 * @throws VideoProblem when it cannot be told here, as without a decoder; Error when this machine is to blame, or the signal
 */
export async function proveRecording(
  tools: VideoTools,
  source: string,
  recorded: RecordedFacts,
  options: DecodeOptions = {},
): Promise<RecordingFlaw | null> {
  try {
    const surveyed = await tools.survey(source, options);
    const flaw = judgePackets(surveyed, recorded);
    return flaw ?? judgeDecoded(surveyed, await tools.decode(source, surveyed, options), recorded);
  } catch (error) {
    if (isOfTheFile(error)) return 'unplayable';
    throw error;
  }
}

/** What is wrong with a file, as far as its packets tell without being decoded; null when nothing is. */
function judgePackets(surveyed: SurveyedVideo, recorded: RecordedFacts): RecordingFlaw | null {
  const { picture, sound } = surveyed;
  if (!picture && !sound) return 'unplayable';
  if (recorded.hasPicture && !picture) return 'no_picture';
  if (recorded.hasSound && !sound) return 'no_sound';
  const tracks = [picture, sound].filter((track) => track !== null);
  if (tracks.some(({ isInOrder }) => !isInOrder)) return 'out_of_order';
  if (picture && (picture.keyAfterSeconds ?? Infinity) > OFF_SECONDS) return 'no_beginning';
  if (tracks.some(({ zeroedPackets }) => zeroedPackets > 0)) return 'broken';
  return recorded.seconds === undefined ? judgeClaim(surveyed) : judgeLength(surveyed, recorded, recorded.seconds);
}

/** What is wrong with what was decoded; null when nothing is. */
function judgeDecoded(
  { picture, sound }: SurveyedVideo,
  { frames, complaints, loudestDb }: DecodedVideo,
  { hasSound }: RecordedFacts,
): RecordingFlaw | null {
  // A device that is lost in the middle of its first picture has sent its sound all the same.
  if (picture && frames === 0) return sound && loudestDb !== null ? 'no_picture' : 'unplayable';
  if (complaints.length > 0) return 'broken';
  if (picture && frames < picture.packets * FRAMES_SHARE - FRAMES_LEFT_OUT) return 'broken';
  return hasSound && loudestDb !== null && loudestDb < SILENCE_DB ? 'silent' : null;
}

function judgeLength(
  { picture, sound }: SurveyedVideo,
  recorded: RecordedFacts,
  seconds: number,
): RecordingFlaw | null {
  const off = Math.max(OFF_SECONDS, seconds * OFF_SHARE);
  const least = seconds - off - Math.min(recorded.lagSeconds ?? 0, LAG_MAX_SECONDS);
  const held = [picture, sound].map((track) => track?.heldSeconds ?? 0);
  if (Math.max(...held) > seconds + off) return 'too_long';
  if (Math.max(...held) < least) return 'too_short';
  if (recorded.hasSound && sound && sound.heldSeconds < least) return 'sound_cut';
  if (picture && spanOf(picture) < leastPicture(least, recorded.pictureSeconds)) return 'picture_cut';
  if (picture && sound && areApart(picture, sound, seconds - least)) return 'apart';
  return null;
}

/** One stands in the times of the other, or beyond them. A slow device begins or ends one of them late, never both alike. */
function areApart(picture: SurveyedTrack, sound: SurveyedTrack, offSeconds: number): boolean {
  const begins = sound.startSeconds - picture.startSeconds;
  const ends = sound.endSeconds - picture.endSeconds;
  if (Math.abs(begins) > APART_SECONDS && Math.abs(begins - ends) < OFF_SECONDS) return true;
  return spanOf(picture) > spanOf(sound) + offSeconds + LAST_PICTURE_SECONDS;
}

/** Of a device that cannot keep up, the pictures that it encoded are all there can be. */
function leastPicture(leastSeconds: number, handedOverSeconds = Infinity): number {
  const least = leastSeconds - LAST_PICTURE_SECONDS;
  return Math.max(least - LAG_MAX_SECONDS, Math.min(least, handedOverSeconds - OFF_SECONDS));
}

/** Of a file of which nobody says how long it was recorded. */
function judgeClaim({ container, claimedSeconds, picture, sound }: SurveyedVideo): RecordingFlaw | null {
  if (!EXACT_CLAIMS.test(container) || Number.isNaN(claimedSeconds)) return null;
  const end = Math.max(picture?.endSeconds ?? 0, sound?.endSeconds ?? 0);
  return end < claimedSeconds * CLAIM_SHARE - CLAIM_SECONDS ? 'too_short' : null;
}

function spanOf({ startSeconds, endSeconds }: SurveyedTrack): number {
  return endSeconds - startSeconds;
}
