import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** What the product keeps in STATE_DIR beside the public tree, and beside its database, which sees to itself. */
const PRIVATE = ['media', 'uploads', 'preparing', 'outbox', 'site-staging', 'site-manifest.jsonl', 'staff-password'];
const OTHERS = 0o077;

/**
 * Keeps everything that this process makes from now on to its own user, and closes what an earlier version has left open:
 * once, because the top of each part is closed last. Only the public tree is there for other users to read.
 * @returns what the process would have left to others without this
 */
export async function closeState(stateDir: string): Promise<number> {
  const umask = process.umask(OTHERS);
  await makePassable(stateDir);
  for (const name of PRIVATE) await closeOnce(path.join(stateDir, name));
  return umask;
}

/** A web server gets through to the public tree, but cannot look around. */
async function makePassable(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) await chmod(made, 0o711);
}

async function closeOnce(top: string): Promise<void> {
  const found = await stat(top).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!found || (found.mode & OTHERS) === 0) return;
  if (found.isDirectory()) await closeBelow(top);
  await close(top, found.mode);
}

async function closeBelow(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const place = path.join(entry.parentPath, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) continue;
    const found = await stat(place).catch(() => null);
    // A file with two names may be public by the other.
    const isShared = found?.isFile() && found.nlink > 1;
    if (found && !isShared) await close(place, found.mode);
  }
}

async function close(place: string, mode: number): Promise<void> {
  await chmod(place, mode & ~OTHERS & 0o777).catch((error: unknown) => {
    throw new Error(
      `${place} can be read by other users of this machine, and this user may not change that. ` +
        'Start as its owner, or give it to this user.',
      { cause: error },
    );
  });
}
