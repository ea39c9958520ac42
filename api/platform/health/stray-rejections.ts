import { Logger } from '@nestjs/common';

let count = 0;

/**
 * A rejection that nobody awaited is a mistake of the program, but it has failed one request at most: it is logged and
 * counted, and everybody else's work goes on.
 */
export function outliveStrayRejections(): void {
  const logger = new Logger('StrayRejections');
  process.on('unhandledRejection', (reason) => {
    count++;
    logger.error(reason);
  });
}

/** How many there were in this process. */
export function countStrayRejections(): number {
  return count;
}
