import type { Readable } from 'node:stream';
import type { FinishedFile } from './temporary-file.js';

/** What a store knows of bytes that it keeps. */
export interface StoredBytes {
  bytes: number;
  sha256: Buffer;
}

/** First and last byte, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Headers of what a link leads to. */
export interface ToldOfLink {
  contentType: string;
  contentDisposition: string;
}

/** Keys below it are of looks at whether anything can be kept: no media, though a killed process may leave one there. */
export const HEALTH_FOLDER = 'health';

/** Keeps bytes by key. A driver passes media-store.conformance.ts. */
export abstract class MediaStore {
  /**
   * Keeps a copy of `source` under `key`; when it returns, the bytes survive a power cut. A key that is taken gets
   * the new bytes. A finished file stays where it is and must not change afterwards: the copy may be a link to it.
   */
  abstract put(key: string, source: Readable | FinishedFile): Promise<StoredBytes>;

  /** The bytes of `key`, all or a part. Rejects when there are none. */
  abstract openRange(key: string, range?: ByteRange): Promise<Readable>;

  /** Where the bytes can be read as a file, when the driver keeps them as files. */
  abstract localPath(key: string): string | null;

  /** An address at which whoever has it reads the bytes for a minute; null when the driver has none to give. */
  abstract linkTo(key: string, told: ToldOfLink): Promise<string | null>;

  /** Removes the bytes for good. A key without bytes is fine. */
  abstract remove(key: string): Promise<void>;

  /**
   * The keys of all bytes that are kept, in no order. What is being stored just then may be among them or not. Rejects
   * when a part of them cannot be listed.
   */
  abstract listKeys(): Promise<string[]>;

  /** Removes what interrupted calls of `put` and looks left behind before `time`. */
  abstract sweepUnfinished(time: Date): Promise<void>;
}
