import type { MediaStore } from '../../media/store/media-store.js';
import { backupsAmong, type Manifest, readBegun, readManifest, removeManifest } from './manifest.js';

/** What stays: the newest so many, and besides all that are no older than so many days. */
export interface Kept {
  count: number;
  days: number;
}

const DAY_MS = 86_400_000;

/**
 * Removes backups that are past both bounds, and whatever no backup needs. All is listed once, and nothing is removed
 * where it is not known what a backup needs.
 * @param written the backup that was just made
 * @returns the ids of those that are gone
 * @throws Error when the place does not tell of that backup: then it may keep silent about others, too
 */
export async function prune(
  place: MediaStore,
  { count, days }: Kept,
  { id: written, startedAt }: Pick<Manifest, 'id' | 'startedAt'>,
  say: (line: string) => void,
): Promise<string[]> {
  const now = new Date(startedAt);
  const keys = await place.listKeys();
  const ids = backupsAmong(keys, now);
  if (!ids.includes(written)) {
    throw new Error(
      `The backup ${written} was written, and is not among those that its place tells of. Nothing was removed.`,
    );
  }
  const begun = await readBegun(place, keys);
  if (!begun.isWhole) {
    say('Nothing was removed: what a backup that was begun has copied cannot be read.');
    return [];
  }
  const needed = new Set(begun.blobs.map(({ key }) => key));
  const past: string[] = [];
  const old = ids.slice(0, -Math.max(count, 1));
  for (const id of ids) {
    const manifest = await readManifest(place, id).catch(() => null);
    if (!manifest) {
      // Whoever restores it is told, too.
      say(`Nothing was removed: the list of the backup ${id} cannot be read, and nobody knows what it needs.`);
      return [];
    }
    if (old.includes(id) && now.getTime() - Date.parse(manifest.startedAt) > days * DAY_MS) past.push(id);
    else for (const { key } of [...manifest.tables, ...manifest.blobs]) needed.add(key);
  }
  for (const id of past) await removeManifest(place, id);
  for (const key of keys) {
    const isContent = key.startsWith('blobs/') || key.startsWith('tables/');
    if (isContent && !needed.has(key)) await place.remove(key);
  }
  return past;
}
