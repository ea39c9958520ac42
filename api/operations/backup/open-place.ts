import { chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { MediaStore } from '../../media/store/media-store.js';
import { S3MediaStore } from '../../media/store/s3-media-store.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { parseS3Place, type S3Access } from '../../platform/config/s3-place.js';

const OWN_NAMES = ['backups', 'begun', 'blobs', 'tables', '.unfinished', 'lost+found'];
const OTHERS = 0o077;

/**
 * Opens the place of backups: a folder, which nobody else may read, or `s3://bucket/prefix`.
 * @param isNew whether it may be made
 * @throws Error with a sentence where it cannot be one
 */
export async function openPlace(
  said: string,
  { stateDir, s3 }: Pick<AppConfig, 'stateDir' | 's3'>,
  cwd: string,
  isNew: boolean,
): Promise<MediaStore> {
  if (said.startsWith('s3:')) return openBucket(said, s3);
  const folder = path.resolve(cwd, said);
  if (isNew && isWithin(await realPath(stateDir), await realPath(folder))) {
    throw new Error(`${folder} is a part of STATE_DIR, and would be lost with it. Choose a folder on another disk.`);
  }
  if (isNew) await makeClosed(folder);
  else if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  return new LocalMediaStore(folder);
}

/** Without links, also where the last of its folders are yet to be made. */
async function realPath(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (error) {
    const parent = path.dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === folder) throw error;
    return path.join(await realPath(parent), path.basename(folder));
  }
}

function isWithin(outer: string, inner: string): boolean {
  const [first] = path.relative(outer, inner).split(path.sep);
  return first !== '..' && !path.isAbsolute(path.relative(outer, inner));
}

function openBucket(said: string, access: S3Access): MediaStore {
  const place = parseS3Place(said);
  if (!place) throw new Error(`${said} is no place. Say it like s3://bucket/prefix.`);
  return new S3MediaStore(place, access);
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
