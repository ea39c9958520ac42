import { createHash } from 'node:crypto';
import { sampleJpeg, sampleMp4, sampleWebm, toDataUrl } from '../../api/testing/sample-media.ts';
import type { Random } from './random.ts';

export { sampleJpeg, toDataUrl };

/** What every reader takes for a WebM, of so many bytes, with other bytes for each draw. */
export function randomWebm(random: Random, bytes: number): Buffer {
  const head = sampleWebm(0);
  return Buffer.concat([head, random.bytes(Math.max(0, bytes - head.length))]);
}

/** As `randomWebm`, an MP4. */
export function randomMp4(random: Random, bytes: number): Buffer {
  const whole = sampleMp4(bytes);
  const head = whole.indexOf('mdat') + 4;
  return Buffer.concat([whole.subarray(0, head), random.bytes(bytes - head)]);
}

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
