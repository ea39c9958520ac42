import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** The files of a published tree whose names end so, by their paths in it. */
export async function filesOf(folder: string, ending = ''): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}
