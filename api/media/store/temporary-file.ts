import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../platform/http/app-error.js';

const WRITE_AHEAD_BYTES = 512 * 1024;

/** A file that is written to its end, with what was learnt while writing it. */
export interface FinishedFile {
  path: string;
  bytes: number;
  sha256: Buffer;
}

/** How large a file may be, and what to tell who sends a larger one. */
export interface SizeLimit {
  bytes: number;
  message: string;
}

/**
 * Writes a stream to a new file in `folder`, which is made when missing. Whatever ends the stream early
 * (an error of its source, a full disk, the limit: 413) leaves no file.
 */
export async function writeTemporaryFile(
  folder: string,
  source: AsyncIterable<Buffer>,
  limit?: SizeLimit,
): Promise<FinishedFile> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  try {
    return { path: file, ...(await write(file, source, limit)) };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function write(file: string, source: AsyncIterable<Buffer>, limit: SizeLimit | undefined) {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measured() {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (limit && bytes > limit.bytes) throw new AppError(413, 'too_large', limit.message);
      hash.update(chunk);
      yield chunk;
    }
  }
  // The file is there before its stream: a stream that fails while it is opening its file may leave it behind.
  const handle = await open(file, 'wx');
  // What arrives while the disk is busy is written in one go.
  await pipeline(measured, handle.createWriteStream({ highWaterMark: WRITE_AHEAD_BYTES }));
  return { bytes, sha256: hash.digest() };
}
