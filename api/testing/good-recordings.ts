import path from 'node:path';
import type { RecordedFacts } from '../contract/media/recording-proof.js';
import { H264, makeVideo, recordVideo, words } from './sample-videos.js';

/** A recording as it should be, and what its recorder would say of it. */
export interface GoodRecording {
  name: string;
  file: string;
  recorded: RecordedFacts;
}

interface Shape {
  name: string;
  extension: string;
  /** Written on and on, so that its head knows no length, in this format. */
  liveFormat?: string;
  video: string[] | null;
  audio: string[];
  options?: string[];
}

const FRAGMENTS = words('-movflags empty_moov+default_base_moof -frag_duration 500000');
const VP8 = words('-c:v libvpx -deadline realtime');
const VP9 = words('-c:v libvpx-vp9 -deadline realtime -cpu-used 8');
const OPUS = words('-c:a libopus');
const AAC = words('-c:a aac');
const MP4 = { extension: 'mp4', video: H264, audio: AAC };

const SHAPES: Shape[] = [
  { name: 'VP8', extension: 'webm', liveFormat: 'webm', video: VP8, audio: OPUS },
  { name: 'H.264 in fragments', ...MP4, liveFormat: 'mp4', options: FRAGMENTS },
  { name: 'a voice', extension: 'webm', liveFormat: 'webm', video: null, audio: OPUS },
  { name: 'VP9', extension: 'webm', liveFormat: 'webm', video: VP9, audio: OPUS },
  { name: 'H.264 as MP4', ...MP4, options: words('-movflags +faststart') },
  { name: 'a voice in fragments', extension: 'm4a', liveFormat: 'mp4', video: null, audio: AAC, options: FRAGMENTS },
  { name: 'H.264 as Matroska', extension: 'mkv', liveFormat: 'matroska', video: H264, audio: OPUS },
  { name: 'H.264 as MOV', ...MP4, extension: 'mov' },
  { name: 'a voice as M4A', extension: 'm4a', video: null, audio: AAC },
  { name: 'VP8 with its length', extension: 'webm', video: VP8, audio: OPUS },
  { name: 'B frames', ...MP4, video: words('-c:v libx264 -preset veryfast -bf 3 -pix_fmt yuv420p') },
  { name: 'a voice as Ogg', extension: 'ogg', video: null, audio: OPUS },
  { name: 'MPEG-4 as AVI', extension: 'avi', video: words('-c:v mpeg4'), audio: words('-c:a libmp3lame') },
  { name: 'a voice as MP3', extension: 'mp3', video: null, audio: words('-c:a libmp3lame') },
  { name: 'a voice as wave', extension: 'wav', video: null, audio: words('-c:a pcm_s16le') },
  { name: 'a voice as FLAC', extension: 'flac', video: null, audio: words('-c:a flac') },
  { name: 'a voice as AAC', extension: 'aac', video: null, audio: AAC },
];
const SIZES = ['96x160', '160x96', '90x160', '176x144', '120x120'];
const RATES = [15, 30, 5, 24];
const SECONDS = [1, 0.7, 1.6];
const SOUNDS = ['-ac 1 -ar 48000', '-ac 2 -ar 48000', '-ac 2 -ar 24000'];
/** How the times run: as they should, unevenly as in the dark, and on and on while the recording was paused. */
const TIMES = ['even', 'uneven', 'paused'] as const;
/** A browser may write the sound a little earlier or later than the picture. */
const SHIFTS = [0, 0.08];
const PAUSE_SECONDS = 4;

/** What turns through all shapes with everything that can differ; the same for the same number. */
export async function makeGoodRecording(folder: string, index: number): Promise<GoodRecording> {
  const turn = <T>(choices: readonly T[], every: number) =>
    choices[Math.floor(index / every + index) % choices.length]!;
  const shape = SHAPES[index % SHAPES.length]!;
  const seconds = turn(SECONDS, SHAPES.length);
  const [size, rate, times] = [turn(SIZES, 3), turn(RATES, 7), turn(TIMES, SHAPES.length)];
  const tone = `sine=f=440:d=${seconds}`;
  const inputs = shape.video ? ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=${rate}:d=${seconds}`] : [];
  const shifted = ['-itsoffset', String(shape.video ? turn(SHIFTS, 11) : 0), '-f', 'lavfi', '-i', tone];
  const pausesTimes = times === 'paused' && shape.liveFormat !== undefined;
  const filters = {
    video: times === 'uneven' ? "setpts='PTS+mod(N,3)*0.4/FRAME_RATE/TB'" : pausesTimes ? paused('setpts') : 'null',
    audio: pausesTimes ? paused('asetpts') : 'anull',
  };
  const video = shape.video ? ['-vf', filters.video, '-vsync', 'vfr', ...shape.video] : [];
  const audio = ['-af', filters.audio, ...turn(SOUNDS, 5).split(' '), ...shape.audio];
  const file = path.join(folder, `good-${index}.${shape.extension}`);
  const options = [...inputs, ...shifted, ...video, ...audio, ...(shape.options ?? [])];
  if (shape.liveFormat) await recordVideo(file, shape.liveFormat, ...options);
  else await makeVideo(file, ...options);
  const name = `${shape.name}, ${shape.video ? `${size}, ${rate} pictures a second, ` : ''}${seconds} s, ${times}`;
  const told = { seconds, hasSound: true, hasPicture: shape.video !== null };
  // Of a chosen file nobody tells anything.
  return { name: `${index}: ${name}`, file, recorded: shape.liveFormat ? told : {} };
}

function paused(filter: 'setpts' | 'asetpts'): string {
  return `${filter}='PTS+gte(T,0.4)*${PAUSE_SECONDS}/TB'`;
}
