import { rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { VIDEO_MAX_MS } from '../../contract/common/limits.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { INPUT, OUTPUT } from '../sandbox/walls.js';
import {
  encodeAac,
  encodeH264,
  outputOptions,
  PICTURE,
  pictureFilters,
  PICTURES_ALONE,
  probeOptions,
  readOptions,
  SOUND,
  WITHOUT_METADATA,
} from './ffmpeg-options.js';
import { FfmpegJoin } from './ffmpeg-join.js';
import { parseProbe, PROBE_ENTRIES } from './parse-probe.js';
import { type BareContainer, bareContainer, fittingSize, playablePlan } from './rendition-plan.js';
import { PACKET_ENTRIES, PacketSurvey } from './packet-survey.js';
import { runTool, type ToolRun } from './run-tool.js';
import { timeLimitMs } from './time-limit.js';
import { voidAdditions } from './void-additions.js';
import { VideoProblem } from './video-problem.js';
import {
  type DecodedVideo,
  type DecodeOptions,
  type ProbedPicture,
  type ProbedVideo,
  type SurveyedVideo,
  type ToolOptions,
  type VideoPiece,
  VideoTools,
} from './video-tools.js';
import { findZeroRuns } from './zero-runs.js';

const PROBE_TIMEOUT_MS = 60_000;
/** Of reading a file once, without decoding much of it. */
const READ_TIMEOUT_MS = 10 * 60_000;
const CONVERT_TIMEOUT_MS = 6 * 60 * 60_000;
const DURATION_MAX_SECONDS = VIDEO_MAX_MS / 1_000;
/** Measuring misses what the last frames last; a claim so close to it is the better one. */
const LAST_FRAMES_SECONDS = 0.5;

/** A file can tell that it is to be played over and over: nothing honest becomes so much larger. */
const GROWTH_MAX = 30;
const GROWN_BYTES_MIN = 64 * 1024 * 1024;
const ALMOST = 0.95;
/** What the tool writes after its own limit: the last frames, and the index. */
const PAST_LIMIT_BYTES = 64 * 1024 * 1024;
/** Far more than a picture of the largest size. */
const POSTER_MAX_BYTES = 64 * 1024 * 1024;
/** Of the longest sound that is accepted, in 16 bits at 16 kHz, and a bit more. */
const WAVE_MAX_BYTES = (DURATION_MAX_SECONDS + 60) * 32_000;

/** A recorder's very first frames are often dark or still moving into place. */
const SETTLED_AFTER_SECONDS = 1;
/** Further in than this no frame is looked for. */
const SEARCHED_SECONDS = 20;
/** Mean brightness from which a frame shows something; 16 is black, 235 white. */
const NOT_BLACK = 32;

/** Of the last pictures a file may lack some: it was cut short there, which its length tells. */
const OF_THE_END = /File ended prematurely|Truncating packet of size|partial file/;
/** Where nothing is written to: times that it rounds to the same picture say nothing of the file. */
const OF_THE_OUTPUT = /^\[null @/;
const COMPLAINT = /\[(?:error|fatal|panic)\]/;

/** Of what `-progress` tells. */
const HAS_FRAME = /^frame=\s*[1-9]/m;
const HAS_TWO_FRAMES = /^frame=\s*(?:[2-9]|[1-9]\d)/m;

type Tracks = Pick<ProbedVideo, 'picture' | 'sound'>;

/** What was found of the tools, and how they are confined. */
export interface FfmpegInstallation {
  /** In which they run. */
  sandbox: Sandbox;
  ffmpeg: string;
  ffprobe: string;
  threads: number;
  /** Whether bright (HDR) colours can be turned into ordinary ones. */
  knowsHdr: boolean;
  /** How this version spells the option for frames at irregular times. */
  frameTimingOption: '-fps_mode' | '-vsync';
}

/** VideoTools by ffmpeg and ffprobe, in child processes. */
export class FfmpegVideoTools extends VideoTools {
  constructor(private readonly installation: FfmpegInstallation) {
    super();
  }

  async probe(source: string, { signal }: ToolOptions = {}): Promise<ProbedVideo> {
    const { sandbox, ffprobe, threads } = this.installation;
    const options = [...probeOptions(INPUT), '-show_entries', PROBE_ENTRIES, '-of', 'json'];
    const run = { sandbox, program: ffprobe, options, input: source, threads, timeoutMs: PROBE_TIMEOUT_MS, signal };
    const { claimedSeconds, ...named } = parseProbe(await runTool(run));
    const tracks = await this.findHeld(source, named, signal);
    const measuredSeconds = await this.measureDuration(source, signal);
    const isTrueClaim = Math.abs(claimedSeconds - measuredSeconds) < LAST_FRAMES_SECONDS;
    const durationSeconds = isTrueClaim ? claimedSeconds : measuredSeconds;
    if (durationSeconds > DURATION_MAX_SECONDS) throw new VideoProblem('too_long');
    return { ...tracks, durationSeconds };
  }

  async survey(source: string, { signal }: ToolOptions = {}): Promise<SurveyedVideo> {
    const { sandbox, ffprobe, threads } = this.installation;
    const options = [...probeOptions(INPUT), '-show_entries', PACKET_ENTRIES, '-of', 'compact'];
    const survey = new PacketSurvey(await findZeroRuns(source));
    const run = { sandbox, program: ffprobe, options, input: source, threads, timeoutMs: READ_TIMEOUT_MS, signal };
    await runTool({ ...run, onLine: (line) => survey.read(line) });
    return survey.end();
  }

  async decode(source: string, { picture, sound }: SurveyedVideo, options: DecodeOptions = {}): Promise<DecodedVideo> {
    const { sandbox, ffmpeg, frameTimingOption } = this.installation;
    // Its person waits for it.
    const threads = availableParallelism();
    const { signal, onDecoded } = options;
    const streams = [
      ...(picture ? [...PICTURE, frameTimingOption, 'passthrough'] : []),
      ...(sound ? [...SOUND, '-af', 'volumedetect'] : []),
    ];
    const told = ['-v', 'level+info', '-nostats', '-progress', 'pipe:1'];
    const heard = [...told, ...streams, '-sn', '-dn', '-f', 'null', '-'];
    // Nobody sees these pictures: to smooth their edges takes a third of the work, and finds nothing that is broken.
    const unsmoothed = picture ? ['-skip_loop_filter:v', 'all'] : [];
    const lasts = Math.max(picture?.endSeconds ?? 0, sound?.endSeconds ?? 0);
    const timeoutMs = timeLimitMs(lasts);
    const startedAt = performance.now();
    const onLine = (line: string) => {
      const seconds = lastTime(line);
      if (seconds !== null) onDecoded?.(Math.min(1, seconds / lasts), performance.now() - startedAt);
    };
    const run = {
      sandbox,
      program: ffmpeg,
      options: [...unsmoothed, ...readOptions(INPUT, threads), ...heard],
      input: source,
      threads,
    };
    return parseDecoding(await runTool({ ...run, timeoutMs, signal, returnsReport: true, onLine }), sound !== null);
  }

  async poster(source: string, probed: ProbedVideo, target: string, { signal }: ToolOptions = {}): Promise<void> {
    const picture = requirePicture(probed);
    for (const filters of posterFilters(probed.durationSeconds)) {
      const shown = [...filters, ...pictureFilters(picture, fittingSize(picture), this.installation.knowsHdr).slice(1)];
      const output = ['-frames:v', '1', '-c:v', 'png', '-f', 'image2', '-update', '1', `file:${OUTPUT}`];
      const options = [...PICTURE, '-vf', shown.join(','), ...WITHOUT_METADATA, '-progress', 'pipe:1', ...output];
      const made = { path: target, maxBytes: POSTER_MAX_BYTES };
      const said = await this.read(source, options, { timeoutMs: READ_TIMEOUT_MS, signal, output: made });
      if (HAS_FRAME.test(said)) return;
    }
    throw new VideoProblem('damaged', 'no frame for a poster');
  }

  async playable(source: string, probed: ProbedVideo, target: string, { signal }: ToolOptions = {}): Promise<void> {
    const picture = requirePicture(probed);
    const plan = playablePlan(probed);
    if (plan.picture !== 'copy') return this.encode(source, probed, target, signal);
    try {
      const copied = [...PICTURE, '-c:v', 'copy', ...PICTURES_ALONE, ...soundOf(probed, plan.sound)];
      await this.write(source, copied, target, { signal });
    } catch (error) {
      if (!(error instanceof VideoProblem && error.code === 'damaged')) throw error;
      // Some files hold pictures that are fine in an order that an MP4 cannot keep.
      await this.encode(source, { ...probed, picture }, target, signal);
    }
  }

  async audio(source: string, probed: ProbedVideo, target: string, { signal }: ToolOptions = {}): Promise<void> {
    if (!probed.sound) throw new Error('There is no sound.');
    const isCopied = probed.sound.codec === 'aac' && probed.sound.channels <= 2;
    await this.write(source, soundOf(probed, isCopied ? 'copy' : 'encode'), target, { signal });
  }

  async bare(source: string, probed: ProbedVideo, target: string, { signal }: ToolOptions = {}): Promise<void> {
    const { picture } = probed;
    const container = bareContainer(probed);
    if (!container) throw new Error('These streams cannot stand alone.');
    const copied = picture
      ? [...PICTURE, '-c:v', 'copy', ...(picture.codec === 'h264' ? PICTURES_ALONE : [])]
      : ['-vn'];
    await this.write(source, [...copied, ...soundOf(probed, 'copy')], target, { container, signal });
    if (container === 'mp4' || !(await this.hasAdditions(target, signal))) return;
    await voidAdditions(target);
    if (!(await this.hasAdditions(target, signal))) return;
    await rm(target, { force: true });
    throw new VideoProblem('damaged', 'something else is hidden beside the pictures');
  }

  join(pieces: readonly VideoPiece[], target: string, options: ToolOptions = {}): Promise<void> {
    return new FfmpegJoin(this.installation, path.dirname(target), options).run(pieces, target);
  }

  async wave(source: string, target: string, { signal }: ToolOptions = {}): Promise<void> {
    const options = [...SOUND, '-ac', '1', '-ar', '16000', '-c:a', 'pcm_s16le', ...WITHOUT_METADATA, '-f', 'wav'];
    const output = { path: target, maxBytes: WAVE_MAX_BYTES };
    await this.read(source, [...options, `file:${OUTPUT}`], { timeoutMs: READ_TIMEOUT_MS, signal, output });
  }

  /** Matroska lets every picture and sound have an addition of any kind, which goes along with it into a copy. */
  private async hasAdditions(source: string, signal?: AbortSignal): Promise<boolean> {
    const { sandbox, ffprobe, threads } = this.installation;
    const asked = ['-show_entries', 'packet_side_data=side_data_type', '-of', 'compact=nk=1:p=0'];
    const options = [...probeOptions(INPUT), ...asked];
    const run = { sandbox, program: ffprobe, options, input: source, threads, timeoutMs: READ_TIMEOUT_MS, signal };
    return (await runTool(run)).includes('BlockAdditional');
  }

  private encode(source: string, probed: ProbedVideo, target: string, signal?: AbortSignal): Promise<void> {
    const picture = requirePicture(probed);
    const { threads, knowsHdr, frameTimingOption } = this.installation;
    const filters = pictureFilters(picture, fittingSize(picture), knowsHdr);
    const encoded = [...encodeH264(filters, threads), frameTimingOption, 'vfr'];
    const sound = soundOf(probed, playablePlan(probed).sound);
    return this.write(source, [...PICTURE, ...encoded, ...sound], target, { signal });
  }

  /** Writes a file and makes sure that something is in it. */
  private async write(
    source: string,
    options: string[],
    target: string,
    { container = 'mp4', signal }: ToolOptions & { container?: BareContainer },
  ): Promise<void> {
    const maxBytes = outputMaxBytes((await stat(source)).size);
    const written = outputOptions(container, OUTPUT);
    const limited = ['-progress', 'pipe:1', ...options, '-fs', String(maxBytes), ...written];
    const output = { path: target, maxBytes: maxBytes + PAST_LIMIT_BYTES };
    const said = await this.read(source, limited, { timeoutMs: CONVERT_TIMEOUT_MS, signal, output });
    const isEmpty = (lastTime(said) ?? 0) <= 0;
    // The tool itself calls it a success when it stops at its limit.
    const isCut = !isEmpty && (await stat(target)).size > maxBytes * ALMOST;
    if (!isEmpty && !isCut) return;
    await rm(target, { force: true });
    throw isCut ? new VideoProblem('too_big') : new VideoProblem('damaged', 'nothing was written');
  }

  /**
   * Without the picture, or the sound, of which the head tells and nothing is there, as of a clip that was cut behind the end
   * of its sound, or of a camera that was lost.
   */
  private async findHeld(source: string, named: Tracks, signal?: AbortSignal): Promise<Tracks> {
    if (!named.picture || !named.sound) return named;
    if (!(await this.hasSound(source, signal))) return { ...named, sound: null };
    return (await this.hasPictures(source, signal)) ? named : { ...named, picture: null };
  }

  /** Players leave out what ends before the beginning. */
  private async hasSound(source: string, signal?: AbortSignal): Promise<boolean> {
    const options = [...SOUND, '-c', 'copy', '-progress', 'pipe:1', '-f', 'null', '-'];
    return (lastTime(await this.read(source, options, { timeoutMs: READ_TIMEOUT_MS, signal })) ?? 0) > 0;
  }

  /** False of no picture, and of a single one that cannot be decoded. Of more, what is made of them tells what is wrong. */
  private async hasPictures(source: string, signal?: AbortSignal): Promise<boolean> {
    const told = ['-progress', 'pipe:1', '-f', 'null', '-'];
    const held = [...PICTURE, '-c', 'copy', '-copyinkf', '-frames:v', '2', ...told];
    const decoded = [...PICTURE, '-max_error_rate', '1', '-frames:v', '1', ...told];
    const how = { timeoutMs: READ_TIMEOUT_MS, signal };
    try {
      if (HAS_TWO_FRAMES.test(await this.read(source, held, how))) return true;
      return HAS_FRAME.test(await this.read(source, decoded, how));
    } catch (error) {
      if (error instanceof VideoProblem) return true;
      throw error;
    }
  }

  /** The end of the last picture or sound, read without decoding: what the head of the file says may be missing or wrong. */
  private async measureDuration(source: string, signal?: AbortSignal): Promise<number> {
    const options = ['-map', '0:V:0?', '-map', '0:a:0?', '-c', 'copy', '-progress', 'pipe:1', '-f', 'null', '-'];
    const seconds = lastTime(await this.read(source, options, { timeoutMs: READ_TIMEOUT_MS, signal }));
    if (seconds === null || seconds <= 0) throw new VideoProblem('damaged', 'without any picture or sound');
    return seconds;
  }

  private read(
    source: string,
    options: string[],
    how: Pick<ToolRun, 'timeoutMs' | 'signal' | 'output'>,
  ): Promise<string> {
    const { sandbox, ffmpeg, threads } = this.installation;
    const command = { program: ffmpeg, options: [...readOptions(INPUT, threads), ...options] };
    return runTool({ sandbox, ...command, input: source, threads, ...how });
  }
}

function outputMaxBytes(sourceBytes: number): number {
  return Math.max(GROWN_BYTES_MIN, sourceBytes * GROWTH_MAX);
}

function soundOf({ sound }: ProbedVideo, how: 'copy' | 'encode' | null): string[] {
  if (!sound || how === null) return ['-an'];
  return [...SOUND, ...(how === 'copy' ? ['-c:a', 'copy'] : encodeAac(sound.channels))];
}

function requirePicture({ picture }: ProbedVideo): ProbedPicture {
  if (!picture) throw new Error('There is no picture.');
  return picture;
}

/** The last time in seconds that `-progress` told; null when it told none. */
function lastTime(progress: string): number | null {
  const times = [...progress.matchAll(/^out_time_us=(-?\d+)$/gm)];
  const last = times.at(-1)?.[1];
  return last === undefined ? null : Number(last) / 1_000_000;
}

/** Ways to choose the frame, to be tried in this order: a bright one, one that is not the first, any. */
function posterFilters(durationSeconds: number): string[][] {
  const from = Math.min(SETTLED_AFTER_SECONDS, durationSeconds / 3).toFixed(3);
  const brightness = 'metadata=mode=select:key=lavfi.signalstats.YAVG:function=greater:value=';
  return [
    [`trim=start=${from}:end=${SEARCHED_SECONDS}`, 'format=yuv420p', 'signalstats', `${brightness}${NOT_BLACK}`],
    [`trim=start=${from}`],
    [],
  ];
}

/** Reads what ffmpeg says with `-v level+info` and `volumedetect` while it decodes. */
function parseDecoding(report: string, hasSound: boolean): DecodedVideo {
  const lines = report.split('\n');
  const loudest = /max_volume: (-?[\d.]+|-inf) dB/.exec(report)?.[1];
  const frames = [...report.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1];
  return {
    frames: Number(frames ?? 0),
    complaints: lines.filter((line) => COMPLAINT.test(line) && !OF_THE_END.test(line) && !OF_THE_OUTPUT.test(line)),
    loudestDb: hasSound ? toDb(loudest) : null,
  };
}

/** Without a single sample nothing is said of it. */
function toDb(text: string | undefined): number {
  return text === undefined || text === '-inf' ? -Infinity : Number(text);
}
