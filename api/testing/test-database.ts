import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { DatabaseConnection } from '../platform/database/data-source.js';

export const TEMPLATE_DATABASE = 'migrated_template';

/** The PostgreSQL server of one Jest run. */
export interface TestServer {
  connection: DatabaseConnection;
  stateDir: string;
}

/** Hands the server from Jest's global set-up to its workers, which are processes of their own. */
export const testServer = {
  variable: 'TEST_POSTGRES_SERVER',
  read(): TestServer {
    return JSON.parse(process.env[testServer.variable] ?? '') as TestServer;
  },
};

/** A migrated database of a spec's own; `drop` fails when the spec left a connection open. */
export async function createTestDatabase(): Promise<{ connection: DatabaseConnection; drop(): Promise<void> }> {
  const { connection } = testServer.read();
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await runQuery(connection, `CREATE DATABASE "${database}" TEMPLATE "${TEMPLATE_DATABASE}"`);
  return {
    connection: { ...connection, database },
    drop: () => runQuery(connection, `DROP DATABASE "${database}"`),
  };
}

/** One statement on a connection of its own. */
export async function runQuery(connection: DatabaseConnection, statement: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
