import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { clusterPaths } from './cluster-paths.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js';

let stateDir: string;
let started: EmbeddedPostgres[];

beforeEach(async () => {
  // The blank is deliberate: people keep projects in folders with blanks in their names.
  stateDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'embedded postgres ')));
  started = [];
});
afterEach(async () => {
  for (const server of started) await server.stop();
  await rm(stateDir, { recursive: true });
});

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ stateDir, log: () => {} });
  started.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>({ connection }: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

const pidFile = () => path.join(clusterPaths(stateDir).data, 'postmaster.pid');
const postmasterPid = async () => Number.parseInt(await readFile(pidFile(), 'utf8'), 10);

describe('startEmbeddedPostgres', () => {
  it('makes a PostgreSQL 18 that listens on no network port, for a role without special powers', async () => {
    const server = await start();
    expect(server.how).toBe('started');
    const [facts] = await query(
      server,
      `select current_database() as database, current_setting('server_version_num')::int / 10000 as major,
              current_setting('listen_addresses') as addresses, current_setting('is_superuser') as powers`,
    );
    expect(facts).toEqual({ database: 'stories', major: 18, addresses: '', powers: 'off' });
  });

  it('keeps password and data to their owner', async () => {
    await start();
    const { data, password, socketDir } = clusterPaths(stateDir);
    const modes = await Promise.all([password, data, socketDir].map(async (file) => (await stat(file)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o700, 0o700]);
  });

  it('folds and finds letters of any script', async () => {
    const [found] = await query(await start(), `select lower('ÄÖÉ ЖЩ') as lower, 'Zoë' ilike '%OË' as matches`);
    expect(found).toEqual({ lower: 'äöé жщ', matches: true });
  });

  it('keeps what is written over a stop and a start', async () => {
    const first = await start();
    await query(first, 'create table kept as select 1 as row');
    await first.stop();
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
    await expect(stat(clusterPaths(stateDir).socketDir)).rejects.toThrow('ENOENT');
    const second = await start();
    expect(second.how).toBe('started');
    expect(await query(second, 'select * from kept')).toEqual([{ row: 1 }]);
  });

  it('reuses a server that runs, and leaves it running until its last user stops', async () => {
    const first = await start();
    const second = await start();
    expect(second.how).toBe('reused');
    await first.stop();
    expect(await query(second, 'select 1 as row')).toEqual([{ row: 1 }]);
    await second.stop();
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('lets two processes start at once', async () => {
    await (await start()).stop();
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ how }) => how).toSorted()).toEqual(['reused', 'started']);
  });

  it('loses no committed row when the server is killed', async () => {
    const first = await start();
    await query(first, 'create table kept as select generate_series(1, 10000) as row');
    process.kill(await postmasterPid(), 'SIGKILL');
    const second = await start();
    expect(second.how).toBe('started');
    expect(await query(second, 'select count(*)::int as rows from kept')).toEqual([{ rows: 10_000 }]);
    await first.stop();
    expect(await query(second, 'select 1 as row')).toEqual([{ row: 1 }]);
  });

  it('makes a half-made data folder anew', async () => {
    const { staging } = clusterPaths(stateDir);
    await mkdir(staging, { recursive: true });
    await writeFile(path.join(staging, 'PG_VERSION'), '18\n');
    expect((await start()).how).toBe('started');
    expect(await readdir(path.dirname(staging))).toEqual(['18', 'log', 'password']);
  });

  it('starts although postmaster.pid names a living process of someone else', async () => {
    await (await start()).stop();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      await writeFile(pidFile(), `${stranger.pid}\n${clusterPaths(stateDir).data}\n1700000000\n5432\n/tmp\n\n`);
      expect((await start()).how).toBe('started');
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  it('stops nothing but its own server: a copied folder may name another', async () => {
    const original = await start();
    const copied = await readFile(pidFile(), 'utf8');
    const other = await realpath(await mkdtemp(path.join(os.tmpdir(), 'embedded-copy-')));
    try {
      const first = await startEmbeddedPostgres({ stateDir: other, log: () => {} });
      await first.stop();
      await writeFile(path.join(clusterPaths(other).data, 'postmaster.pid'), copied);
      const second = await startEmbeddedPostgres({ stateDir: other, log: () => {} });
      expect(second.how).toBe('started');
      await second.stop();
      expect(await query(original, 'select 1 as row')).toEqual([{ row: 1 }]);
    } finally {
      await rm(other, { recursive: true });
    }
  });
});

describe('refuses', () => {
  it('to guess when the password is gone', async () => {
    await (await start()).stop();
    await rm(clusterPaths(stateDir).password);
    await expect(start()).rejects.toThrow(`The password of the database in ${clusterPaths(stateDir).data} is gone.`);
  });

  it('a password that is not the server’s, and leaves no server behind', async () => {
    await (await start()).stop();
    await writeFile(clusterPaths(stateDir).password, 'another\n');
    await expect(start()).rejects.toThrow('is not the one its PostgreSQL was made with');
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('a data folder that PostgreSQL cannot use, with its own words', async () => {
    await (await start()).stop();
    await rm(path.join(clusterPaths(stateDir).data, 'global'), { recursive: true });
    await expect(start()).rejects.toThrow(/does not start on[^]*could not (find|open)/);
  });
});
