import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, rename, rm, rmdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { contentHash } from './content-hash.js';
import type { SiteFile } from './site-file.js';
import { compress, type Effort } from './compress.js';
import { makePublicFolder, openToAll, PUBLIC_FILE_MODE } from './public-modes.js';

/** Size and hash of a file, and the sizes of its compressed siblings. */
type FileFacts = Pick<SiteFile, 'hash' | 'bytes' | 'br' | 'gz'>;

/** A file that is complete but not in the tree yet. */
export interface StagedFile {
  facts: FileFacts;
  commit(): Promise<void>;
}

/**
 * The public tree on the disk. Files come into it complete, by renaming from a staging folder on the same
 * file system, so that any web server may serve the tree while it changes.
 */
export class SiteTree {
  constructor(
    readonly root: string,
    private readonly staging: string,
  ) {}

  pathOf(treePath: string): string {
    return resolveInside(this.root, treePath);
  }

  /** Removes what a killed run left half done. Only for the holder of the publishing lock. */
  async clearStaging(): Promise<void> {
    await rm(this.staging, { recursive: true, force: true });
    await mkdir(this.staging, { recursive: true });
  }

  /** A new place in the staging folder; nothing is there yet. */
  stagingPath(): string {
    return path.join(this.staging, randomUUID());
  }

  /** Stages a file with, where they help, its compressed siblings. */
  async stageFile(treePath: string, bytes: Buffer, effort: Effort): Promise<StagedFile> {
    const compressed = await compress(treePath, bytes, effort);
    const variants: [string, Buffer][] = [['', bytes]];
    if (compressed) variants.push(['.br', compressed.br], ['.gz', compressed.gz]);
    const staged = await Promise.all(
      variants.map(async ([suffix, variant]) => ({ suffix, place: await this.writeStaged(variant) })),
    );
    return {
      facts: { hash: contentHash(bytes), bytes: bytes.length, br: compressed?.br.length, gz: compressed?.gz.length },
      commit: async () => {
        for (const { suffix, place } of staged) await this.moveIn(place, treePath + suffix);
      },
    };
  }

  /** Stages a file of elsewhere: a link to the same bytes, or a copy where links are not possible. */
  async stageLink(treePath: string, source: { path: string; hash: string; bytes: number }): Promise<StagedFile> {
    const staged = this.stagingPath();
    try {
      await link(source.path, staged);
      // Under its other name it lies in a folder that is closed.
      await chmod(staged, PUBLIC_FILE_MODE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
      await rm(staged, { force: true });
      await copyFile(source.path, staged, constants.COPYFILE_FICLONE);
      await chmod(staged, PUBLIC_FILE_MODE);
    }
    return {
      facts: { hash: source.hash, bytes: source.bytes },
      commit: async () => {
        await closeOriginal(this.pathOf(treePath), staged);
        // Onto another link to the same bytes this does nothing; the staged one goes with the staging folder.
        await this.moveIn(staged, treePath);
      },
    };
  }

  /**
   * Moves a complete folder of the staging area into the tree, in place of whatever was there. Its many small files
   * are not synced one by one: what a power cut takes from them shows in their sizes at the next start.
   */
  async adoptFolder(treePath: string, staged: string): Promise<void> {
    await openToAll(staged);
    await rm(this.pathOf(treePath), { recursive: true, force: true });
    await this.moveIn(staged, treePath);
  }

  /** Removes a file with its compressed siblings, or a folder, and the folders that this leaves empty. */
  async remove(treePath: string): Promise<void> {
    const target = this.pathOf(treePath);
    await closeOriginal(target);
    const places = [target, `${target}.br`, `${target}.gz`];
    await Promise.all(places.map((place) => rm(place, { recursive: true, force: true })));
    await this.removeEmptyFolders(path.dirname(target));
  }

  private async writeStaged(bytes: Buffer): Promise<string> {
    const staged = this.stagingPath();
    await using handle = await open(staged, 'wx');
    await handle.writeFile(bytes);
    await handle.chmod(PUBLIC_FILE_MODE);
    await handle.sync();
    return staged;
  }

  private async moveIn(staged: string, treePath: string): Promise<void> {
    const target = this.pathOf(treePath);
    try {
      await rename(staged, target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await makePublicFolder(path.dirname(target));
      await rename(staged, target);
    }
  }

  private async removeEmptyFolders(folder: string): Promise<void> {
    if (folder === this.root || !folder.startsWith(this.root)) return;
    try {
      await rmdir(folder);
    } catch {
      return; // Not empty, or gone already.
    }
    await this.removeEmptyFolders(path.dirname(folder));
  }
}

/**
 * A file that leaves the tree is private again where it stays, in the media store: its two names share their rights.
 * @param successor what is about to take its place
 */
async function closeOriginal(file: string, successor?: string): Promise<void> {
  const found = await stat(file).catch(() => null);
  // With more names than two it is public by another.
  if (!found?.isFile() || found.nlink !== 2) return;
  if (successor !== undefined && (await stat(successor)).ino === found.ino) return;
  await chmod(file, 0o600);
}

/**
 * The place of a tree path on the disk.
 * @throws Error for a path that leads out of the root or through a hidden file
 */
export function resolveInside(root: string, treePath: string): string {
  const absolute = path.resolve(root, treePath);
  const relative = path.relative(root, absolute);
  const segments = relative.split(path.sep);
  const isInside = relative !== '' && !path.isAbsolute(relative) && !segments.some((name) => name.startsWith('.'));
  if (!isInside || treePath.includes('\0')) throw new Error(`Not a path of the public tree: ${treePath}`);
  return absolute;
}
