import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { MediaStore } from '../../media/store/media-store.js';

const SHA256 = z.string().regex(/^[0-9a-f]{64}$/);
const stored = z.object({
  /** Where it lies in the backup's place. */
  key: z.string(),
  /** Of the bytes as they lie there, which can be compared without any key. */
  stored: z.object({ bytes: z.number(), sha256: SHA256 }),
});

const blob = stored.extend({ sha256: SHA256, bytes: z.number() });
const table = stored.extend({ name: z.string(), columns: z.array(z.string()), rows: z.number() });

const manifest = z.object({
  format: z.literal(1),
  id: z.string(),
  /** Of the product. */
  version: z.string(),
  startedAt: z.string(),
  /** What the rows are of: this moment. */
  snapshotAt: z.string(),
  /** Which key opens it, see seal.ts. */
  seal: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(table),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  /** Whatever is kept by content: media, and the files below. */
  blobs: z.array(blob),
  /** Below STATE_DIR. */
  files: z.array(z.object({ path: z.string(), sha256: SHA256 })),
  /** Uploads that were on their way: what had come of them is not here. */
  openUploads: z.array(z.string()),
  /** Media that the database knew, and that could not be copied as it should be. */
  damaged: z.array(z.object({ key: z.string(), problem: z.enum(['missing', 'altered', 'unread']) })),
});

export type Manifest = z.infer<typeof manifest>;
export type Blob = z.infer<typeof blob>;
export type StoredTable = z.infer<typeof table>;

const FINISHED = 'backups/';
const BEGUN = 'begun/';
const ENDING = '.json';
/** Two clocks may be apart, also by the hours of a time zone: within a day the next backup is the newest all the same. */
const CLOCK_TOLERANCE_MS = 86_400_000;

/** Sorts as time does. */
export function newBackupId(now: Date): string {
  return now.toISOString().toLowerCase().replaceAll(/[:.]/g, '-');
}

/**
 * Ids of backups that were written to their end, see `backupsAmong`.
 * @param tell told of those that were counted as the oldest
 */
export async function listBackups(place: MediaStore, tell: (line: string) => void = () => {}): Promise<string[]> {
  return backupsAmong(await place.listKeys(), new Date(), tell);
}

/**
 * Ids of backups among the keys of their place, oldest first. The clock was wrong that made one of a time yet to come:
 * it would be the newest for as long as that time does not come, so it stands before all others.
 */
export function backupsAmong(keys: string[], now: Date, tell: (line: string) => void = () => {}): string[] {
  const ids = idsBelow(keys, FINISHED);
  const end = newBackupId(new Date(now.getTime() + CLOCK_TOLERANCE_MS));
  const ahead = ids.filter((id) => id > end);
  if (ahead.length > 0) {
    tell(`Of a time that is yet to come, and so counted as the oldest: ${ahead.join(', ')}. A clock is wrong, or was.`);
  }
  return [...ahead, ...ids.filter((id) => id <= end)];
}

export async function writeManifest(place: MediaStore, content: Manifest): Promise<void> {
  await writeChecked(place, FINISHED + content.id + ENDING, content);
}

/** @throws Error when it is not as it was written */
export async function readManifest(place: MediaStore, id: string): Promise<Manifest> {
  try {
    return manifest.parse(await readChecked(place, FINISHED + id + ENDING));
  } catch (error) {
    throw new Error(`The list of the backup ${id} is damaged, or was written by a newer version.`, { cause: error });
  }
}

export function removeManifest(place: MediaStore, id: string): Promise<void> {
  return place.remove(FINISHED + id + ENDING);
}

/** What a backup under way has kept so far, for whoever goes on after it. */
export function writeBegun(place: MediaStore, id: string, blobs: Blob[]): Promise<void> {
  return writeChecked(place, BEGUN + id + ENDING, blobs);
}

/**
 * @param keys all that lie in the place
 * @returns `isWhole` is false where a list is damaged or cannot be read: of what was in it nothing is known
 */
export async function readBegun(
  place: MediaStore,
  keys: string[],
): Promise<{ ids: string[]; blobs: Blob[]; isWhole: boolean }> {
  const ids = idsBelow(keys, BEGUN);
  const blobs: Blob[] = [];
  let isWhole = true;
  for (const id of ids) {
    const content = await readChecked(place, BEGUN + id + ENDING).catch(() => null);
    const found = z.array(blob).safeParse(content);
    blobs.push(...(found.data ?? []));
    isWhole &&= found.success;
  }
  return { ids, blobs, isWhole };
}

export function removeBegun(place: MediaStore, id: string): Promise<void> {
  return place.remove(BEGUN + id + ENDING);
}

function idsBelow(keys: string[], folder: string): string[] {
  const inFolder = keys.filter((key) => key.startsWith(folder) && key.endsWith(ENDING));
  return inFolder.map((key) => key.slice(folder.length, -ENDING.length)).toSorted();
}

/** JSON, and its SHA-256 on a line of its own. */
async function writeChecked(place: MediaStore, key: string, content: unknown): Promise<void> {
  const text = JSON.stringify(content);
  await place.put(key, Readable.from([Buffer.from(`${text}\n${hashOf(text)}\n`)]));
}

async function readChecked(place: MediaStore, key: string): Promise<unknown> {
  const [text = '', hash] = (await buffer(await place.openRange(key))).toString('utf8').split('\n');
  if (hash !== hashOf(text)) throw new Error('Damaged');
  return JSON.parse(text);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
