import pg from 'pg';
import { testServer } from '../../testing/test-database.js';
import { MAIL_ATTEMPTS_MAX, MAIL_RETRY_AFTER } from './mail-retries.js';

const HOUR = 60;
const DAY = 24 * HOUR;

it('a mail is tried again within minutes at first, and twice a day after that, for five days', async () => {
  const client = new pg.Client(testServer());
  await client.connect();
  try {
    const { rows } = await client.query<{ minutes: number }>(
      `SELECT extract(epoch FROM ${MAIL_RETRY_AFTER})::float8 / 60 AS minutes
       FROM generate_series(0, $1::int - 2) AS tried (attempts) ORDER BY attempts`,
      [MAIL_ATTEMPTS_MAX],
    );
    const waits = rows.map(({ minutes }) => minutes);
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 16, 32]);
    expect(new Set(waits.slice(10))).toEqual(new Set([12 * HOUR]));
    expect(Math.floor(waits.reduce((sum, wait) => sum + wait) / DAY)).toBe(5);
  } finally {
    await client.end();
  }
});
