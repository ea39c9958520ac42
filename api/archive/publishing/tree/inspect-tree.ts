import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { contentHash } from './content-hash.js';
import { inParallel } from './in-parallel.js';
import { type SiteFile, variantsOf } from './site-file.js';
import { folderDigest, type FoundFile, listTree } from './list-tree.js';
import type { SiteTree } from './site-tree.js';

/** How closely to look: at names, sizes and the bytes of whatever has changed since the last look, or at every byte. */
export type Verification = 'stat' | 'hash';

/** Clocks of file systems tick slowly. */
const CLOCK_MARGIN_MS = 2_000;
/** A start waits for all that the last one has written, and reading is decoding for the most part. */
const READ_AT_A_TIME = 8;

export interface Inspection {
  /** Paths of the manifest whose files are missing or changed. */
  damaged: string[];
  /** Absolute paths of files that the manifest does not know. */
  untracked: string[];
}

const DECODE: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  '': async (bytes) => bytes,
  '.br': promisify(brotliDecompress),
  '.gz': promisify(gunzip),
};

/**
 * Compares the tree on the disk with what the manifest says of it.
 * @param inspectedAt when that was last done, in ms; 0: never
 */
export async function inspectTree(
  tree: SiteTree,
  files: ReadonlyMap<string, SiteFile>,
  verify: Verification,
  inspectedAt: number,
): Promise<Inspection> {
  const found = await listTree(tree.root);
  const damaged: string[] = [];
  const folders = takeFolders(found, files);
  const trustedUntil = verify === 'hash' ? 0 : inspectedAt - CLOCK_MARGIN_MS;
  const changed: [path: string, file: SiteFile][] = [];
  for (const [path, file] of files) {
    const { isSound, changedAt } =
      file.kind === 'shard' ? checkFolder(folders.get(path), file) : takeVariants(found, path, file);
    if (!isSound) damaged.push(path);
    else if (changedAt > trustedUntil) changed.push([path, file]);
  }
  await inParallel(changed, READ_AT_A_TIME, async ([path, file]) => {
    if (!(await hasItsBytes(tree, path, file))) damaged.push(path);
  });
  return { damaged, untracked: Array.from(found.values(), ({ absolute }) => absolute) };
}

interface FolderSum {
  files: number;
  bytes: number;
  changedAt: number;
}

/** Takes out of `found` what lies in the folders that the manifest knows as a whole, and sums it up. */
function takeFolders(found: Map<string, FoundFile>, files: ReadonlyMap<string, SiteFile>): Map<string, FolderSum> {
  const folders = new Map<string, FolderSum>();
  for (const [path, { bytes, changedAt }] of found) {
    const folder = /^[^/]+\/[^/]+\//.exec(path)?.[0];
    if (folder === undefined || files.get(folder)?.kind !== 'shard') continue;
    const sum = folders.get(folder) ?? { files: 0, bytes: 0, changedAt: 0 };
    folders.set(folder, {
      files: sum.files + 1,
      bytes: sum.bytes + bytes,
      changedAt: Math.max(sum.changedAt, changedAt),
    });
    found.delete(path);
  }
  return folders;
}

function checkFolder(sum: FolderSum | undefined, file: SiteFile) {
  return { isSound: sum?.files === file.files && sum?.bytes === file.bytes, changedAt: sum?.changedAt ?? Infinity };
}

/** Takes the files of one entry out of `found`: whether all are there with their sizes, and when the last of them changed. */
function takeVariants(found: Map<string, FoundFile>, path: string, file: SiteFile) {
  let isSound = true;
  let changedAt = 0;
  for (const { suffix, bytes } of variantsOf(file)) {
    const variant = found.get(path + suffix);
    if (variant?.bytes !== bytes) isSound = false;
    changedAt = Math.max(changedAt, variant?.changedAt ?? Infinity);
    found.delete(path + suffix);
  }
  return { isSound, changedAt };
}

async function hasItsBytes(tree: SiteTree, path: string, file: SiteFile): Promise<boolean> {
  // Media are links to the originals, and reading them all would take the whole night.
  if (file.kind === 'media') return true;
  const absolute = tree.pathOf(path);
  if (file.kind === 'shard') return (await folderDigest(absolute)).hash === file.hash;
  for (const { suffix } of variantsOf(file)) {
    try {
      if (contentHash(await DECODE[suffix]!(await readFile(absolute + suffix))) !== file.hash) return false;
    } catch {
      return false;
    }
  }
  return true;
}
