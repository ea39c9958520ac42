import { setTimeout as wait } from 'node:timers/promises';

/** Also for whole videos, on a crowded machine. The time of a case is three times as long. */
const PATIENCE_MS = 60_000;
/** Between two looks at first, and at last: to look takes time from what is waited for. */
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 250;
/** Part of the time waited already. */
const PAUSE_PART = 0.15;

/** Waits until something is so. @throws Error when it is not for long, which ends the spec before its time is up */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const startedAt = performance.now();
  while (!(await isTrue())) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > PATIENCE_MS) throw new Error('Waited in vain.');
    await wait(Math.min(Math.max(FIRST_PAUSE_MS, waitedMs * PAUSE_PART), LAST_PAUSE_MS));
  }
}
