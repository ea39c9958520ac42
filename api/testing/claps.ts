import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** So long after the beginning of a piece a light goes on, and a tone begins: as a clapperboard tells picture and sound. */
export const CLAP_SECONDS = 0.5;
const LASTS_SECONDS = 0.2;

/** A picture with a clap, on a ground that is dark and not black. `rate`: one of whose pictures begins with the clap. */
export const clapPicture = (size: string, rate: number, seconds: number, at = CLAP_SECONDS) => [
  '-f',
  'lavfi',
  '-i',
  `color=c=0x404040:s=${size}:r=${rate}:d=${seconds},drawbox=c=white:t=fill:enable='gte(t+0.001,${at})*lt(t,${at + LASTS_SECONDS})'`,
];

export const clapSound = (hertz: number, seconds: number) => [
  '-f',
  'lavfi',
  '-i',
  `aevalsrc='0.3*sin(2*PI*440*t)*between(t,${CLAP_SECONDS},${CLAP_SECONDS + LASTS_SECONDS})':s=${hertz}:d=${seconds}`,
];

interface Claps {
  /** When lights go on, and when tones begin, in seconds. */
  lights: number[];
  tones: number[];
  /** Pictures that are as good as black. */
  blackFrames: number;
}

const LIGHT = 200;
const BLACK = 24;

/** As ffmpeg measures them in a file that begins and ends without a tone. */
export async function readClaps(file: string): Promise<Claps> {
  const measure = (options: string[]) =>
    run('ffmpeg', ['-hide_banner', '-nostats', '-i', file, ...options, '-f', 'null', '-'], { maxBuffer: 50_000_000 });
  const { stdout } = await measure(['-an', '-vf', 'signalstats,metadata=print:file=-']);
  const frames = stdout.split(/^frame:/m).slice(1);
  const isLight = (index: number) => valueOf(frames[index], 'YMAX') > LIGHT;
  const { stderr } = await measure(['-vn', '-af', 'silencedetect=n=-35dB:d=0.15']);
  const tones = Array.from(stderr.matchAll(/silence_end: ([\d.]+)(?=[^]*silence_start)/g), ([, at]) => Number(at));
  return {
    lights: frames
      .filter((_, index) => isLight(index) && !isLight(index - 1))
      .map((frame) => valueOf(frame, 'pts_time')),
    tones,
    blackFrames: frames.filter((frame) => valueOf(frame, 'YAVG') < BLACK).length,
  };
}

function valueOf(frame: string | undefined, name: string): number {
  return Number(new RegExp(`${name}[:=]([\\d.]+)`).exec(frame ?? '')?.[1] ?? 0);
}
