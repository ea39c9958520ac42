import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { contentHash } from '../content-hash.js';
import { type SiteFile, variantsOf } from '../manifest/site-file.js';
import { folderDigest } from './folder-digest.js';
import { type FoundFile, listTree } from './list-tree.js';
import type { SiteTree } from './site-tree.js';

/** How closely to look: at names and sizes, or at every byte too. */
export type Closeness = 'sizes' | 'bytes';

export interface Inspection {
  /** Paths of the manifest whose files are missing or changed. */
  damaged: string[];
  /** Absolute paths of files that the manifest does not know. */
  strangers: string[];
}

const DECODE: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  '': async (bytes) => bytes,
  '.br': promisify(brotliDecompress),
  '.gz': promisify(gunzip),
};

/** Compares the tree on the disk with what the manifest says of it. */
export async function inspectTree(
  tree: SiteTree,
  files: ReadonlyMap<string, SiteFile>,
  closeness: Closeness,
): Promise<Inspection> {
  const found = await listTree(tree.root);
  const damaged: string[] = [];
  const folders = takeFolders(found, files);
  for (const [path, file] of files) {
    const isSound = file.kind === 'shard' ? isWhole(folders.get(path), file) : takeVariants(found, path, file);
    if (!isSound || (closeness === 'bytes' && !(await hasItsBytes(tree, path, file)))) damaged.push(path);
  }
  return { damaged, strangers: Array.from(found.values(), ({ absolute }) => absolute) };
}

/** Takes out of `found` what lies in the folders that the manifest knows as a whole, and sums it up. */
function takeFolders(found: Map<string, FoundFile>, files: ReadonlyMap<string, SiteFile>) {
  const folders = new Map<string, { files: number; bytes: number }>();
  for (const [path, { bytes }] of found) {
    const folder = /^[^/]+\/[^/]+\//.exec(path)?.[0];
    if (folder === undefined || files.get(folder)?.kind !== 'shard') continue;
    const sum = folders.get(folder) ?? { files: 0, bytes: 0 };
    folders.set(folder, { files: sum.files + 1, bytes: sum.bytes + bytes });
    found.delete(path);
  }
  return folders;
}

function isWhole(sum: { files: number; bytes: number } | undefined, file: SiteFile): boolean {
  return sum?.files === file.files && sum?.bytes === file.bytes;
}

/** Takes the files of one entry out of `found`; whether all are there with their sizes. */
function takeVariants(found: Map<string, FoundFile>, path: string, file: SiteFile): boolean {
  let isSound = true;
  for (const { suffix, bytes } of variantsOf(file)) {
    if (found.get(path + suffix)?.bytes !== bytes) isSound = false;
    found.delete(path + suffix);
  }
  return isSound;
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
