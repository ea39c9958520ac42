import { chmod, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** For any web server on this machine, in a process that keeps everything else to itself. */
const FOLDER = 0o755;
export const PUBLIC_FILE_MODE = 0o644;

/**
 * Makes a folder, with those above it that are missing, into which everybody may look.
 * @param umask what it takes away all the same
 */
export async function makePublicFolder(folder: string, umask = 0): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made))
    await chmod(made, FOLDER & ~umask);
}

/**
 * Lets everybody look into a folder, which is made where it is missing.
 * @param umask what it takes away all the same
 */
export async function openFolder(folder: string, umask: number): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, FOLDER & ~umask);
}

/**
 * Lets everybody read a folder with all that it holds.
 * @param umask what it takes away all the same
 */
export async function openToAll(folder: string, umask = 0): Promise<void> {
  await chmod(folder, FOLDER & ~umask);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const mode = entry.isDirectory() ? FOLDER : PUBLIC_FILE_MODE;
    await chmod(path.join(entry.parentPath, entry.name), mode & ~umask);
  }
}
