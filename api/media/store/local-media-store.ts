import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { ignoreMissing, makeFolder, removeFilesUntouchedSince, syncFile, syncFolder } from './durable-files.js';
import { resolveMediaKey } from './media-key.js';
import { type ByteRange, HEALTH_FOLDER, MediaStore, type StoredBytes } from './media-store.js';
import { type FinishedFile, writeTemporaryFile } from './temporary-file.js';

/** No key starts with a dot. */
const UNFINISHED_FOLDER = '.unfinished';
/** The last one is the file system's own, at the root of a disk, and root alone may look into it. */
const NOT_KEPT = [UNFINISHED_FOLDER, HEALTH_FOLDER, 'lost+found'];

/** Keeps media as files below one folder of the local disk. */
export class LocalMediaStore extends MediaStore {
  private readonly unfinished: string;

  constructor(private readonly root: string) {
    super();
    this.unfinished = path.join(root, UNFINISHED_FOLDER);
  }

  async put(key: string, source: Readable | FinishedFile): Promise<StoredBytes> {
    const target = resolveMediaKey(this.root, key);
    const folder = path.dirname(target);
    await makeFolder(this.unfinished);
    const file = await (source instanceof Readable
      ? writeTemporaryFile(this.unfinished, source)
      : linkOrCopy(source, this.unfinished));
    try {
      await syncFile(file.path);
      await makeFolder(folder);
      await rename(file.path, target);
      await syncFolder(folder);
    } finally {
      // Still there after a failure, and when `target` was already a link to the same file: rename then does nothing.
      await rm(file.path, { force: true });
    }
    return { bytes: file.bytes, sha256: file.sha256 };
  }

  async openRange(key: string, range?: ByteRange): Promise<Readable> {
    const handle = await open(resolveMediaKey(this.root, key));
    return handle.createReadStream(range);
  }

  localPath(key: string): string {
    return resolveMediaKey(this.root, key);
  }

  async linkTo(): Promise<null> {
    return null;
  }

  async remove(key: string): Promise<void> {
    const target = resolveMediaKey(this.root, key);
    try {
      await rm(target);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
      throw error;
    }
    await syncFolder(path.dirname(target));
  }

  async listKeys(): Promise<string[]> {
    // What cannot be looked at is not empty: whoever is told so removes or copies by it.
    const top = await readdir(this.root, { withFileTypes: true }).catch(ignoreMissing);
    const kept = (top ?? []).filter(({ name }) => !NOT_KEPT.includes(name));
    const entries = [kept];
    for (const { name } of kept.filter((entry) => entry.isDirectory())) {
      entries.push(await readdir(path.join(this.root, name), { recursive: true, withFileTypes: true }));
    }
    const files = entries.flat().filter((entry) => entry.isFile());
    return files.map(({ parentPath, name }) =>
      path.relative(this.root, path.join(parentPath, name)).replaceAll(path.sep, '/'),
    );
  }

  async sweepUnfinished(time: Date): Promise<void> {
    await removeFilesUntouchedSince(this.unfinished, time);
    await removeFilesUntouchedSince(path.join(this.root, HEALTH_FOLDER), time);
  }
}

/** Links are free, but not possible between file systems nor on every one. */
async function linkOrCopy(source: FinishedFile, folder: string): Promise<FinishedFile> {
  const copy = path.join(folder, randomUUID());
  try {
    await link(source.path, copy);
  } catch {
    // What it cannot copy to its end it removes again.
    await copyFile(source.path, copy, constants.COPYFILE_FICLONE);
  }
  return { ...source, path: copy };
}
