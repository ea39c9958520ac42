import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DatabaseConnection } from '../platform/database/data-source.js';
import { clusterPaths, SOCKET_PORT } from '../platform/database/embedded-postgres/cluster-paths.js';
import { SUPERUSER } from '../platform/database/embedded-postgres/create-cluster.js';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/database/embedded-postgres/start-embedded-postgres.js';
import { makeStateWithDatabase } from './test-database.js';

/** A PostgreSQL with a migrated database, and another one that follows it by streaming. */
export class DatabasePair {
  private constructor(
    private readonly folders: { primary: string; replica: string },
    private readonly primary: EmbeddedPostgres,
    private replica: EmbeddedPostgres,
  ) {}

  static async start(): Promise<DatabasePair> {
    const [primary, replica] = [await newFolder(), await newFolder()];
    await makeStateWithDatabase(primary);
    await promisify(execFile)('cp', ['-a', path.join(primary, 'postgres'), replica]);
    const { data } = clusterPaths(replica);
    const followed = Object.entries(await superuserOf(primary)).map(([name, value]) => `${name}=${value}`);
    await appendFile(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${followed.join(' ')}'\n`);
    await writeFile(path.join(data, 'standby.signal'), '');
    return new DatabasePair({ primary, replica }, await startIn(primary), await startIn(replica));
  }

  get connection(): DatabaseConnection {
    return this.primary.connection;
  }

  /** For DATABASE_READ_URL. */
  get replicaUrl(): string {
    const { user, password, database, host, port } = this.replica.connection;
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  /** The first row of what the replica replies to a superuser. */
  async askReplica<Row extends object>(sql: string): Promise<Row> {
    const client = new pg.Client({ ...(await superuserOf(this.folders.replica)), database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows[0]!;
    } finally {
      await client.end();
    }
  }

  async stopReplica(): Promise<void> {
    await this.replica.stop();
  }

  async startReplica(): Promise<void> {
    this.replica = await startIn(this.folders.replica);
  }

  async stop(): Promise<void> {
    await this.replica.stop();
    await this.primary.stop();
    for (const folder of Object.values(this.folders)) await rm(folder, { recursive: true, force: true });
  }
}

async function newFolder(): Promise<string> {
  return realpath(await mkdtemp(path.join(os.tmpdir(), 'stories-pair-')));
}

function startIn(stateDir: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ stateDir, log: () => {} });
}

async function superuserOf(stateDir: string) {
  const { socketDir, password } = clusterPaths(stateDir);
  const secret = (await readFile(password, 'utf8')).trim();
  return { host: socketDir, port: SOCKET_PORT, user: SUPERUSER, password: secret };
}
