import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';

const run = promisify(execFile);
/** Length of each clip. */
export const CLIP_SECONDS = 24;
const SIZE = { width: 540, height: 960 };

/** Dusk colours, one pair a clip. */
const DUSKS = [
  ['#2b3a4f', '#c98f6b'],
  ['#32323f', '#9d7a8c'],
  ['#1f3440', '#d0a46f'],
  ['#3a3346', '#b9a08a'],
  ['#28393a', '#cfb48a'],
] as const;

/** A folder for what is generated; whoever asks for it removes it. */
export const temporaryFolder = () => mkdtemp(path.join(os.tmpdir(), 'stories-demo-'));

/** Generates an upright MP4 of a slowly changing dusk sky with a low tone. Needs ffmpeg on the PATH. */
export async function generateClip(folder: string, seed: number): Promise<string> {
  const file = path.join(folder, `clip-${seed}.mp4`);
  const [from, to] = DUSKS[seed % DUSKS.length] ?? DUSKS[0];
  const sky = `gradients=s=${SIZE.width}x${SIZE.height}:c0=${from}:c1=${to}:n=2:speed=0.004:seed=${seed}:d=${CLIP_SECONDS}:r=24`;
  const tone = `sine=frequency=${180 + 12 * seed}:duration=${CLIP_SECONDS},volume=0.05`;
  const video = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-crf', '30', '-movflags', '+faststart'];
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', sky, '-f', 'lavfi', '-i', tone, ...video, file]);
  return file;
}

/** Generates a JPEG of a dusk sky over hills. */
export async function generatePhoto(seed: number): Promise<Buffer> {
  const [from, to] = DUSKS[seed % DUSKS.length] ?? DUSKS[0];
  const horizon = 560 + 30 * (seed % 4);
  const sky = `<linearGradient id="sky" x2="0" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  const hills = `<path d="M0 ${horizon} Q 300 ${horizon - 120} 600 ${horizon} T 1200 ${horizon - 40} V 900 H 0 Z" fill="#16181d"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">${sky}<rect width="1200" height="900" fill="url(#sky)"/>${hills}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}
