import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hashOf } from '../../media/store/check-media.js';
import type { MediaStore } from '../../media/store/media-store.js';
import type { Blob } from './manifest.js';
import { Measure, type Measured, OtherContent, type Seal } from './seal.js';

interface Stored {
  key: string;
  stored: Measured;
}

/** Writes to a backup's place and reads from it, sealed, so that every byte can be compared. */
export class BlobArchive {
  constructor(
    private readonly place: MediaStore,
    private readonly seal: Seal,
  ) {}

  /** @param source what was read of it is measured */
  async write(key: string, source: Readable, measure = new Measure()): Promise<Stored & { content: Measured }> {
    // Both may fail before anybody reads them, and after nobody does any more.
    measure.on('error', () => undefined);
    source.on('error', (error) => measure.destroy(error));
    const closed = (await this.seal.close(source.pipe(measure))).on('error', () => undefined);
    const { bytes, sha256 } = await this.place.put(key, closed);
    return { key, stored: { bytes, sha256: sha256.toString('hex') }, content: measure.result() };
  }

  /** Where content of this hash lies. Another key makes other bytes of it. */
  keyOf(sha256: string): string {
    return `blobs/${this.seal.label}/${sha256.slice(0, 2)}/${sha256}`;
  }

  /** @returns null when the content is not what it was said to be: then what lay under its key lies there still */
  async add(sha256: string, source: Readable): Promise<Blob | null> {
    const measure = new Measure(sha256);
    try {
      const { content, ...stored } = await this.write(this.keyOf(sha256), source, measure);
      return { ...stored, ...content };
    } catch (error) {
      if (measure.errored instanceof OtherContent) return null;
      throw error;
    }
  }

  /** Whether every byte lies there as it was written. What cannot be read is no other bytes: it is read once more. */
  async isWhole({ key, stored }: Stored): Promise<boolean> {
    let found = await hashOf(this.place, key);
    if (found === 'unread') found = await hashOf(this.place, key);
    return typeof found !== 'string' && found.toString('hex') === stored.sha256;
  }

  /** As `isWhole`; of what was sealed anew since, the content counts, if this key opens it. */
  async holds(blob: Blob): Promise<boolean> {
    if (await this.isWhole(blob)) return true;
    if (this.seal.label === 'plain' || !this.seal.canOpen) return false;
    const hash = createHash('sha256');
    try {
      await pipeline(await this.read(blob), hash);
    } catch {
      return false;
    }
    return hash.digest('hex') === blob.sha256;
  }

  /** The content as it was before it was sealed. */
  async read({ key }: Stored): Promise<Readable> {
    return this.seal.open(await this.place.openRange(key));
  }
}
