import { setTimeout as wait } from 'node:timers/promises';

const PATIENCE_MS = 25_000;

/** Waits until something is so. @throws Error when it is not for long, which ends the spec before its time is up */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('Waited in vain.');
    await wait(25);
  }
}
