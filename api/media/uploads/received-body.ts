import { setImmediate } from 'node:timers/promises';
import type { Request } from 'express';
import { AppError } from '../../platform/http/app-error.js';
import { garbageCollector } from '../../platform/memory/garbage-collector.js';
import type { FinishedFile, SizeLimit } from '../store/temporary-file.js';

/** What the client said of a file. */
export interface ToldFile {
  filename: string;
  mimeType: string;
}

/** A file out of a request's body. */
export interface ReceivedFile extends FinishedFile, ToldFile {}

/** A request's body whose file was taken in. `await using` lets go of it at the end of the block. */
export interface ReceivedBody<File = ReceivedFile> extends AsyncDisposable {
  /** All but the file, unchecked: see `checkFields`. */
  fields: Record<string, unknown>;
  /** Null when the body has none. */
  file: File | null;
}

/** As `ReceivedBody`, with any number of files by the names of their parts, in the order in which they came. */
export interface ReceivedFiles<File = ReceivedFile> extends AsyncDisposable {
  fields: Record<string, unknown>;
  files: Map<string, File>;
}

const CUT_CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE']);

const COLLECT_EVERY_BYTES = 8 * 1024 ** 2;
const collectGarbage = garbageCollector();

let bodiesUnderWay = 0;
let bytesSinceCollected = 0;
let lastTurn: Promise<void> = Promise.resolve();

/** The bytes of a request's body. Who stops reading early can still answer: the connection stays, the rest is dropped. */
export async function* requestBytes(request: Request): AsyncGenerator<Buffer, void> {
  try {
    bodiesUnderWay++;
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      // A turn costs one that is alone a tenth of its speed.
      if (bodiesUnderWay > 1) await takeTurn();
      yield piece;
      collectPieces(piece.length);
    }
  } catch (error) {
    throw isCut(error) ? uploadCut() : error;
  } finally {
    bodiesUnderWay--;
    request.resume();
  }
}

/** V8 counts what pieces take in its own heap, which is next to nothing, and lets 64 MB of them lie about. */
function collectPieces(bytes: number): void {
  bytesSinceCollected += bytes;
  if (bytesSinceCollected < COLLECT_EVERY_BYTES) return;
  bytesSinceCollected = 0;
  collectGarbage({ type: 'minor' });
}

/** Bodies take turns: between two pieces, of whichever body, everybody else is answered. */
function takeTurn(): Promise<void> {
  return (lastTurn = lastTurn.then(() => setImmediate()));
}

/** The client went away in the middle: nobody reads this answer, and it is no fault of ours to log. */
export function uploadCut(): AppError {
  return new AppError(400, 'upload_cut', 'The upload was cut off.');
}

function isCut(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CUT_CODES.has(String(error.code));
}

/** Up to the limit of all together; 413 beyond. */
export async function* withinLimit(source: AsyncIterable<Buffer>, limit: SizeLimit): AsyncGenerator<Buffer, void> {
  let bytes = 0;
  for await (const piece of source) {
    bytes += piece.length;
    if (bytes > limit.bytes) throw new AppError(413, 'too_large', limit.message);
    yield piece;
  }
}
