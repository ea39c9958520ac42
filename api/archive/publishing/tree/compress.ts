import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

const COMPRESSIBLE = new Set([
  '.html',
  '.css',
  '.js',
  '.mjs',
  '.json',
  '.xml',
  '.txt',
  '.vtt',
  '.svg',
  '.map',
  '.webmanifest',
]);

/** How hard to try: pages are compressed while a producer waits, assets once per build. */
export type Effort = 'quick' | 'thorough';
const BROTLI_QUALITY: Record<Effort, number> = { quick: 5, thorough: 10 };
const GZIP_LEVEL: Record<Effort, number> = { quick: 6, thorough: 9 };

export interface Compressed {
  br: Buffer;
  gz: Buffer;
}

/** Brotli and gzip of a file's bytes, null for kinds that are compressed already. */
export async function compress(file: string, bytes: Buffer, effort: Effort): Promise<Compressed | null> {
  if (!COMPRESSIBLE.has(path.posix.extname(file))) return null;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzipped(bytes, { level: GZIP_LEVEL[effort] })]);
  return { br, gz };
}
