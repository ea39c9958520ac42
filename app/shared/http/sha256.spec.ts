import { createHash } from 'node:crypto';
import { sha256 } from './sha256.js';

describe('sha256', () => {
  it.each([0, 11, 1024 * 1024, 2_500_000])('of %i bytes', async (size) => {
    const bytes = Buffer.from(Uint8Array.from({ length: size }, (_, index) => index % 251));
    expect(await sha256(new Blob([bytes]))).toBe(createHash('sha256').update(bytes).digest('hex'));
  });
});
