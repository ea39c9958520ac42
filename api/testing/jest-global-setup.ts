import { constants } from 'node:os';
import { startTestServer } from './test-database.js';

declare global {
  // Handed from the set-up of a Jest run to its teardown.
  var stopTestServer: () => Promise<void>;
}

/** Of a whole run. One that is told to end, also while it starts, stops its PostgreSQL, too, which would stay behind. */
export default async function setUp(): Promise<void> {
  const starting = startTestServer();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const stop = () => starting.then((stopServer) => stopServer());
    process.once(signal, () => void stop().finally(() => process.exit(128 + constants.signals[signal])));
  }
  globalThis.stopTestServer = await starting;
}
