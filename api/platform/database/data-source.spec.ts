import { jest } from '@jest/globals';
import type { PoolConfig } from 'pg';
import { DataSource } from 'typeorm';
import { createTestDatabase } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { ConnectionPool } from './connection-pool.js';
import { type DatabaseConnection, dataSourceOptions, migrate } from './data-source.js';
import { migrations } from './migrations/index.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let open: DataSource[];

beforeEach(async () => {
  database = await createTestDatabase();
  open = [];
});
afterEach(async () => {
  jest.useRealTimers();
  await Promise.all(open.map((dataSource) => dataSource.destroy()));
  await database.drop();
});

async function connect(to: DatabaseConnection = database.connection, pool?: PoolConfig): Promise<DataSource> {
  const dataSource = await new DataSource(dataSourceOptions(to, pool)).initialize();
  open.push(dataSource);
  return dataSource;
}

describe('migrate', () => {
  it('runs each migration once when servers start at once', async () => {
    const first = await connect();
    await first.query('drop schema public cascade');
    await first.query('create schema public');
    await Promise.all([first, await connect(), await connect()].map(migrate));
    const ran = await first.query('select name from migrations order by id');
    expect(ran).toEqual(migrations.map(({ name }) => ({ name })));
  });

  it('frees its lock after a migration that fails', async () => {
    const dataSource = await connect();
    await dataSource.query('delete from migrations');
    await expect(migrate(dataSource)).rejects.toThrow('already exists');
    const locks = await dataSource.query(
      `select 1 from pg_locks join pg_database on oid = database
       where locktype = 'advisory' and datname = current_database()`,
    );
    expect(locks).toEqual([]);
  });
});

describe('dataSourceOptions', () => {
  it('take a URL as well, a socket in it too', async () => {
    const { connection } = database;
    if ('connectionString' in connection) throw new Error('Not the embedded server');
    const { host, user, password, database: name } = connection;
    const connectionString = `postgresql://${user}:${password}@/${name}?host=${encodeURIComponent(host)}`;
    const dataSource = await connect({ connectionString });
    expect(await dataSource.query('select current_database() as name')).toEqual([{ name }]);
  });

  it('let nobody wait for a connection for ever', async () => {
    const dataSource = await connect(database.connection, { max: 1 });
    const pool = new ConnectionPool(dataSource);
    const only = dataSource.createQueryRunner();
    await only.connect();
    jest.useFakeTimers({ doNotFake: ['nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'setInterval'] });
    const asked = dataSource.query('select').then(
      () => 'connected',
      ({ message }: Error) => message,
    );
    try {
      await until(() => pool.use().waiting === 1);
      jest.advanceTimersByTime(10_000);
    } finally {
      jest.useRealTimers();
      await only.release();
    }
    expect(await asked).toBe('timeout exceeded when trying to connect');
  });
});

describe('refuses', () => {
  it('a server older than PostgreSQL 14', async () => {
    const dataSource = await connect();
    Object.assign(dataSource.driver, { version: '13.22' });
    await expect(migrate(dataSource)).rejects.toThrow(
      'The database is PostgreSQL 13.22. Version 14 or newer is needed.',
    );
  });
});
