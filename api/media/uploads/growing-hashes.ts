import { createHash, type Hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const MAX_UPLOADS = 1_000;

/** The SHA-256 of the first chunks of a file. */
export interface GrowingHash {
  chunks: number;
  hash: Hash;
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

  /** Hashes the next chunk, and returns what to call once it is in its place. A chunk out of order changes nothing. */
  prepare(uploadId: string, chunkIndex: number, bytes: Buffer): () => void {
    const { chunks, hash } = this.known.get(uploadId) ?? NOTHING;
    if (chunkIndex !== chunks) return () => {};
    const grown = { chunks: chunks + 1, hash: hash.copy().update(bytes) };
    return () => this.keep(uploadId, grown);
  }

  /** A hash of its own, which may be finished. */
  find(uploadId: string): GrowingHash {
    const { chunks, hash } = this.known.get(uploadId) ?? NOTHING;
    return { chunks, hash: hash.copy() };
  }

  forget(uploadId: string): void {
    this.known.delete(uploadId);
  }

  private keep(uploadId: string, grown: GrowingHash): void {
    this.known.delete(uploadId);
    this.known.set(uploadId, grown);
    const [oldest] = this.known.keys();
    if (this.known.size > MAX_UPLOADS && oldest !== undefined) this.known.delete(oldest);
  }
}
