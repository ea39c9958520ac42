import { crc32 } from 'node:zlib';
import type { FinishedFile } from '../store/temporary-file.js';

/** A chunk as the table knows it. */
export interface NotedChunk {
  chunkIndex: number;
  bytes: number;
  checksum: number | null;
}

/** Keeps what has come of upload sessions. */
export abstract class UploadSessionFiles {
  abstract create(uploadId: string, totalSize: number): Promise<void>;

  /**
   * Keeps a chunk in its place; when it returns, the bytes survive a power cut.
   * @returns what to call once the chunk counts
   */
  abstract place(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<() => void>;

  /** As `place`, after the first `at` bytes: what a killed server put there and did not note does not count. */
  abstract append(uploadId: string, chunkIndex: number, bytes: Buffer, at: number): Promise<() => void>;

  /** Whether these bytes stand in the place of a chunk; null when all of the upload is gone. */
  abstract holds(uploadId: string, chunkIndex: number, bytes: Buffer): Promise<boolean | null>;

  /** Whether there is a place for all of it. */
  abstract isThere(uploadId: string, totalSize: number): Promise<boolean>;

  /**
   * The whole file of a session whose chunks have all arrived; null when it is gone, or does not hold what arrived.
   * @param chunks in their order, with their checksums as far as they are known
   */
  abstract read(uploadId: string, chunks: NotedChunk[]): Promise<FinishedFile | null>;

  /** A file on this machine that holds these chunks. Rejects when there are none. */
  abstract fileOf(uploadId: string, findChunks: () => Promise<NotedChunk[]>): Promise<string>;

  abstract remove(uploadId: string): Promise<void>;

  /** Sessions of which something is kept, to which nothing was added since `time`. */
  abstract listUntouchedSince(time: Date): Promise<string[]>;

  /** Sessions that are kept elsewhere and of which this machine has had a copy since before `time`. */
  abstract listCopiesUntouchedSince(time: Date): Promise<string[]>;

  abstract removeCopy(uploadId: string): Promise<void>;

  /** Removes what requests that were killed left behind. */
  abstract removeTemporaryUntouchedSince(time: Date): Promise<void>;
}

/** CRC-32 of each of some chunks that are read one after the other. */
export class ChunkChecksums {
  private readonly sums: number[] = [];
  private crc = 0;
  private filled = 0;

  constructor(private readonly expected: Pick<NotedChunk, 'bytes' | 'checksum'>[]) {}

  update(piece: Buffer): void {
    let rest = piece;
    while (rest.length > 0) {
      const wanted = this.expected[this.sums.length]?.bytes ?? Infinity;
      const part = rest.subarray(0, wanted - this.filled);
      this.crc = crc32(part, this.crc);
      this.filled += part.length;
      rest = rest.subarray(part.length);
      if (this.filled === wanted) this.endChunk();
    }
  }

  /** After the last piece. */
  areEqual(): boolean {
    if (this.filled > 0) this.endChunk();
    return this.expected.every(({ checksum }, index) => checksum === null || checksum === this.sums[index]);
  }

  private endChunk(): void {
    this.sums.push(this.crc | 0);
    this.crc = 0;
    this.filled = 0;
  }
}
