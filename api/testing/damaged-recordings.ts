import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordedFacts } from '../contract/media/recording-proof.js';
import { H264, picture, recordVideo, tone, VP8, words } from './sample-videos.js';

/** Long enough for slices of a second to be lost, and short enough for sixty of them. */
const SECONDS = 3;
const CLUSTER = Buffer.from('1f43b675', 'hex');
const ZEROED_BYTES = 2_048;

/** What a recorder made, and what it would say of it. */
export interface RecordedSource {
  name: string;
  bytes: Buffer;
  /** Where its slices of a second begin: before the first of them stands the head. */
  slices: number[];
  recorded: RecordedFacts;
}

/** A recording that is not what was recorded. */
export interface DamagedRecording {
  name: string;
  bytes: Buffer;
  recorded: RecordedFacts;
}

const SMALL = '96x160';
const SILENCE = words(`-f lavfi -i anullsrc=r=48000:cl=mono -t ${SECONDS}`);
const SECOND_LONG_CLUSTERS = words('-cluster_time_limit 1000');
const FRAGMENTS = words('-movflags empty_moov+default_base_moof -frag_duration 1000000 -flags +cgop');
const GOP = words('-g 15 -keyint_min 15');
const ONE_GOP = words('-g 600');
const VP9 = words('-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus');
const AAC = words('-c:a aac');
const OPUS = words('-c:a libopus');

const moving = picture(SMALL, SECONDS);
const speech = tone(SECONDS);

const WEBM = { format: 'webm', options: SECOND_LONG_CLUSTERS };
const MP4 = { format: 'mp4', options: FRAGMENTS };

interface Recipe {
  container: typeof WEBM;
  video: string[] | null;
  audio: string[];
}

const RECIPES: Record<string, Recipe> = {
  'VP8 in WebM': { container: WEBM, video: [...VP8.slice(0, 4), ...GOP], audio: OPUS },
  'VP9 in WebM': { container: WEBM, video: [...VP9.slice(0, 6), ...GOP], audio: OPUS },
  'H.264 in WebM': { container: { ...WEBM, format: 'matroska' }, video: [...H264, ...GOP], audio: OPUS },
  'H.264 in MP4': { container: MP4, video: [...H264, ...GOP], audio: AAC },
  'a voice in WebM': { container: WEBM, video: null, audio: OPUS },
  'a voice in MP4': { container: MP4, video: null, audio: AAC },
};

export const SOURCE_NAMES = Object.keys(RECIPES);

/** What a recorder makes, by its name. */
export function recordSource(folder: string, name: string): Promise<RecordedSource> {
  return record(folder, name, RECIPES[name]!, speech);
}

/** The ways in which a recording is lost: cut, zeroed, repeated, mixed up, silent and so on. */
export async function damageRecording(folder: string, source: RecordedSource): Promise<DamagedRecording[]> {
  return [...damage(source), ...(await remake(folder, source.name, RECIPES[source.name]!))];
}

function damage({ name, bytes, slices, recorded }: RecordedSource): DamagedRecording[] {
  const [first, second, third] = slices as [number, number, number];
  const part = (from: number, to?: number) => bytes.subarray(from, to);
  const zeroed = (from: number, to: number) => Buffer.concat([part(0, from), Buffer.alloc(to - from), part(to)]);
  const middle = Math.floor((second + third) / 2);
  const ways: Record<string, Buffer> = {
    'the second half cut off': part(0, Math.floor(bytes.length / 2)),
    'its last second cut off': part(0, third),
    'a second cut out of its middle': Buffer.concat([part(0, second), part(third)]),
    'its first second cut out': Buffer.concat([part(0, first), part(second)]),
    'a second zeroed': zeroed(second, third),
    'some of its middle zeroed': zeroed(middle, Math.min(middle + ZEROED_BYTES, third)),
    'its end zeroed': zeroed(third, bytes.length),
    'a second there twice': Buffer.concat([part(0, third), part(second)]),
    'two seconds in each other’s place': Buffer.concat([
      part(0, first),
      part(second, third),
      part(first, second),
      part(third),
    ]),
    'nothing but its head': part(0, first),
  };
  const cut = Object.entries(ways).map(([way, damaged]) => ({ name: `${name}, ${way}`, bytes: damaged, recorded }));
  const told = (seconds: number) => ({ ...recorded, seconds });
  return [
    ...cut,
    { name: `${name}, a second shorter than was recorded`, bytes, recorded: told(SECONDS + 1) },
    { name: `${name}, a second longer than was recorded`, bytes, recorded: told(SECONDS - 1) },
  ];
}

async function remake(folder: string, name: string, recipe: Recipe): Promise<DamagedRecording[]> {
  const silent = await record(folder, `${name}, silent`, recipe, SILENCE);
  if (!recipe.video) return [silent];
  const { recorded } = silent;
  const [mute, oneGop] = await Promise.all([
    record(folder, `${name}, without its sound`, { ...recipe, audio: [] }, []),
    record(folder, `${name}, without a key frame`, { ...recipe, video: [...recipe.video, ...ONE_GOP] }, speech),
  ]);
  const [head, second] = oneGop.slices as [number, number];
  const keyless = Buffer.concat([oneGop.bytes.subarray(0, head), oneGop.bytes.subarray(second)]);
  // As long as it is, so that the missing beginning alone tells.
  const beginsLate = { ...recorded, seconds: SECONDS - 1 };
  return [silent, { ...mute, recorded }, { name: oneGop.name, bytes: keyless, recorded: beginsLate }];
}

async function record(folder: string, name: string, recipe: Recipe, sound: string[]): Promise<RecordedSource> {
  const { container, video, audio } = recipe;
  const file = path.join(folder, `${name}.${container.format}`);
  const inputs = [...(video ? moving : []), ...sound];
  const streams = [...(video ?? []), ...(sound.length > 0 ? audio : [])];
  await recordVideo(file, container.format, ...inputs, ...streams, ...container.options);
  const bytes = await readFile(file);
  const recorded = { seconds: SECONDS, hasSound: true, hasPicture: video !== null };
  return { name, bytes, slices: slicesOf(bytes, container === MP4), recorded };
}

/** Where clusters or fragments begin. */
function slicesOf(bytes: Buffer, isMp4: boolean): number[] {
  const found: number[] = [];
  const mark = isMp4 ? Buffer.from('moof') : CLUSTER;
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 4)) found.push(isMp4 ? at - 4 : at);
  return found;
}
