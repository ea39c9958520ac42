import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { contentHash } from './content-hash.js';
import type { SiteFile } from '../manifest/site-file.js';
import { listTree } from './list-tree.js';

const FILES_PER_TURN = 100;

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
