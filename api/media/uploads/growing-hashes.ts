import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const MAX_UPLOADS = 1_000;
/** Chunks of one upload that are on their way to their places at once. */
const MAX_AHEAD = 8;

/** The SHA-256 of the first chunks of a file. */
export interface GrowingHash {
  chunks: number;
  hash: Hash;
}

/** What the hash will be once this chunk, and those before it, are in their places. */
interface PreparedHash extends GrowingHash {
  before: GrowingHash | null;
  isPlaced: boolean;
}

const NOTHING: GrowingHash = { chunks: 0, hash: createHash('sha256') };

/**
 * Hashes uploads while they arrive, as far as their chunks come to this server in their order, so that the whole need not
 * be read again. What another server received, or this one before a restart, is read.
 */
@Injectable()
export class GrowingHashes {
  /** The one that grew last is last. */
  private readonly known = new Map<string, GrowingHash>();
  private readonly ahead = new Map<string, PreparedHash[]>();

  /**
   * Hashes the next chunk, and returns what to call once it is in its place. It may be called before that of the chunk
   * before it. A chunk out of order changes nothing.
   */
  prepare(uploadId: string, chunkIndex: number, bytes: Buffer): () => void {
    const ahead = this.ahead.get(uploadId) ?? [];
    const known = this.known.get(uploadId) ?? NOTHING;
    const before = known.chunks === chunkIndex ? known : ahead.findLast(({ chunks }) => chunks === chunkIndex);
    if (!before) return () => {};
    const hash = before.hash.copy().update(bytes);
    const prepared: PreparedHash = { chunks: chunkIndex + 1, hash, before, isPlaced: false };
    this.keep(this.ahead, uploadId, [...ahead, prepared].slice(-MAX_AHEAD));
    return () => {
      prepared.isPlaced = true;
      this.grow(uploadId);
    };
  }

  /** A hash of its own, which may be finished. */
  find(uploadId: string): GrowingHash {
    const { chunks, hash } = this.known.get(uploadId) ?? NOTHING;
    return { chunks, hash: hash.copy() };
  }

  forget(uploadId: string): void {
    this.known.delete(uploadId);
    this.ahead.delete(uploadId);
  }

  private grow(uploadId: string): void {
    let ahead = this.ahead.get(uploadId) ?? [];
    for (;;) {
      const known = this.known.get(uploadId) ?? NOTHING;
      const next = ahead.find(({ before, isPlaced }) => isPlaced && before === known);
      if (!next) return;
      ahead = ahead.filter(({ chunks }) => chunks > next.chunks);
      next.before = null;
      this.keep(this.known, uploadId, next);
      this.keep(this.ahead, uploadId, ahead);
    }
  }

  private keep<T>(of: Map<string, T>, uploadId: string, value: T): void {
    of.delete(uploadId);
    of.set(uploadId, value);
    const [oldest] = of.keys();
    if (of.size > MAX_UPLOADS && oldest !== undefined) of.delete(oldest);
  }
}
