import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { resolveMediaKey } from '../media/store/media-key.js';
import { type ByteRange, MediaStore, type StoredBytes } from '../media/store/media-store.js';
import type { FinishedFile } from '../media/store/temporary-file.js';

/** Keeps bytes where no path leads to them, as a store over a network does. */
export class MemoryMediaStore extends MediaStore {
  readonly kept = new Map<string, Buffer>();

  async put(key: string, source: Readable | FinishedFile): Promise<StoredBytes> {
    requireKey(key);
    const bytes = await buffer(source instanceof Readable ? source : createReadStream(source.path));
    this.kept.set(key, bytes);
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest() };
  }

  async openRange(key: string, range?: ByteRange): Promise<Readable> {
    requireKey(key);
    const bytes = this.kept.get(key);
    if (!bytes) throw Object.assign(new Error('There are no such bytes.'), { code: 'ENOENT' });
    const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
    return Readable.from(part.length > 0 ? [part] : []);
  }

  localPath(key: string): null {
    requireKey(key);
    return null;
  }

  async remove(key: string): Promise<void> {
    requireKey(key);
    this.kept.delete(key);
  }

  async listKeys(): Promise<string[]> {
    return [...this.kept.keys()];
  }

  async sweepUnfinished(): Promise<void> {
    // What is not stored to its end is not kept at all.
  }
}

function requireKey(key: string): void {
  resolveMediaKey('/', key);
}
