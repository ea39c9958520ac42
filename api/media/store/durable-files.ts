import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Waits until the bytes of a file are on the disk. */
export async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}

/** Waits until the names in a folder are on the disk. Windows has no such call and keeps names by itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Makes a folder that survives a power cut. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade) await syncFolder(path.dirname(firstMade));
}

/** The files of a folder that nobody has written to since `time`. A missing folder has none. */
export async function listFilesUntouchedSince(folder: string, time: Date): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(ignoreMissing);
  const files = (entries ?? []).filter((entry) => entry.isFile()).map((entry) => path.join(folder, entry.name));
  const ages = await Promise.all(files.map(async (file) => (await stat(file).catch(ignoreMissing))?.mtime));
  return files.filter((_, index) => (ages[index] ?? time) < time);
}

/** Removes the files of a folder that nobody has written to since `time`. */
export async function removeFilesUntouchedSince(folder: string, time: Date): Promise<void> {
  for (const file of await listFilesUntouchedSince(folder, time)) await rm(file, { force: true });
}

/** Of what is not there nothing is returned; every other error stays one. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
