import { chmod, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { MediaStore } from '../../media/store/media-store.js';
import { S3MediaStore } from '../../media/store/s3-media-store.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { overlap, parseS3Place } from '../../platform/config/s3-place.js';

const FOLDERS = ['backups', 'begun', 'blobs', 'tables'];
const OWN_NAMES = [...FOLDERS, '.unfinished', 'lost+found'];
const OTHERS = 0o077;

type Places = Pick<AppConfig, 'stateDir' | 's3' | 'mediaPlace' | 'sitePlace'>;

/**
 * Opens the place of backups: a folder, which nobody else may read, or `s3://bucket/prefix`.
 * @param isNew whether it may be made
 * @throws Error with a sentence where it cannot be one
 */
export async function openPlace(said: string, config: Places, cwd: string, isNew: boolean): Promise<MediaStore> {
  if (said.startsWith('s3:')) return openBucket(said, config, isNew);
  const folder = path.resolve(cwd, said);
  if (isNew && isWithin(await realPath(config.stateDir), await realPath(folder))) {
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

function openBucket(said: string, { s3, mediaPlace, sitePlace }: Places, isNew: boolean): MediaStore {
  const place = parseS3Place(said);
  if (!place) throw new Error(`${said} is no place. Say it like s3://bucket/prefix.`);
  const folders = FOLDERS.map((folder) => ({ ...place, prefix: `${place.prefix}${folder}/` }));
  for (const [name, store] of Object.entries({ MEDIA_STORE: mediaPlace, SITE_STORE: sitePlace })) {
    if (isNew && store && folders.some((folder) => overlap(folder, store))) {
      throw new Error(
        `${said} shares files with ${name}, and would be lost with it. Choose a place in another bucket.`,
      );
    }
  }
  return new S3MediaStore(place, s3);
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
