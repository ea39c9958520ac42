import type { Browser } from 'playwright/test';

/** Records a second of a changing picture in the browser: a real video file without any other tool. */
export async function recordClip(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 180, height: 320 });
    const drawing = canvas.getContext('2d');
    const paint = setInterval(() => {
      if (!drawing) return;
      drawing.fillStyle = `hsl(${performance.now() / 5} 30% 40%)`;
      drawing.fillRect(0, 0, canvas.width, canvas.height);
    }, 40);
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' });
    const parts: Blob[] = [];
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
    recorder.start();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    recorder.stop();
    await stopped;
    clearInterval(paint);
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  await page.close();
  return Buffer.from(base64, 'base64');
}

/** The same video, made larger by an element that players pass over. */
export function padWebm(clip: Buffer, bytes: number): Buffer {
  const head = Buffer.alloc(9);
  head[0] = 0xec; // EBML Void
  head.writeBigUInt64BE((1n << 56n) | BigInt(bytes), 1);
  return Buffer.concat([clip, head, Buffer.alloc(bytes)]);
}
