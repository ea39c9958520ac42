import { createHash } from 'node:crypto';
import type { ShowcaseWords } from '../../contract/showcase-words.js';

/** Tells the texts of a video from those before and after a change. Approving it or preparing its file changes nothing. */
export function textsVersion({ title, description, transcript, cues }: ShowcaseWords): string {
  const times = cues?.map(({ start, end, text }) => [start, end, text]) ?? null;
  return createHash('sha256')
    .update(JSON.stringify([title, description, transcript, times]))
    .digest('base64url')
    .slice(0, 16);
}
