import type { MediaStore } from '../../media/store/media-store.js';
import { listBackups, readBegun, readManifest, removeManifest } from './manifest.js';

/** What stays: the newest so many, and besides all that are no older than so many days. */
export interface Kept {
  count: number;
  days: number;
}

const DAY_MS = 86_400_000;

/**
 * Removes backups that are past both bounds, and whatever no backup needs.
 * @returns the ids of those that are gone
 */
export async function prune(place: MediaStore, { count, days }: Kept, now: Date): Promise<string[]> {
  const ids = await listBackups(place);
  const needed = new Set<string>();
  const removed: string[] = [];
  const old = ids.slice(0, -Math.max(count, 1));
  for (const id of ids) {
    let manifest;
    try {
      manifest = await readManifest(place, id);
    } catch {
      // Nobody knows what it needs: everything stays, and whoever restores it is told.
      return removed;
    }
    if (old.includes(id) && now.getTime() - Date.parse(manifest.startedAt) > days * DAY_MS) {
      await removeManifest(place, id);
      removed.push(id);
      continue;
    }
    for (const { key } of [...manifest.tables, ...manifest.blobs]) needed.add(key);
  }
  for (const { key } of (await readBegun(place)).blobs) needed.add(key);
  for (const key of await place.listKeys()) {
    const isContent = key.startsWith('blobs/') || key.startsWith('tables/');
    if (isContent && !needed.has(key)) await place.remove(key);
  }
  return removed;
}
