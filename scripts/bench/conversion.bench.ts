import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../lib/root.mjs';
import { addParticipant } from './fill-archive.ts';
import { measureCommand, watchMemory } from './processes.ts';
import { Product } from './product.ts';
import { megabytes, show } from './report.ts';

type FfmpegOptions = typeof import('../../api/media/transcode/ffmpeg-options.ts');

const run = promisify(execFile);
const SECONDS = 60;
const LOOK_EVERY_MS = 50;

/** One minute of a phone's 1080p, from its last byte until every device can play it, beside bare ffmpeg with the same settings. */
export async function measureConversion(): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-conversion-'));
  const product = await Product.prepare();
  try {
    const source = await phoneVideo(folder);
    const peer = await measureCommand('ffmpeg', await bareOptions(source, path.join(folder, 'bare.mp4')));
    const userId = await addParticipant(product);
    await product.start({ settings: { FFMPEG_PATH: '' } });
    const memory = watchMemory(product.pid);
    const before = memory.now();
    const seconds = await convert(product, userId, source);
    const added = memory.stop() - before;
    show({
      what: `Conversion of one minute of 1080p, looked at, with poster and sound, beside bare ffmpeg`,
      ours: `${seconds.toFixed(1)} s`,
      peer: `${peer.seconds.toFixed(1)} s`,
      ratio: seconds / peer.seconds,
      goal: { atMost: 1.1 },
    });
    show({
      what: 'Memory that it adds, all processes',
      ours: megabytes(added),
      peer: megabytes(peer.peakBytes),
      ratio: added / peer.peakBytes,
      goal: { atMost: 1.1 },
    });
  } finally {
    await product.dispose();
    await rm(folder, { recursive: true });
  }
}

/** Moving and noisy, as a hand-held one is, at a bit rate that no line could stream. */
async function phoneVideo(folder: string): Promise<string> {
  const file = path.join(folder, 'phone.mov');
  const picture = `testsrc2=size=1920x1080:rate=30,noise=alls=12:allf=t`;
  const streams = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'anoisesrc=amplitude=0.1:sample_rate=48000'];
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-b:v', '17M', '-pix_fmt', 'yuv420p'];
  const output = ['-t', String(SECONDS), ...video, '-c:a', 'aac', '-b:a', '128k', '-v', 'error', '-y', file];
  await run('ffmpeg', [...streams, ...output]);
  return file;
}

/** What the product asks of ffmpeg for such a file. */
async function bareOptions(source: string, target: string): Promise<string[]> {
  const built = path.join(ROOT, 'dist/api/media/transcode/ffmpeg-options.js');
  const options = (await import(pathToFileURL(built).href)) as FfmpegOptions;
  const threads = Math.max(1, os.availableParallelism() - 1);
  const size = { width: 1920, height: 1080 };
  const filters = options.pictureFilters({ isInterlaced: false, isHdr: false } as never, size, false);
  const picture = [...options.PICTURE, ...options.encodeH264(filters, threads)];
  const sound = [...options.SOUND, '-c:a', 'copy'];
  return [...options.readOptions(source, threads), ...picture, ...sound, ...options.outputOptions('mp4', target)];
}

/** @returns the seconds from the response that took the video until it is ready */
async function convert(product: Product, userId: string, source: string): Promise<number> {
  const staff = await product.signInStaff();
  const form = new FormData();
  for (const [name, value] of Object.entries({ userId, questionId: '1', title: 'A minute' })) form.append(name, value);
  form.append('video', new Blob([await readFile(source)], { type: 'video/quicktime' }), 'phone.mov');
  await staff.send('POST', '/api/admin/showcase-videos', form);
  const startedAt = performance.now();
  while (!(await isReady(product))) await wait(LOOK_EVERY_MS);
  return (performance.now() - startedAt) / 1000;
}

async function isReady(product: Product): Promise<boolean> {
  const { rows } = await product.query((client) =>
    client.query<{ state: string; problem: string | null }>('SELECT state, problem FROM video_preparation'),
  );
  if (rows[0]?.state === 'failed') throw new Error(`The conversion failed: ${rows[0].problem}`);
  return rows[0]?.state === 'ready';
}
