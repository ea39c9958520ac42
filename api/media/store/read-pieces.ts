import { open } from 'node:fs/promises';

const PIECE_BYTES = 512 * 1024;

/**
 * The bytes of a file from a position on, in pieces, each valid until the next is asked for: they share one buffer. (A stream allocates a new
 * one each time; measured on uploads, collecting those took longer than everything else together.)
 */
export async function* readPieces(path: string, from = 0): AsyncGenerator<Buffer, void> {
  await using file = await open(path);
  const buffer = Buffer.allocUnsafe(PIECE_BYTES);
  for (let position = from; ;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
