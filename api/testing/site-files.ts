import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);

/** Every file below a folder, by its path there. A missing folder has none, nor is a file there that goes meanwhile. */
export async function readFiles(folder: string): Promise<Map<string, Buffer>> {
  const files = (await listFiles(folder)).map((entry) => path.join(entry.parentPath, entry.name));
  const contents = await Promise.all(files.toSorted().map(async (file) => [file, await readIfThere(file)] as const));
  const there = contents.filter((content): content is readonly [string, Buffer] => content[1] !== null);
  return new Map(there.map(([file, bytes]) => [path.relative(folder, file), bytes]));
}

/**
 * None in a folder that is not there.
 * @throws of what is no folder: nothing would be found in it, whatever it holds
 */
export async function listFiles(folder: string): Promise<Dirent[]> {
  for (;;) {
    try {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile());
    } catch (error) {
      const { code, path: missing } = error as NodeJS.ErrnoException;
      if (code !== 'ENOENT') throw error;
      if (missing === folder) return [];
      // One below it has gone meanwhile.
    }
  }
}

async function readIfThere(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What a folder holds, one line a file: equal for equal names and bytes. */
export async function describeFiles(folder: string): Promise<string[]> {
  const files = await readFiles(folder);
  return Array.from(files, ([file, bytes]) => `${file} ${createHash('sha256').update(bytes).digest('hex')}`);
}

/** Files in which `text` stands, however they are compressed. */
export async function filesContaining(folder: string, text: string): Promise<string[]> {
  const found: string[] = [];
  for (const [file, bytes] of await readFiles(folder)) if (decompress(file, bytes).includes(text)) found.push(file);
  return found;
}

function decompress(file: string, bytes: Buffer): Buffer {
  if (file.endsWith('.br')) return brotliDecompressSync(bytes);
  return bytes.subarray(0, 2).equals(GZIP_MAGIC) ? gunzipSync(bytes) : bytes;
}
