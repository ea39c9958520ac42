import { fstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

export interface Sync {
  /** Of the file or folder that was on the disk from then on. */
  path: string;
  /** What it held just then: the bytes of a file, the names in a folder. */
  held: Buffer | string[];
}

/** What is flushed to the disk while `work` runs, in that order. Linux alone tells the paths of open files. */
export async function syncsDuring(work: () => Promise<unknown>): Promise<Sync[]> {
  const syncs: Sync[] = [];
  const prototype = await fileHandlePrototype();
  const { sync, datasync } = prototype;
  const watched = (original: FileHandle['sync']) =>
    async function (this: FileHandle): Promise<void> {
      const path = readlinkSync(`/proc/self/fd/${this.fd}`);
      syncs.push({ path, held: fstatSync(this.fd).isDirectory() ? readdirSync(path).toSorted() : readFileSync(path) });
      await original.call(this);
    };
  Object.assign(prototype, { sync: watched(sync), datasync: watched(datasync) });
  try {
    await work();
  } finally {
    Object.assign(prototype, { sync, datasync });
  }
  return syncs;
}

async function fileHandlePrototype(): Promise<FileHandle> {
  await using handle = await open('/proc/self/stat');
  return Object.getPrototypeOf(handle) as FileHandle;
}
