import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

/** Where faketime keeps what its processes share, by the number of the first. */
const SHARED_FOLDER = '/dev/shm';
const SHARED_FILE = /^(?:sem\.faketime_sem|faketime_shm)_(\d+)$/;
/** Others may still use what is younger. */
const LEFT_AFTER_MS = 2 * 60_000;

export const hasFaketime = spawnSync('faketime', ['-f', '+1d', 'true']).status === 0;

/** What goes before a command whose clock is off by so many minutes. */
export function shiftedClock(minutes: number): string[] {
  removeLeft();
  return ['faketime', '--exclude-monotonic', '-f', `${minutes >= 0 ? '+' : ''}${minutes}m`];
}

/** Whoever is killed leaves it, and the next process with that number would not start. */
function removeLeft(): void {
  if (!existsSync(SHARED_FOLDER)) return;
  for (const name of readdirSync(SHARED_FOLDER)) {
    const file = path.join(SHARED_FOLDER, name);
    const pid = SHARED_FILE.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    const { mtimeMs = Date.now() } = statSync(file, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) rmSync(file, { force: true });
  }
}
