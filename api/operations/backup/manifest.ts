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

/** Sorts as time does. */
export function newBackupId(now: Date): string {
  return now.toISOString().toLowerCase().replaceAll(/[:.]/g, '-');
}

/** Ids of backups that were written to their end, oldest first. */
export async function listBackups(place: MediaStore): Promise<string[]> {
  return idsBelow(await place.listKeys(), FINISHED);
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

/** What is damaged counts as nothing. */
export async function readBegun(place: MediaStore): Promise<{ ids: string[]; blobs: Blob[] }> {
  const ids = idsBelow(await place.listKeys(), BEGUN);
  const blobs: Blob[] = [];
  for (const id of ids) {
    const content = await readChecked(place, BEGUN + id + ENDING).catch(() => []);
    blobs.push(...(z.array(blob).safeParse(content).data ?? []));
  }
  return { ids, blobs };
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
