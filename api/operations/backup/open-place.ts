import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { MediaStore } from '../../media/store/media-store.js';

const OWN_NAMES = ['backups', 'begun', 'blobs', 'tables', '.unfinished'];
const OTHERS = 0o077;

/**
 * Opens the folder of backups, which nobody else may read.
 * @param isNew whether it may be made
 * @throws Error with a sentence where it cannot be one
 */
export async function openPlace(said: string, stateDir: string, cwd: string, isNew: boolean): Promise<MediaStore> {
  const folder = path.resolve(cwd, said);
  const relative = path.relative(stateDir, folder);
  if (!relative.startsWith('..') && !path.isAbsolute(relative)) {
    throw new Error(`${folder} is a part of STATE_DIR, and would be lost with it. Choose a folder on another disk.`);
  }
  if (isNew) await makeClosed(folder);
  else if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  return new LocalMediaStore(folder);
}

async function makeClosed(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  if ((mode & OTHERS) === 0 || process.platform === 'win32') return;
  const foreign = (await readdir(folder)).filter((name) => !OWN_NAMES.includes(name));
  if (foreign.length > 0) {
    throw new Error(
      `${folder} can be read by others, and holds other things (${foreign.slice(0, 3).join(', ')}). ` +
        'Choose a folder for backups alone.',
    );
  }
  await chmod(folder, 0o700);
}
