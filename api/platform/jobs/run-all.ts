import { Logger } from '@nestjs/common';

const logger = new Logger('Afterwards');

/**
 * Does each step after the one before it has ended, also where that failed: for what follows a commit, of which nothing may
 * be left out.
 * @throws what failed first; what failed after it is logged
 */
export async function runAll(...steps: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  for (const other of others) logger.error(other);
  if (failures.length > 0) throw first;
}
