import { hashOf } from './check-media.js';
import { ignoreMissing } from './durable-files.js';
import { isMediaKey } from './media-key.js';
import type { MediaRepository } from './media.repository.js';
import type { MediaStore } from './media-store.js';

export interface MoveResult {
  copied: number;
  /** Lay there already, byte for byte. */
  found: number;
  /** Copies of files that were removed since. */
  removed: number;
  /** Could not be had as they were stored. */
  damaged: string[];
}

/**
 * Copies every file that the database knows into another store, also what waits for who goes back behind a restore, and
 * reads each there before it counts. The first store stays as it is. A server may be at work meanwhile, on either of them: what it stores is copied too, and what it removed is
 * removed from the copies. Called again, it goes on where it ended.
 */
export async function moveMedia(from: MediaStore, to: MediaStore, media: MediaRepository): Promise<MoveResult> {
  const result: MoveResult = { copied: 0, found: 0, removed: 0, damaged: [] };
  const settled = new Set<string>();
  for (;;) {
    const open = [...(await media.findNeeded())].filter(([key]) => !settled.has(key));
    if (open.length === 0) break;
    const lying = new Set(await to.listKeys());
    for (const [key, sha256] of open) {
      settled.add(key);
      if (lying.has(key) && isSame(await hashOf(to, key), sha256)) result.found++;
      else if (await copy(key, sha256)) result.copied++;
      else if ((await media.findNeeded()).has(key)) result.damaged.push(key);
    }
  }
  for (const key of await to.listKeys()) {
    // Whatever else lies there is somebody's.
    if (!isMediaKey(key) || (await media.isKnown(key))) continue;
    await to.remove(key);
    result.removed++;
  }
  return result;

  async function copy(key: string, sha256: Buffer): Promise<boolean> {
    // Read before it is written: what is damaged takes no place of anything.
    if (!isSame(await hashOf(from, key), sha256)) return false;
    const source = await from.openRange(key).catch(ignoreMissing);
    // Removed since it was read.
    if (!source) return false;
    await to.put(key, source);
    return isSame(await hashOf(to, key), sha256);
  }
}

function isSame(found: Buffer | string, expected: Buffer): boolean {
  return typeof found !== 'string' && found.equals(expected);
}
