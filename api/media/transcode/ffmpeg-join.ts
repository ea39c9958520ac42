import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { INPUT, OUTPUT } from '../sandbox/walls.js';
import { readLazily } from '../store/read-lazily.js';
import {
  encodeH264,
  outputOptions,
  PICTURE,
  pictureFilters,
  readOptions,
  SOUND,
  WITHOUT_METADATA,
  writeAac,
} from './ffmpeg-options.js';
import type { FfmpegInstallation } from './ffmpeg-video-tools.js';
import {
  JOINED_FRAMES_PER_SECOND as FRAMES_PER_SECOND,
  JOINED_SAMPLE_RATE as SAMPLE_RATE,
  joinPlan,
  type PlannedPiece,
} from './join-plan.js';
import type { PictureSize } from './rendition-plan.js';
import { runTool, type ToolRun } from './run-tool.js';
import type { ToolOptions, VideoPiece } from './video-tools.js';

const STEP_TIMEOUT_MS = 6 * 60 * 60_000;
const PICTURE_BYTES_PER_SECOND = 2_000_000;
const BYTES_PER_SAMPLE = 2;
const SPARE_BYTES = 64 * 1024 * 1024;

/** What stands where there is no picture, or beside one: calm, and never black. */
const GROUND = '0x1c2321';
/** Each piece is measured, and made as loud as this, in LUFS. */
const LOUDNESS = -18;
/** Of a piece that holds no voice the room is not made loud. */
const SILENCE_BELOW = -50;
const GAIN_MAX_DB = 24;
/** Against a click where one sound ends and the next begins; no word is as short. */
const EDGE_SECONDS = 0.01;

/**
 * Joins recordings. Each is decoded by itself, to a whole number of frames and exactly as many samples of sound; those are
 * laid one after the other, and the sound is encoded as a whole. So no joint has a gap, and nothing adds up over many.
 */
export class FfmpegJoin {
  constructor(
    private readonly installation: FfmpegInstallation,
    private readonly folder: string,
    private readonly options: ToolOptions,
  ) {}

  async run(pieces: readonly VideoPiece[], target: string): Promise<void> {
    const plan = joinPlan(pieces.map(({ probed }) => probed));
    const pictures = this.inFolder('pictures.h264');
    const sounds = this.inFolder('sounds.pcm');
    for (const [index, piece] of pieces.entries()) {
      const planned = plan.pieces[index]!;
      if (plan.size) await this.appendPicture(piece, planned, plan.size, pictures);
      if (plan.channels) await this.appendSound(piece, planned, plan.channels, sounds);
    }
    const files = { pictures: plan.size && pictures, sounds: plan.channels && sounds };
    await this.write(files, plan.channels ?? 1, target);
    await rm(pictures, { force: true });
    await rm(sounds, { force: true });
  }

  private async appendPicture(
    { source, probed: { picture } }: VideoPiece,
    { frames, scaled }: PlannedPiece,
    size: PictureSize,
    joined: string,
  ): Promise<void> {
    const { threads, knowsHdr } = this.installation;
    const rate = `fps=${FRAMES_PER_SECOND}:start_time=0`;
    const held = ['tpad=stop=-1:stop_mode=clone', `trim=end_frame=${frames}`];
    const part = this.inFolder('picture.h264');
    const output = { path: part, maxBytes: limitOf((frames / FRAMES_PER_SECOND) * PICTURE_BYTES_PER_SECOND) };
    const written = (filters: string[]) => [
      ...encodeH264(filters, threads),
      // Pictures in the order in which they are shown can be laid one after the other.
      '-bf',
      '0',
      '-frames:v',
      String(frames),
      ...WITHOUT_METADATA,
      '-f',
      'h264',
      `file:${OUTPUT}`,
    ];
    if (picture && scaled) {
      const { width, height } = size;
      const framed = `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2:color=${GROUND}`;
      const placed = scaled.width >= width && scaled.height >= height ? `crop=${width}:${height}` : framed;
      const filters = [...pictureFilters(picture, scaled, knowsHdr), placed, 'setsar=1', rate, ...held];
      await this.tool([...readOptions(INPUT, threads), ...PICTURE, ...written(filters)], { input: source, output });
    } else {
      const ground = `color=c=${GROUND}:s=${size.width}x${size.height}:r=${FRAMES_PER_SECOND}`;
      const read = ['-hide_banner', '-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', ground];
      await this.tool([...read, ...written(['format=yuv420p'])], { output });
    }
    await append(createReadStream(part), joined);
    await rm(part, { force: true });
  }

