import { startTestServer } from './test-database.js';

declare global {
  // Handed from the set-up of a Jest run to its teardown.
  var stopTestServer: () => Promise<void>;
}

/** Of a whole run. */
export default async function setUp(): Promise<void> {
  globalThis.stopTestServer = await startTestServer();
}
