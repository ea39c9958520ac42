import { rm } from 'node:fs/promises';
import { testServer } from './test-database.js';

/** Stops the run's PostgreSQL and removes its folder. */
export default async function tearDown(): Promise<void> {
  await globalThis.stopTestServer();
  await rm(testServer.read().stateDir, { recursive: true, force: true });
}
