import { text } from 'node:stream/consumers';
import pg from 'pg';
import { createTestDatabase, setForDatabase } from '../../testing/test-database.js';
import { liftTimeouts } from './lift-timeouts.js';
import { beginSnapshot, readRows } from './table-copies.js';

/** What a database may do otherwise than others. */
const HABITS = {
  DateStyle: 'German',
  IntervalStyle: 'sql_standard',
  TimeZone: 'Asia/Kolkata',
  bytea_output: 'escape',
  extra_float_digits: '-15',
};
const TIMEOUTS = [
  'statement_timeout',
  'lock_timeout',
  'transaction_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
];

describe('a database with habits of its own', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let client: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase({ isMigrated: false });
    const timeouts = Object.fromEntries(TIMEOUTS.map((name) => [name, '10min']));
    await setForDatabase(database.connection, { ...HABITS, ...timeouts });
    client = new pg.Client(database.connection);
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it('gives the same text of its rows as any other', async () => {
    await client.query('CREATE TABLE thing (at timestamptz, "on" date, took interval, bytes bytea, share float8)');
    await client.query(
      `INSERT INTO thing VALUES
       ('2026-03-29T01:30:00.123456Z', '2026-02-01', '-1 day -02:03:04', '\\x00ff', 0.1::float8 + 0.2::float8)`,
    );
    await beginSnapshot(client);
    const rows = await text(readRows(client, { name: 'thing', columns: ['at', 'on', 'took', 'bytes', 'share'] }));
    expect(rows.trimEnd().split('\t')).toEqual([
      '2026-03-29 01:30:00.123456+00',
      '2026-02-01',
      '-1 days -02:03:04',
      String.raw`\\x00ff`,
      '0.30000000000000004',
    ]);
  });

  it('ends no connection that works for hours', async () => {
    await liftTimeouts(client);
    const { rows } = await client.query(`SELECT name FROM pg_settings WHERE name = ANY ($1) AND setting <> '0'`, [
      TIMEOUTS,
    ]);
    expect(rows).toEqual([]);
  });
});
