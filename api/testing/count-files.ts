import { readdir } from 'node:fs/promises';

/** How many files lie in a folder, however deep; none in one that is not there. */
export async function countFiles(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}
