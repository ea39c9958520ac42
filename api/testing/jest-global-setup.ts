import { constants } from 'node:os';
import { startTestServer } from './test-database.js';

declare global {
  // Handed from the set-up of a Jest run to its teardown.
  var stopTestServer: () => Promise<void>;
}

/** Of a whole run. One that is told to end stops its PostgreSQL, too, which would stay behind. */
export default async function setUp(): Promise<void> {
  const stop = await startTestServer();
  globalThis.stopTestServer = stop;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(128 + constants.signals[signal])));
  }
}
