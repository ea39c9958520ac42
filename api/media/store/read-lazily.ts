import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';

/**
 * The bytes of a file, which is opened when they are first read. A stream that is opened before something else fails would
 * keep the file on the disk for as long as this process lives, also after it was removed.
 */
export function readLazily(file: string): Readable {
  return Readable.from(piecesOf(file), { objectMode: false });
}

async function* piecesOf(file: string): AsyncGenerator<Buffer> {
  yield* createReadStream(file) as AsyncIterable<Buffer>;
}
