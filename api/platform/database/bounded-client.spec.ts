import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { createTestDatabase, runQuery } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { toKnownRefusal } from '../http/known-failures.js';
import { boundedClient } from './bounded-client.js';
import { dataSourceOptions } from './data-source.js';

/** Beyond what any query takes here, also where the machine is crowded. */
const BOUND_MS = 4_000;

describe('a server that hangs', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataSource: DataSource;
  const frozen: number[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = { Client: boundedClient(BOUND_MS), max: 1 };
    dataSource = await new DataSource(dataSourceOptions(database.connection, pool)).initialize();
    await runQuery(database.connection, 'CREATE TABLE note (words text)');
  });
  afterEach(() => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  });
  afterAll(async () => {
    const others = () =>
      dataSource.query<[{ count: string }]>(
        'SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
      );
    await until(async () => (await others())[0].count === '0');
    await dataSource.destroy();
    await database.drop();
  });

  /** Stops the process that serves the pool's one connection, as a machine does whose disk is stuck. */
  async function freeze(): Promise<void> {
    const [{ pid }] = await dataSource.query<[{ pid: number }]>('SELECT pg_backend_pid() AS pid');
    process.kill(pid, 'SIGSTOP');
    frozen.push(pid);
  }

  it('is given up on, as one that is away', async () => {
    await freeze();
    const error: unknown = await dataSource.query('SELECT 1').catch((thrown: unknown) => thrown);
    expect(toKnownRefusal(error)).toMatchObject({ status: 503, code: 'away' });
    expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves nobody in the middle of a transaction of somebody else', async () => {
    await dataSource.query('DELETE FROM note');
    const change = dataSource.transaction(async (transaction) => {
      await transaction.query(`INSERT INTO note VALUES ('half')`);
      await transaction.query('SELECT pg_sleep($1)', [(BOUND_MS * 1.5) / 1_000]);
    });
    await expect(change).rejects.toThrow(/^Query read timeout$/);
    await dataSource.query(`INSERT INTO note VALUES ('whole')`);
    expect(await dataSource.query('SELECT words, pg_current_xact_id_if_assigned() AS open FROM note')).toEqual([
      { words: 'whole', open: null },
    ]);
  });

  it('does not end what is merely quiet between two queries', async () => {
    const connection = dataSource.createQueryRunner();
    await connection.query('SELECT 1');
    await new Promise((resolve) => setTimeout(resolve, BOUND_MS * 1.25));
    expect(await connection.query('SELECT 2 AS two')).toEqual([{ two: 2 }]);
    await connection.release();
  });
});

const int32 = (value: number) => Buffer.from([value >> 24, value >> 16, value >> 8, value]);
const message = (type: string, ...body: (string | number)[]) => {
  const content = Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : int32(part))));
  return Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);
};

it('a connection that the server ends as it is made ends nothing else', async () => {
  const lastWords = 'SFATAL\0VFATAL\0C57P02\0Mterminating connection due to unexpected postmaster exit\0\0';
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    // All at once, as what comes while nobody reads.
    socket.once('data', () => socket.end(Buffer.concat([message('R', 0), message('Z', 'I'), message('E', lastWords)])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pool = new pg.Pool({ host: '127.0.0.1', port, Client: boundedClient(5000) });
  // An error that nobody hears would end this process.
  await expect(pool.connect().then((client) => client.query('SELECT 1'))).rejects.toThrow(
    /connection error|postmaster exit/,
  );
  await promisify(server.close.bind(server))();
});

describe('a connection that the server ends during a query', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const pool = { Client: boundedClient(5000), max: 1 };
    dataSource = await new DataSource(dataSourceOptions(database.connection, pool)).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  it('is given to nobody else', async () => {
    for (let round = 0; round < 20; round++) {
      const connection = dataSource.createQueryRunner();
      await expect(connection.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
        /terminating connection due to administrator command/,
      );
      await connection.release();
      expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
  });
});
