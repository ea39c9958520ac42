import { lstat, mkdir, rmdir } from 'node:fs/promises';
import { isErrorWithCode } from './error-code.js';
import { giveTo, type ServerAccount } from './server-account.js';

const MAX_TRIES = 20;

/**
 * Makes the folder of the server's socket, closed to everyone else. Its parent is open to all, so a
 * folder that is there already must be one of ours. Another process that stops may remove it meanwhile: then it is made anew.
 * @throws Error when someone else has taken the name
 */
export async function makeSocketFolder(folder: string, account: ServerAccount): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await makeOrTake(folder, account);
    } catch (error) {
      if (tries === MAX_TRIES || !isErrorWithCode(error, 'ENOENT')) throw error;
    }
  }
}

async function makeOrTake(folder: string, account: ServerAccount): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!isErrorWithCode(error, 'EEXIST')) throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || ![process.getuid?.(), account.owner?.uid].includes(found.uid)) {
    throw new Error(`${folder} is needed for the database's socket, but it belongs to someone else. Remove it.`);
  }
  await giveTo(account, folder);
}

/** Leaves it where it is not empty: a server that has just been started listens there. */
export async function removeSocketFolder(folder: string): Promise<void> {
  await rmdir(folder).catch(() => undefined);
}
