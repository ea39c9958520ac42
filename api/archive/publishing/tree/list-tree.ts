import { lstatSync, readdirSync, rmdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A file as it is on the disk. */
export interface FoundFile {
  absolute: string;
  /** −1 for anything that is no plain file, such as a symbolic link. */
  bytes: number;
  /** When its bytes, its rights or its name last changed; unlike the time of its last writing nobody can set it. */
  changedAt: number;
}

/**
 * Every file below `root` by its path in the tree; folders without any are removed on the way.
 * Synchronous within one folder, which is several times faster than promises, and yielding between folders.
 */
export async function listTree(root: string): Promise<Map<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  await collect(root, '', found);
  return found;
}

async function collect(folder: string, prefix: string, found: Map<string, FoundFile>): Promise<boolean> {
  let isEmpty = true;
  await nextTurn();
  for (const entry of readFolder(folder)) {
    const absolute = path.join(folder, entry.name);
    // Some file systems hand names out decomposed.
    const treePath = prefix + entry.name.normalize('NFC');
    if (!entry.isDirectory())
      found.set(treePath, { absolute, ...factsOf(lstatSync(absolute, { throwIfNoEntry: false })) });
    else if (await collect(absolute, `${treePath}/`, found)) {
      rmdirSync(absolute);
      continue;
    }
    isEmpty = false;
  }
  return isEmpty;
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function factsOf(stat: Stats | undefined) {
  return { bytes: stat?.isFile() ? stat.size : -1, changedAt: stat?.ctimeMs ?? Infinity };
}
