import { execFile, spawn } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { until } from '../../../testing/until.js';
import { clusterPaths } from './cluster-paths.js';
import { tidyLog } from './server-log.js';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.js';

/** A stopped server's files, which are only copied. */
let template: string;
let stateDir: string;
let started: EmbeddedPostgres[];

beforeAll(async () => {
  template = await mkdtemp(path.join(os.tmpdir(), 'embedded-template-'));
  await (await startEmbeddedPostgres({ stateDir: template, log: () => {} })).stop();
});
afterAll(() => rm(template, { recursive: true }));

beforeEach(async () => {
  // The blank is deliberate: people keep projects in folders with blanks in their names.
  stateDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'embedded postgres ')));
  started = [];
});
afterEach(async () => {
  for (const server of started) await server.stop();
  await rm(stateDir, { recursive: true });
});

/** As if it had been started here and stopped before. To copy takes a tenth of the time that making takes. */
async function leaveStopped(): Promise<void> {
  await promisify(execFile)('cp', ['-a', `${template}/.`, stateDir]);
}

async function startAgain(): Promise<EmbeddedPostgres> {
  await leaveStopped();
  return start();
}

async function start(log: (line: string) => void = () => {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ stateDir, log });
  started.push(server);
  return server;
}

async function query<Row extends pg.QueryResultRow>({ connection }: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  // What it asks is told of a connection that ends.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** In a process of its own. @returns the name of the database that it reached */
async function startElsewhere(): Promise<string> {
  const script = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from './start-embedded-postgres.ts';
    const server = await startEmbeddedPostgres({ stateDir: ${JSON.stringify(stateDir)}, log: () => {} });
    const client = new pg.Client(server.connection);
    await client.connect();
    console.log((await client.query('select current_database() as name')).rows[0].name);
    await client.end();
    await server.stop();`;
  const resolving = pathToFileURL(
    path.resolve(import.meta.dirname, '../../../../scripts/config/resolve-typescript.mjs'),
  ).href;
  const args = ['--import', resolving, '--experimental-transform-types', '--input-type=module', '-e', script];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname });
  return stdout.trim();
}

async function superuserOf(folder: string): Promise<pg.Client> {
  const { socketDir, password } = clusterPaths(folder);
  const secret = (await readFile(password, 'utf8')).trim();
  const client = new pg.Client({ host: socketDir, user: 'postgres', password: secret, database: 'postgres' });
  await client.connect();
  return client;
}

const pidFile = () => path.join(clusterPaths(stateDir).data, 'postmaster.pid');
const postmasterPid = async () => Number.parseInt(await readFile(pidFile(), 'utf8'), 10);

const isBack = (server: EmbeddedPostgres) => () =>
  query(server, 'select 1 as row').then(
    () => true,
    () => false,
  );
const startWatched = async () => {
  const server = await startAgain();
  server.watch();
  await query(server, 'create table kept as select generate_series(1, 10000) as row');
  return server;
};
const countKept = async (server: EmbeddedPostgres) => (await query(server, 'select count(*)::int from kept'))[0];
const log = () => readFile(clusterPaths(stateDir).log, 'utf8');

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
    await startAgain();
    const { data, password, socketDir } = clusterPaths(stateDir);
    const modes = await Promise.all([password, data, socketDir].map(async (file) => (await stat(file)).mode & 0o777));
    expect(modes).toEqual([0o600, 0o700, 0o700]);
  });

  it('folds and finds letters of any script', async () => {
    const [found] = await query(await startAgain(), `select lower('ÄÖÉ ЖЩ') as lower, 'Zoë' ilike '%OË' as matches`);
    expect(found).toEqual({ lower: 'äöé жщ', matches: true });
  });

  it('keeps what is written over a stop and a start', async () => {
    const first = await startAgain();
    await query(first, 'create table kept as select 1 as row');
    await first.stop();
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
    await expect(stat(clusterPaths(stateDir).socketDir)).rejects.toThrow('ENOENT');
    const second = await start();
    expect(second.how).toBe('started');
    expect(await query(second, 'select * from kept')).toEqual([{ row: 1 }]);
  });

  it('reuses a server that runs, and leaves it running until its last user stops', async () => {
    await leaveStopped();
    const said: string[] = [];
    const first = await start((line) => said.push(line));
    const second = await start((line) => said.push(line));
    expect(second.how).toBe('reused');
    said.length = 0;
    await first.stop();
    expect(said).toEqual([]);
    expect(await query(second, 'select 1 as row')).toEqual([{ row: 1 }]);
    await second.stop();
    expect(said).toEqual(['Stopping PostgreSQL']);
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('lets two processes start at once', async () => {
    await leaveStopped();
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ how }) => how).toSorted()).toEqual(['reused', 'started']);
  });

  it('lets two processes start for the first time at once', async () => {
    const both = await Promise.all([startElsewhere(), startElsewhere()]);
    expect(both).toEqual(['stories', 'stories']);
    expect(await readdir(clusterPaths(stateDir).root)).toEqual(['18', 'log', 'password']);
  });

  it('loses no committed row when the server is killed', async () => {
    const first = await startAgain();
    await query(first, 'create table kept as select generate_series(1, 10000) as row');
    process.kill(await postmasterPid(), 'SIGKILL');
    const second = await start();
    expect(second.how).toBe('started');
    expect(await query(second, 'select count(*)::int as rows from kept')).toEqual([{ rows: 10_000 }]);
    await first.stop();
    expect(await query(second, 'select 1 as row')).toEqual([{ row: 1 }]);
  });

  it('starts although a process of the killed server goes on computing', async () => {
    const first = await startAgain();
    const client = new pg.Client(first.connection);
    client.on('error', () => undefined);
    await client.connect();
    const computing = client.query('select count(*) from generate_series(1, 1000000000000)').then(
      () => 'done',
      () => 'ended',
    );
    await until(async () => {
      const busy =
        "select 1 from pg_stat_activity where state = 'active' and query like '%generate_series%' and pid <> pg_backend_pid()";
      return (await query(first, busy)).length > 0;
    });
    process.kill(await postmasterPid(), 'SIGKILL');
    expect((await start()).how).toBe('started');
    expect(await computing).toBe('ended');
  });

  it('makes a half-made data folder anew', async () => {
    const { staging } = clusterPaths(stateDir);
    await mkdir(staging, { recursive: true });
    await writeFile(path.join(staging, 'PG_VERSION'), '18\n');
    expect((await start()).how).toBe('started');
    expect(await readdir(path.dirname(staging))).toEqual(['18', 'log', 'password']);
  });

  it('starts although postmaster.pid names a living process of someone else', async () => {
    await leaveStopped();
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    try {
      await writeFile(pidFile(), `${stranger.pid}\n${clusterPaths(stateDir).data}\n1700000000\n5432\n/tmp\n\n`);
      expect((await start()).how).toBe('started');
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  const locks = {
    'postmaster.pid': pidFile,
    'the lock of the socket': () => path.join(clusterPaths(stateDir).socketDir, '.s.PGSQL.5432.lock'),
  };
  it.each(
    Object.entries(locks).flatMap(([name, file]) => ['', 'not a number\n'].map((content) => ({ name, file, content }))),
  )('starts although $name was left saying “$content”', async ({ file, content }) => {
    await leaveStopped();
    await mkdir(clusterPaths(stateDir).socketDir, { recursive: true });
    await writeFile(file(), content);
    expect((await start()).how).toBe('started');
  });

  it('lets two processes start at once although both locks were left empty', async () => {
    await leaveStopped();
    await mkdir(clusterPaths(stateDir).socketDir, { recursive: true });
    for (const file of Object.values(locks)) await writeFile(file(), '');
    const reached = await Promise.all([startElsewhere(), startElsewhere()]);
    expect(new Set(reached).size).toBe(1);
  });

  it('starts although the lock of its socket names a living process of someone else', async () => {
    await leaveStopped();
    const { data, socketDir } = clusterPaths(stateDir);
    await mkdir(socketDir);
    await writeFile(locks['the lock of the socket'](), `${process.pid}\n${data}\n1700000000\n5432\n${socketDir}\n`);
    expect((await start()).how).toBe('started');
  });

  it('leaves a lock alone while anyone works in the folder', async () => {
    await leaveStopped();
    const { data } = clusterPaths(stateDir);
    await writeFile(pidFile(), '');
    const worker = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore', cwd: data });
    try {
      await expect(start()).rejects.toThrow('lock file "postmaster.pid" is empty');
      expect(await readFile(pidFile(), 'utf8')).toBe('');
    } finally {
      worker.kill();
    }
    expect((await start()).how).toBe('started');
  });

  it('stops nothing but its own server: a copied folder may name another', async () => {
    const original = await startAgain();
    const copied = await readFile(pidFile(), 'utf8');
    const other = await realpath(await mkdtemp(path.join(os.tmpdir(), 'embedded-copy-')));
    try {
      await promisify(execFile)('cp', ['-a', `${template}/.`, other]);
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

describe('a server that is watched', () => {
  it.each(['SIGKILL', 'SIGQUIT', 'SIGINT', 'SIGTERM'] as const)('is started again after %s', async (signal) => {
    const server = await startWatched();
    const client = new pg.Client(server.connection);
    client.on('error', () => undefined);
    await client.connect();
    const pid = await postmasterPid();
    process.kill(pid, signal);
    await until(async () => (await postmasterPid().catch(() => pid)) !== pid);
    await until(isBack(server));
    expect(await countKept(server)).toEqual({ count: 10_000 });
    await server.stop();
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('is held on to after one of its processes was killed', async () => {
    const server = await startWatched();
    const superuser = await superuserOf(stateDir);
    superuser.on('error', () => undefined);
    const { rows } = await superuser.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]!.pid, 'SIGKILL');
    // PostgreSQL ends all others as well, a moment later.
    let kept: Awaited<ReturnType<typeof countKept>>;
    await until(async () => (kept = await countKept(server).catch(() => undefined)) !== undefined);
    expect(kept).toEqual({ count: 10_000 });
    await server.stop();
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('gets its socket back when that is swept away', async () => {
    const server = await startWatched();
    await rm(clusterPaths(stateDir).socketDir, { recursive: true });
    await until(isBack(server));
    expect(await countKept(server)).toEqual({ count: 10_000 });
  });

  it('stops although it was killed a moment ago', async () => {
    const server = await startWatched();
    process.kill(await postmasterPid(), 'SIGKILL');
    await server.stop();
    await expect(start()).resolves.toMatchObject({ how: 'started' });
  });
});

describe('the log', () => {
  it('holds nothing of what was asked, whatever fails', async () => {
    const server = await startAgain();
    await query(server, 'create table people (email text primary key, born date)');
    const client = new pg.Client(server.connection);
    await client.connect();
    const insert = () => client.query('insert into people values ($1, $2)', ['anna@example.org', '2000-01-01']);
    await insert();
    await expect(insert()).rejects.toThrow('duplicate key');
    await expect(client.query(`select 'anna@example.org'::date`)).rejects.toThrow('anna@example.org');
    await client.query(`do $$ begin raise warning 'anna@example.org'; end $$`);
    await client.end();
    const said = await log();
    expect(said).toContain('database system is ready');
    expect(said).not.toContain('anna');
  });

  it('of an earlier version is emptied', async () => {
    await leaveStopped();
    await writeFile(clusterPaths(stateDir).log, 'DETAIL: Key (email)=(anna@example.org) already exists.');
    await start();
    expect(await log()).not.toContain('anna');
  });

  it('of a server that an earlier version has left running holds nothing more', async () => {
    await startAgain();
    const superuser = await superuserOf(stateDir);
    await superuser.query(`alter system set log_min_messages = 'warning'`);
    await superuser.query('select pg_reload_conf()');
    await start();
    const { rows } = await superuser.query('show log_min_messages');
    expect(rows).toEqual([{ log_min_messages: 'log' }]);
    await superuser.end();
  });

  it('keeps to a size and an age', async () => {
    await leaveStopped();
    const { log: file } = clusterPaths(stateDir);
    await appendFile(file, 'x'.repeat(3_000_000));
    await tidyLog(file);
    const previous = await readFile(`${file}.1`, 'utf8');
    expect((await log()).length).toBeLessThan(200);
    expect(previous).toHaveLength(1_000_000);
    await writeFile(file, (await log()).replace(/\d{4}-/, '2001-'));
    await utimes(`${file}.1`, 1e9, 1e9);
    await tidyLog(file);
    expect(await log()).not.toContain('2001-');
    expect(await readFile(`${file}.1`, 'utf8')).toContain('2001-');
    await utimes(`${file}.1`, 1e9, 1e9);
    await tidyLog(file);
    await expect(stat(`${file}.1`)).rejects.toThrow('ENOENT');
  });
});

describe('refuses', () => {
  it('to guess when the password is gone', async () => {
    await leaveStopped();
    await rm(clusterPaths(stateDir).password);
    await expect(start()).rejects.toThrow(`The password of the database in ${clusterPaths(stateDir).data} is gone.`);
  });

  it('a password that is not the server’s, and leaves no server behind', async () => {
    await leaveStopped();
    await writeFile(clusterPaths(stateDir).password, 'another\n');
    await expect(start()).rejects.toThrow(
      'is not the one its PostgreSQL was made with. Nothing was changed. Put the right one into',
    );
    await expect(stat(pidFile())).rejects.toThrow('ENOENT');
  });

  it('a data folder without PG_VERSION, and leaves it as it is', async () => {
    await leaveStopped();
    const { data } = clusterPaths(stateDir);
    await rm(path.join(data, 'PG_VERSION'));
    const before = await readdir(data);
    await expect(start()).rejects.toThrow(
      `The database in ${data} is damaged: its file PG_VERSION is missing. Nothing was changed.`,
    );
    expect(await readdir(data)).toEqual(before);
  });

  it.each(['17', ''])('a data folder whose PG_VERSION is “%s”', async (version) => {
    await leaveStopped();
    await writeFile(path.join(clusterPaths(stateDir).data, 'PG_VERSION'), version);
    await expect(start()).rejects.toThrow(
      `says in its file PG_VERSION that it is one of PostgreSQL ${version || '(nothing)'}, and this is 18. Nothing was`,
    );
  });

  it('a data folder that PostgreSQL cannot use, with its own words', async () => {
    await leaveStopped();
    await rm(path.join(clusterPaths(stateDir).data, 'global'), { recursive: true });
    await expect(start()).rejects.toThrow(/does not start on[^]*could not (find|open)/);
  });
});
