import { open } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { HEIC_MAX_PIXELS } from '../../contract/limits.js';
import { findColourProfile } from './colour-profile.js';
import { toTiff } from './to-tiff.js';

const TIMEOUT_MS = 60_000;
/** The head of a file, in which its colours are told, is far shorter. */
const HEAD_BYTES = 1024 * 1024;
const WORKER = new URL(`./heic-worker${path.extname(import.meta.filename)}`, import.meta.url);

/** The picture has more pixels than there is memory for. */
export class TooManyPixels extends Error {
  constructor(readonly limit: number) {
    super(`More than ${limit} pixels.`);
  }
}

/** What the decoder answers. */
type Decoded = { width: number; height: number; pixels: ArrayBuffer } | 'too many pixels';

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes a picture of Apple's cameras, which sharp cannot read: upright, as a TIFF with its colour profile. One at a time,
 * in a thread that is ended when it takes too long.
 */
export function decodeHeic(file: string): Promise<Buffer> {
  const decoding = last.then(() => decode(file));
  last = decoding.catch(() => {});
  return decoding;
}

async function decode(file: string): Promise<Buffer> {
  const decoded = await runWorker(file);
  if (decoded === 'too many pixels') throw new TooManyPixels(HEIC_MAX_PIXELS);
  const { width, height, pixels } = decoded;
  return toTiff({ width, height, pixels: Buffer.from(pixels), profile: findColourProfile(await readHead(file)) });
}

function runWorker(file: string): Promise<Decoded> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER, {
      workerData: { path: file, pixelsMax: HEIC_MAX_PIXELS },
      env: {},
      stdout: true,
      stderr: true,
    });
    const timer = setTimeout(() => void worker.terminate(), TIMEOUT_MS);
    worker.once('message', resolve);
    worker.once('error', reject);
    // After a message or an error this changes nothing.
    worker.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The decoder was ended.'));
    });
  });
}

async function readHead(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}
