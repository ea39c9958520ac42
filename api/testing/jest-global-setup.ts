import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DataSource } from 'typeorm';
import { dataSourceOptions, migrate } from '../platform/database/data-source.js';
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres/start-embedded-postgres.js';
import { runQuery, TEMPLATE_DATABASE, testServer, type TestServer } from './test-database.js';

/** One real PostgreSQL for the whole run, with a migrated database that every spec copies. */
export default async function setUp(): Promise<void> {
  const stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-jest-'));
  const { connection, stop } = await startEmbeddedPostgres({ stateDir, log: () => {} });
  const server: TestServer = { connection, stateDir };
  process.env[testServer.variable] = JSON.stringify(server);
  await runQuery(connection, `CREATE DATABASE "${TEMPLATE_DATABASE}"`);
  const template = new DataSource(dataSourceOptions({ ...connection, database: TEMPLATE_DATABASE }));
  await template.initialize();
  await migrate(template);
  await template.destroy();
  globalThis.stopTestServer = stop;
}

declare global {
  // Handed from the set-up of a Jest run to its teardown.
  var stopTestServer: () => Promise<void>;
}
