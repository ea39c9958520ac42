import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import { HttpError, NetworkFailure } from '../../shared/http/http-error.js';

/** On a line that is cut again and again only small parts arrive whole. */
const LEAST_BYTES = 64 * 1024;
const SMALLER = 4;
/** So many in a row are no luck: a line that is still bad is not tried with more after each. */
const LARGER_AFTER = 8;
const LARGER = 2;
/** A proxy gave up waiting for the rest. */
const TIMED_OUT = new Set([408, 504]);

/** How much of a recording is sent at once: less where the line is cut, and more again where parts arrive. */
export class PartSize {
  private arrivedInARow = 0;

  constructor(private bytes = UPLOAD_CHUNK_BYTES) {}

  /** For what is cut before `size` bytes have arrived. */
  static below(size: number): PartSize {
    const parts = new PartSize(Math.min(size, UPLOAD_CHUNK_BYTES));
    parts.shrinkBelow(size);
    return parts;
  }

  get mostBytes(): number {
    return this.bytes;
  }

  noteArrival(): void {
    this.arrivedInARow++;
    if (this.arrivedInARow < LARGER_AFTER) return;
    this.arrivedInARow = 0;
    this.bytes = Math.min(UPLOAD_CHUNK_BYTES, this.bytes * LARGER);
  }

  /** @param size of the part that failed with `error`: a server that refused it would take no smaller one */
  noteFailure(error: unknown, size: number): void {
    this.arrivedInARow = 0;
    if (isCut(error)) this.shrinkBelow(size);
  }

  private shrinkBelow(size: number): void {
    this.bytes = Math.max(LEAST_BYTES, Math.ceil(Math.min(size, UPLOAD_CHUNK_BYTES) / SMALLER));
  }
}

function isCut(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof HttpError && TIMED_OUT.has(error.status));
}
