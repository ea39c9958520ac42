import { constants } from 'node:fs';
import { chown, copyFile, lstat, open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { WorkFolders } from '../store/work-folders.js';
import type { WalledUser } from './limits.js';
import { INPUT, type WalledOutput } from './walls.js';

const READABLE_BY_OTHERS = 0o004;

/** The input as a file that the user can read: the file itself, or a copy until it is dropped. */
export async function readableInput(
  input: string | undefined,
  user: WalledUser | null,
  folders: WorkFolders,
): Promise<{ path: string | null; drop(): Promise<void> }> {
  if (input === undefined) return { path: null, drop: async () => {} };
  const { mode } = await stat(input);
  if (user === null || mode & READABLE_BY_OTHERS) return { path: input, drop: async () => {} };
  const folder = await folders.open('input');
  try {
    const copy = path.join(folder.path, INPUT);
    await copyFile(input, copy, constants.COPYFILE_FICLONE);
    await chown(copy, user.id, user.id);
    return { path: copy, drop: () => folder.drop() };
  } catch (error) {
    await folder.drop();
    throw error;
  }
}

/** An empty file, which the user alone can write. */
export async function makeOutput(output: WalledOutput | undefined, user: WalledUser | null): Promise<void> {
  if (!output) return;
  await rm(output.path, { force: true });
  await using handle = await open(output.path, 'wx', 0o600);
  if (user) await handle.chown(user.id, user.id);
}

/**
 * Makes the output the server's own, or removes it: whatever is no plain file of its own is no output.
 * @returns whether there is one
 */
export async function settleOutput(output: WalledOutput | undefined, isWanted: boolean): Promise<boolean> {
  if (!output) return false;
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  const isPlain = isWanted && (await isPlainFile(output.path));
  if (!isPlain) {
    await rm(output.path, { recursive: true, force: true });
    return false;
  }
  await using handle = await open(output.path, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
  const [uid, gid] = [process.getuid?.(), process.getgid?.()];
  if (uid !== undefined && gid !== undefined) await handle.chown(uid, gid);
  return true;
}

/** Neither a link to a file that is nobody's business, nor something that is read for ever. */
async function isPlainFile(file: string): Promise<boolean> {
  const found = await lstat(file).catch(() => null);
  return found !== null && found.isFile() && found.nlink === 1;
}
