import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, rmdirSync, type Stats } from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SiteFile } from './site-file.js';
import { contentHash } from './content-hash.js';

const FILES_PER_TURN = 100;

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

/** Hash, size and number of all files below a folder: equal for equal names and bytes. */
export async function folderDigest(folder: string): Promise<Required<Pick<SiteFile, 'hash' | 'bytes' | 'files'>>> {
  const files = [...(await listTree(folder))].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash('sha256');
  let bytes = 0;
  for (const [index, [name, { absolute }]] of files.entries()) {
    const content = readFileSync(absolute);
    hash.update(`${name}\0${content.length}\0`).update(content);
    bytes += content.length;
    if (index % FILES_PER_TURN === 0) await nextTurn();
  }
  return { hash: contentHash(hash.digest()), bytes, files: files.length };
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
