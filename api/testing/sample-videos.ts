import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readEnvironment } from '../platform/config/environment.js';

const run = promisify(execFile);

/** Where this machine keeps its programs, as its own variable says. */
export const PROGRAM_PATH = readEnvironment(import.meta.dirname).PATH ?? '';
export const PROGRAM_FOLDERS: readonly string[] = PROGRAM_PATH.split(path.delimiter);

/** Options of a command line, split at its spaces. */
export const words = (options: string) => options.split(' ');

/** A moving test picture of `size` (width x height), for `seconds`. */
export const picture = (size: string, seconds = 1) => ['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=15:d=${seconds}`];
export const tone = (seconds = 1) => ['-f', 'lavfi', '-i', `sine=d=${seconds}`];

export const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus'];
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** A moving picture with a tone. */
export const both = (size: string, seconds = 1) => [...picture(size, seconds), ...tone(seconds)];

/** Two frames with so much time between them. */
export const framesApart = (seconds: number) => {
  const twoFrames = ['-f', 'lavfi', '-i', 'color=s=32x32:r=1:d=2'];
  return [...twoFrames, '-vf', `setpts=N*${seconds}/TB`];
};

/** Makes a small video with the ffmpeg at hand; the options are those of its command line up to the output. */
export async function makeVideo(file: string, ...options: string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', '-threads', '1', ...options, file]);
  return file;
}

/** As `makeVideo`, but written as a recorder does: on and on, so that the head knows no length. */
export async function recordVideo(file: string, format: string, ...options: string[]): Promise<string> {
  const command = ['-v', 'error', ...options, '-f', format, 'pipe:1'];
  const { stdout } = await run('ffmpeg', command, { encoding: 'buffer', maxBuffer: 50_000_000 });
  await writeFile(file, stdout);
  return file;
}

/** What the ffmpeg at hand can encode with. */
export async function listEncoders(): Promise<Set<string>> {
  const { stdout } = await run('ffmpeg', ['-hide_banner', '-encoders']);
  return new Set(Array.from(stdout.matchAll(/^ [VAS][F.][S.][X.][B.][D.] (\S+)/gm), ([, name]) => name!));
}

/** Turns a MOV or MP4 by a quarter, as a phone held upright does: in the matrix of its track. */
export async function turnByAQuarter(file: string): Promise<string> {
  const bytes = await readFile(file);
  const matrixAt = bytes.indexOf('tkhd') + 4 + 40;
  const one = 0x00010000;
  [0, one, 0, -one, 0, 0, 0, 0, 0x40000000].forEach((value, index) => bytes.writeInt32BE(value, matrixAt + index * 4));
  await writeFile(file, bytes);
  return file;
}