  private async appendSound(
    { source, probed: { sound } }: VideoPiece,
    { samples }: PlannedPiece,
    channels: 1 | 2,
    joined: string,
  ): Promise<void> {
    const bytes = samples * channels * BYTES_PER_SAMPLE;
    if (!sound) return append(Readable.from(silence(bytes)), joined);
    const read = readOptions(INPUT, this.installation.threads);
    const format = `aformat=sample_rates=${SAMPLE_RATE}:channel_layouts=${channels === 2 ? 'stereo' : 'mono'}`;
    const inStep = ['aresample=async=1:first_pts=0', format];
    const measuring = [...inStep, 'loudnorm=print_format=json'].join(',');
    const measured = [...read, '-v', 'info', '-nostats', ...SOUND, '-af', measuring, '-f', 'null', '-'];
    const gain = gainOf(await this.tool(measured, { input: source, returnsReport: true }));
    const seconds = samples / SAMPLE_RATE;
    const filters = [
      ...inStep,
      `volume=${gain.toFixed(2)}dB`,
      'alimiter=limit=0.84:level=false',
      'apad',
      `atrim=end_sample=${samples}`,
      `afade=t=in:d=${EDGE_SECONDS}`,
      `afade=t=out:st=${(seconds - EDGE_SECONDS).toFixed(4)}:d=${EDGE_SECONDS}`,
    ];
    const part = this.inFolder('sound.pcm');
    const raw = ['-c:a', 'pcm_s16le', ...WITHOUT_METADATA, '-f', 's16le', `file:${OUTPUT}`];
    const output = { path: part, maxBytes: limitOf(bytes) };
    await this.tool([...read, ...SOUND, '-af', filters.join(','), ...raw], { input: source, output });
    await append(createReadStream(part), joined);
    await rm(part, { force: true });
  }

  private async write(
    { pictures, sounds }: { pictures: string | null; sounds: string | null },
    channels: 1 | 2,
    target: string,
  ): Promise<void> {
    const read = ['-hide_banner', '-v', 'error', '-y', '-threads', String(this.installation.threads)];
    const rawPictures = ['-protocol_whitelist', 'file', '-f', 'h264', '-framerate', String(FRAMES_PER_SECOND)];
    const rawSounds = [
      '-protocol_whitelist',
      'pipe',
      '-f',
      's16le',
      '-ar',
      String(SAMPLE_RATE),
      '-ac',
      String(channels),
    ];
    const inTime = `setts=ts=round(N/${FRAMES_PER_SECOND}/TB)`;
    const options = [
      ...read,
      ...(pictures ? [...rawPictures, '-i', `file:${INPUT}`] : []),
      ...(sounds ? [...rawSounds, '-i', 'pipe:0'] : []),
      ...(pictures ? ['-map', '0:v:0', '-c:v', 'copy', '-bsf:v', inTime] : []),
      ...(sounds ? ['-map', `${pictures ? 1 : 0}:a:0`, ...writeAac(channels)] : []),
      ...outputOptions('mp4', OUTPUT),
    ];
    const bytes = ((pictures && (await stat(pictures)).size) || 0) + ((sounds && (await stat(sounds)).size) || 0);
    await this.tool(options, {
      input: pictures ?? undefined,
      output: { path: target, maxBytes: limitOf(bytes) },
      stdin: sounds ? readLazily(sounds) : undefined,
    });
  }

  private tool(
    options: string[],
    files: Pick<ToolRun, 'input' | 'output' | 'stdin' | 'returnsReport'>,
  ): Promise<string> {
    const { sandbox, ffmpeg, threads } = this.installation;
    const { signal } = this.options;
    return runTool({ sandbox, program: ffmpeg, options, threads, timeoutMs: STEP_TIMEOUT_MS, signal, ...files });
  }

  private inFolder(name: string): string {
    return path.join(this.folder, name);
  }
}

/** How much louder a voice has to become, in dB, by what was measured of it. */
export function gainOf(report: string): number {
  const loudness = Number(/"input_i"\s*:\s*"([^"]+)"/.exec(report)?.[1]);
  if (!Number.isFinite(loudness) || loudness < SILENCE_BELOW) return 0;
  return Math.min(GAIN_MAX_DB, LOUDNESS - loudness);
}

function limitOf(bytes: number): number {
  return Math.ceil(bytes) + SPARE_BYTES;
}

async function append(source: Readable, file: string): Promise<void> {
  await pipeline(source, createWriteStream(file, { flags: 'a' }));
}

function* silence(bytes: number): Generator<Buffer> {
  const block = Buffer.alloc(1024 * 1024);
  for (let left = bytes; left > 0; left -= block.length) yield block.subarray(0, Math.min(left, block.length));
}
