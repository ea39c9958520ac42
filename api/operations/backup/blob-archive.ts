import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from '../../media/store/media-store.js';
import type { Blob } from './manifest.js';
import { Measure, type Measured, type Seal } from './seal.js';

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
  async write(key: string, source: Readable): Promise<Stored & { content: Measured }> {
    const measure = new Measure();
    // It may fail after nobody reads it any more.
    measure.on('error', () => undefined);
    source.on('error', (error) => measure.destroy(error));
    const { bytes, sha256 } = await this.place.put(key, await this.seal.close(source.pipe(measure)));
    return { key, stored: { bytes, sha256: sha256.toString('hex') }, content: measure.result() };
  }

  /** Where content of this hash lies. Another key makes other bytes of it. */
  keyOf(sha256: string): string {
    return `blobs/${this.seal.label}/${sha256.slice(0, 2)}/${sha256}`;
  }

  /** @returns null when the content is not what it was said to be: then nothing is kept */
  async add(sha256: string, source: Readable): Promise<Blob | null> {
    const { content, ...stored } = await this.write(this.keyOf(sha256), source);
    if (content.sha256 === sha256) return { ...stored, ...content };
    await this.place.remove(stored.key);
    return null;
  }

  /** Whether every byte lies there as it was written. */
  async isWhole({ key, stored }: Stored): Promise<boolean> {
    const hash = createHash('sha256');
    try {
      await pipeline(await this.place.openRange(key), hash);
    } catch {
      return false;
    }
    return hash.digest('hex') === stored.sha256;
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
