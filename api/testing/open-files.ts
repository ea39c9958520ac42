import { readdir, readlink } from 'node:fs/promises';

/** What this process has open of a file, or below a folder, also where it is removed; where no system tells, nothing. */
export async function openFiles(place: string): Promise<string[]> {
  const links = await readdir('/proc/self/fd').catch(() => []);
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(place));
}
