import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from './media-store.js';
import type { MediaRepository } from './media.repository.js';
import { NotAMediaKey } from './media-key.js';

/**
 * `missing`: a row without its bytes. `altered`: other bytes than were stored. `orphan`: bytes that no row needs.
 * `unread`: bytes that the disk or the rights on them keep from being read.
 */
export interface MediaFinding {
  key: string;
  problem: 'missing' | 'altered' | 'orphan' | 'unread';
}

/**
 * Compares the store with the database, byte for byte. A server may be at work meanwhile: what comes and goes with it is no
 * finding.
 * @param report told of each finding as it is made
 * @param isRead whose bytes are read; of the others it is enough that they are there
 */
export async function checkMedia(
  store: MediaStore,
  media: MediaRepository,
  report: (finding: MediaFinding) => void,
  isRead: (key: string) => boolean = () => true,
): Promise<void> {
  const stored = await store.listKeys();
  const there = new Set(stored);
  const hashes = await media.findHashes();
  for (const [key, expected] of hashes) {
    if (there.has(key) && !isRead(key)) continue;
    const found = await hashOf(store, key);
    if (typeof found !== 'string' && found.equals(expected)) continue;
    // It may have been removed since the list was read.
    if (await media.isKept(key)) report({ key, problem: typeof found === 'string' ? found : 'altered' });
  }
  for (const key of stored.toSorted()) {
    if (hashes.has(key) || !isRead(key) || (await media.isKnown(key))) continue;
    if ((await hashOf(store, key)) !== 'missing') report({ key, problem: 'orphan' });
  }
}

/** Of the bytes under a key as they lie there now. */
export async function hashOf(store: MediaStore, key: string): Promise<Buffer | 'missing' | 'unread'> {
  const hash = createHash('sha256');
  try {
    await pipeline(await store.openRange(key), hash);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'missing';
    // A name that the store itself never gave.
    if (error instanceof NotAMediaKey) return Buffer.alloc(0);
    return 'unread';
  }
  return hash.digest();
}
