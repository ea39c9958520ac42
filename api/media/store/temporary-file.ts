import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';

const BLOCK_BYTES = 128 * 1024;

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
 * (an error of its source, a full disk) leaves no file. Each piece is copied before the next is asked for.
 */
export async function writeTemporaryFile(folder: string, source: AsyncIterable<Buffer>): Promise<FinishedFile> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, randomUUID());
  try {
    return { path: file, ...(await write(file, source)) };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function write(file: string, source: AsyncIterable<Buffer>) {
  // It is closed when nothing is written to it any more.
  await using handle = await open(file, 'wx');
  const blocks = new Blocks(handle);
  for await (const piece of source) await blocks.add(piece);
  return { bytes: blocks.bytes, sha256: await blocks.finish() };
}

/** Collects pieces in one block while the other is written: few calls of the disk, and no piece lives until its own. */
class Blocks {
  bytes = 0;
  private readonly hash = createHash('sha256');
  private block: Buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
  private spare: Buffer | undefined;
  private used = 0;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly handle: FileHandle) {}

  async add(piece: Buffer): Promise<void> {
    this.bytes += piece.length;
    for (let at = 0; at < piece.length;) {
      const copied = piece.copy(this.block, this.used, at);
      at += copied;
      this.used += copied;
      if (this.used === BLOCK_BYTES) await this.write();
    }
  }

  async finish(): Promise<Buffer> {
    await this.write();
    await this.writing;
    return this.hash.digest();
  }

  private async write(): Promise<void> {
    await this.writing;
    const { block, used } = this;
    this.writing = this.handle.writeFile(block.subarray(0, used));
    // Whoever waits for it next hears of its failure.
    this.writing.catch(() => undefined);
    this.hash.update(block.subarray(0, used));
    this.block = this.spare ?? Buffer.allocUnsafeSlow(BLOCK_BYTES);
    this.spare = block;
    this.used = 0;
  }
}
