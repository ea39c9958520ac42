import type { ByteRun } from './zero-runs.js';
import type { SurveyedTrack, SurveyedVideo } from './video-tools.js';

/** What ffprobe tells of every packet, and after them of the streams and the file. */
export const PACKET_ENTRIES = [
  'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size,pos,flags',
  'stream=index,codec_type,codec_name',
  'stream_disposition=attached_pic',
  'format=format_name,duration',
].join(':');

/** Sounds follow one another without a hole; pictures of a still room may come seldom. */
const HOLE_SECONDS = { audio: 0.3, video: 1.5 } as const;
/** Containers round their times. */
const BACK_SECONDS = 0.002;
/** Formats in which silence, or the colour black, is a run of zeros. */
const WRITES_ZEROS = /^(pcm_|rawvideo|mp3|mp2|flac|alac|dvvideo|dvaudio|prores|mjpeg|opus)/;

interface Tally {
  kind: keyof typeof HOLE_SECONDS;
  packets: number;
  start: number | null;
  end: number;
  lastTime: number | null;
  lastDuration: number;
  held: number;
  keyAt: number | null;
  isInOrder: boolean;
  zeroedPackets: number;
}

/** Sums up what ffprobe tells of a file, line by line: a recording of hours has a million packets. */
export class PacketSurvey {
  private readonly tallies = new Map<string, Tally>();
  private picture: SurveyedTrack | null = null;
  private sound: SurveyedTrack | null = null;
  private container = '';
  private claimedSeconds = NaN;

  constructor(private readonly zeroRuns: readonly ByteRun[]) {}

  /** A line of ffprobe's compact format. */
  read(line: string): void {
    const [section, ...rest] = line.trimEnd().split('|');
    const values = new Map(rest.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]));
    if (section === 'packet') this.countPacket(values);
    else if (section === 'stream') this.endStream(values);
    else if (section === 'format') {
      this.container = values.get('format_name') ?? '';
      this.claimedSeconds = timeOf(values.get('duration')) ?? NaN;
    }
  }

  end(): SurveyedVideo {
    const { container, claimedSeconds, picture, sound } = this;
    return { container, claimedSeconds, picture, sound };
  }

  private countPacket(values: Map<string, string>): void {
    const kind = values.get('codec_type');
    const index = values.get('stream_index');
    if (index === undefined || (kind !== 'audio' && kind !== 'video')) return;
    const tally = this.tallies.get(index) ?? newTally(kind);
    this.tallies.set(index, tally);
    const time = timeOf(values.get('dts_time')) ?? timeOf(values.get('pts_time'));
    tally.packets++;
    if (this.isZeroed(Number(values.get('pos')), Number(values.get('size')))) tally.zeroedPackets++;
    if (time === null) return;
    const duration = timeOf(values.get('duration_time')) ?? 0;
    count(tally, time, duration, values.get('flags')?.startsWith('K') ?? false);
  }

  private isZeroed(from: number, size: number): boolean {
    const { zeroRuns } = this;
    if (zeroRuns.length === 0 || Number.isNaN(from) || Number.isNaN(size)) return false;
    let [low, high] = [0, zeroRuns.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (zeroRuns[middle]!.to <= from) low = middle + 1;
      else high = middle;
    }
    const run = zeroRuns[low];
    return run !== undefined && run.from < from + size;
  }

  private endStream(values: Map<string, string>): void {
    const tally = this.tallies.get(values.get('index') ?? '');
    if (!tally || values.get('disposition:attached_pic') === '1') return;
    const track = toTrack(tally, values.get('codec_name') ?? '');
    if (tally.kind === 'video') this.picture ??= track;
    else this.sound ??= track;
  }
}

function newTally(kind: Tally['kind']): Tally {
  const times = { start: null, end: 0, lastTime: null, lastDuration: 0, held: 0, keyAt: null };
  return { kind, packets: 0, ...times, isInOrder: true, zeroedPackets: 0 };
}

function count(tally: Tally, time: number, duration: number, isKey: boolean): void {
  tally.start ??= time;
  if (isKey) tally.keyAt ??= time;
  if (tally.lastTime !== null) {
    const step = time - tally.lastTime;
    if (step < -BACK_SECONDS) tally.isInOrder = false;
    else tally.held += step > HOLE_SECONDS[tally.kind] ? Math.min(step, tally.lastDuration) : Math.max(0, step);
  }
  tally.lastTime = time;
  tally.lastDuration = duration;
  tally.end = Math.max(tally.end, time + duration);
}

function toTrack(tally: Tally, codec: string): SurveyedTrack {
  const { packets, start, end, held, lastDuration, keyAt, isInOrder } = tally;
  const zeroedPackets = WRITES_ZEROS.test(codec) ? 0 : tally.zeroedPackets;
  const startSeconds = start ?? 0;
  const keyAfterSeconds = keyAt === null ? null : keyAt - startSeconds;
  const heldSeconds = held + lastDuration;
  return { codec, packets, startSeconds, endSeconds: end, heldSeconds, keyAfterSeconds, isInOrder, zeroedPackets };
}

function timeOf(value: string | undefined): number | null {
  const seconds = Number(value ?? NaN);
  return Number.isFinite(seconds) ? seconds : null;
}
