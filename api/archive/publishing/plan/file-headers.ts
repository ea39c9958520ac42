import { posix } from 'node:path';
import { HASHED_ASSETS_FOLDER } from './addresses.js';

const FOR_EVER = 'public, max-age=31536000, immutable';
export const ALWAYS_ASK = 'no-cache';

export function cacheControl(path: string): string {
  return path.startsWith(HASHED_ASSETS_FOLDER) ? FOR_EVER : ALWAYS_ASK;
}

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** By the name alone: the tree holds only what this product wrote. */
export function contentType(treePath: string): string {
  return CONTENT_TYPES[posix.extname(treePath)] ?? 'application/octet-stream';
}
