import { execFile, spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { NotRun } from './row.ts';

/** @throws NotRun where there is no ffmpeg */
export function requireVideoTools(): void {
  if (!hasVideoTools()) throw new NotRun('this machine has no ffmpeg.');
}

export const hasVideoTools = () => spawnSync('ffmpeg', ['-version']).status === 0;

/** A moving picture with a tone, of so many seconds; `options` go before its name. */
export async function makeClip(folder: string, name: string, seconds: number, options: string[] = []): Promise<Buffer> {
  const file = path.join(folder, name);
  const sources = [`testsrc=size=216x384:rate=20:duration=${seconds}`, `sine=frequency=440:duration=${seconds}`];
  const codecs = name.endsWith('.webm')
    ? ['-c:v', 'libvpx', '-deadline', 'realtime', '-c:a', 'libopus']
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const inputs = sources.flatMap((source) => ['-f', 'lavfi', '-i', source]);
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...inputs, ...codecs, ...options, file]);
  const bytes = await readFile(file);
  await rm(file);
  return bytes;
}
