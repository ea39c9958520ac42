import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright/test';

const SHORT_PICTURES = 25;
/** Some four seconds, for what is to be seen while it plays. */
export const LONG_PICTURES = 75;

const recorded = new Map<number, Promise<Buffer>>();

/**
 * A second of a changing picture, which the browser records: a real video file without any other tool. The journeys of a
 * worker share it.
 */
export function recordClip(browser: Browser, pictures = SHORT_PICTURES): Promise<Buffer> {
  const clip = recorded.get(pictures) ?? recordCanvas(browser, pictures);
  recorded.set(pictures, clip);
  return clip;
}

async function recordCanvas(browser: Browser, pictures: number): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async (count) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 180, height: 320 });
    const drawing = canvas.getContext('2d')!;
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    // Pictures are counted, and not seconds: on a crowded machine one second may hold none.
    for (let picture = 0; picture < count; picture++) {
      drawing.fillStyle = `hsl(${picture * 8} 30% 40%)`;
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      await new Promise((resolve) => setTimeout(resolve, 40));
      await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await stopped;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  }, pictures);
  await page.close();
  return Buffer.from(base64, 'base64');
}

/** Some seconds of a moving picture with a tone, made by ffmpeg as a file that every device plays. */
export async function encodeClip(folder: string, seconds: number): Promise<Buffer> {
  const file = path.join(folder, 'clip.mp4');
  const picture = ['-f', 'lavfi', '-i', `testsrc2=size=90x160:rate=12:duration=${seconds}`];
  const tone = ['-f', 'lavfi', '-i', `sine=frequency=220:duration=${seconds}`];
  const codecs = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', '-y', ...picture, ...tone, ...codecs, file]);
  return readFile(file);
}

/** The same video, made larger by an element that players pass over. */
export function padWebm(clip: Buffer, bytes: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 0xec; // EBML Void
  head.writeBigUInt64BE((1n << 56n) | BigInt(bytes), 1);
  return Buffer.concat([clip, head, Buffer.alloc(bytes)]);
}
