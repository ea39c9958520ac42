import { createRequire } from 'node:module';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp, { type Sharp } from 'sharp';
import type { PictureAnswer, PictureJob, PictureOutput } from './picture-job.js';

/**
 * Decodes one picture, behind walls: a job and the bytes of the picture come in, the pictures made of it go out, and then
 * this process ends. Nothing in here may trust, or know, more than that.
 */

/** What is used of libheif, compiled to WebAssembly. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  is_primary?(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: Pixels, done: (drawn: Pixels | null) => void): void;
}

interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

/** The head of a file, in which its colours are told, is far shorter. */
const HEAD_BYTES = 1024 * 1024;
const LINE_FEED = 10;

const require = createRequire(import.meta.url);
// What libheif has to say is no part of the answer.
console.log = console.error;

async function answer(message: Buffer): Promise<void> {
  const headEnd = message.indexOf(LINE_FEED);
  const job = JSON.parse(message.toString('utf8', 0, headEnd)) as PictureJob;
  const { head, pictures } = await render(message.subarray(headEnd + 1), job);
  process.stdout.write(`${JSON.stringify(head)}\n`);
  for (const picture of pictures) process.stdout.write(picture);
}

async function render(bytes: Buffer, job: PictureJob): Promise<{ head: PictureAnswer; pictures: Buffer[] }> {
  try {
    const source = job.heicPixelsMax === null ? bytes : await decodeHeic(bytes, job.heicPixelsMax);
    // Only truncation and real faults: many phones write harmless oddities.
    const image = sharp(source, { limitInputPixels: job.pixelsMax, failOn: 'error' }).autoOrient();
    const pictures = await Promise.all(job.outputs.map((output) => toOutput(image.clone(), output)));
    return { head: { sizes: pictures.map(({ length }) => length) }, pictures };
  } catch (error) {
    return { head: { problem: problemOf(error), detail: String(error) }, pictures: [] };
  }
}

function toOutput(image: Sharp, { format, width, height, quality }: PictureOutput): Promise<Buffer> {
  switch (format) {
    case 'webp':
      return fitting(image, width, height).webp({ quality }).toBuffer();
    case 'jpeg':
      return fitting(image, width, height).jpeg({ quality, mozjpeg: true }).toBuffer();
    case 'pixels':
      return image.resize({ width, height, fit: 'cover' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  }
}

function fitting(image: Sharp, width: number, height: number): Sharp {
  return image.resize({ width, height, fit: 'inside', withoutEnlargement: true });
}

class TooManyPixels extends Error {}

function problemOf(error: unknown): 'too_many_pixels' | 'unreadable' {
  const isTooLarge = error instanceof Error && error.message.includes('exceeds pixel limit');
  return isTooLarge || error instanceof TooManyPixels ? 'too_many_pixels' : 'unreadable';
}

/** Decodes a picture of Apple's cameras, which sharp cannot read: upright, as a TIFF with its colour profile. */
async function decodeHeic(bytes: Buffer, pixelsMax: number): Promise<Buffer> {
  const { HeifDecoder } = require('libheif-js/wasm-bundle.js') as LibHeif;
  const images = new HeifDecoder().decode(bytes);
  const image = images.find((one) => one.is_primary?.()) ?? images[0];
  if (!image) throw new Error('There is no picture in it.');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > pixelsMax) throw new TooManyPixels();
  const pixels = await new Promise<Buffer>((resolve, reject) =>
    image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (drawn) =>
      drawn ? resolve(Buffer.from(drawn.data.buffer)) : reject(new Error('It could not be decoded.')),
    ),
  );
  const { findColourProfile, toTiff } = await beside<typeof import('./to-tiff.js')>('to-tiff');
  return toTiff({ width, height, pixels, profile: findColourProfile(bytes.subarray(0, HEAD_BYTES)) });
}

/** A module of this folder: compiled as this one is, or not, where Node itself reads TypeScript. */
async function beside<T>(name: string): Promise<T> {
  return (await import(`./${name}${path.extname(import.meta.filename)}`)) as T;
}

process.stdout.write('ready\n');
const received = await buffer(process.stdin);
if (received.length > 0) await answer(received);
