import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { type DatabaseConnection, dataSourceOptions, migrate } from '../platform/database/data-source.js';
import { clusterPaths, SOCKET_PORT } from '../platform/database/embedded-postgres/cluster-paths.js';
import { SUPERUSER } from '../platform/database/embedded-postgres/create-cluster.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres/start-embedded-postgres.js';

const TEMPLATE_DATABASE = 'migrated_template';
/** Hands the server from whoever started it to the processes that run specs. */
const SERVER_VARIABLE = 'TEST_POSTGRES_SERVER';
/** Names a folder in memory, if there is one (`scripts/lib/test-run.mjs`). */
const FOLDER_VARIABLE = 'TEST_DATABASES';

/**
 * Starts one real PostgreSQL for many specs, with a migrated database that each of them copies. Processes that are
 * started from now on find it. Where an earlier process keeps one already, for several runs, that one is taken.
 * @returns what stops it and removes its folder
 */
export async function startTestServer(): Promise<() => Promise<void>> {
  if (process.env[SERVER_VARIABLE]) return () => Promise.resolve();
  const stateDir = await mkdtemp(path.join(process.env[FOLDER_VARIABLE] ?? os.tmpdir(), 'stories-jest-'));
  const removeFolder = () => rm(stateDir, { recursive: true, force: true });
  const { connection, stop } = await startQuickServer(stateDir, { asksPassword: false }).catch(
    async (error: unknown) => {
      // As of Ctrl-C, which ends what makes the cluster.
      await removeFolder();
      throw error;
    },
  );
  await runQuery(connection, `CREATE DATABASE "${TEMPLATE_DATABASE}"`);
  await migrateTo({ ...connection, database: TEMPLATE_DATABASE });
  process.env[SERVER_VARIABLE] = JSON.stringify(connection);
  return async () => {
    delete process.env[SERVER_VARIABLE];
    await stop();
    await removeFolder();
  };
}

/**
 * One whose files under `stateDir` say so for all of its starts: what is written reaches the system at once and the disk
 * at leisure. That is as safe from a kill, and DROP DATABASE, which waits for the disk, takes a twentieth of the time.
 * @param asksPassword to prove it is most of what a connection costs its client
 */
async function startQuickServer(stateDir: string, { asksPassword = true } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ stateDir, log: () => {} });
  const { data, socketDir, password } = clusterPaths(await realpath(stateDir));
  const secret = (await readFile(password, 'utf8')).trim();
  const superuser = { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, password: secret, database: 'postgres' };
  for (const setting of ['fsync', 'full_page_writes']) await runQuery(superuser, `ALTER SYSTEM SET ${setting} = off`);
  if (!asksPassword) await writeFile(path.join(data, 'pg_hba.conf'), 'local all all trust\n');
  await runQuery(superuser, 'SELECT pg_reload_conf()');
  return server;
}

/** Makes a stopped server with a migrated database below `stateDir`, which is copied in less time than it is made. */
export async function makeStateWithDatabase(stateDir: string): Promise<void> {
  const { connection, stop } = await startQuickServer(stateDir);
  await migrateTo(connection);
  await stop();
}

async function migrateTo(connection: DatabaseConnection): Promise<void> {
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  await migrate(dataSource);
  await dataSource.destroy();
}

/** The server of this run, to its first database. */
export function testServer(): DatabaseConnection {
  return JSON.parse(process.env[SERVER_VARIABLE] ?? '') as DatabaseConnection;
}

/** A database of a spec's own, migrated unless told; `drop` fails when the spec left a connection open. */
export async function createTestDatabase({ isMigrated = true } = {}): Promise<{
  connection: DatabaseConnection;
  drop(): Promise<void>;
}> {
  const connection = testServer();
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await runQuery(
    connection,
    `CREATE DATABASE "${database}" TEMPLATE "${isMigrated ? TEMPLATE_DATABASE : 'template0'}" STRATEGY file_copy`,
  );
  return {
    connection: { ...connection, database },
    drop: () => runQuery(connection, `DROP DATABASE "${database}"`),
  };
}

/** Whoever connects to that database from now on has these settings, which its host may choose. */
export async function setForDatabase(connection: DatabaseConnection, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const alter = `format('ALTER DATABASE %I SET %I = %L', current_database(), '${name}', '${value}')`;
    await runQuery(connection, `DO $$ BEGIN EXECUTE ${alter}; END $$`);
  }
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
