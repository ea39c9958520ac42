import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import { holdTransaction, untilBlocked } from '../../testing/hold-transaction.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { startSecondServer } from '../../testing/second-server.js';
import { type RateLimit, RateLimits } from './rate-limits.service.js';

const MINUTE = 60_000;

describe('a rate limit', () => {
  let testApp: TestApp;
  let limits: RateLimits;
  let subjects = 0;
  beforeAll(async () => {
    testApp = await createTestApp();
    limits = testApp.app.get(RateLimits);
  });
  afterAll(() => testApp.close());
  afterEach(() => void jest.restoreAllMocks());

  const limitOf = (limit: number, subject = `subject ${++subjects}`): RateLimit => ({
    subject,
    limit,
    windowMs: MINUTE,
  });
  const take = async (...all: RateLimit[]) => (await limits.take(all)).waitSeconds;
  /** As if so much time had passed, for what is in the database. */
  const wait = async (seconds: number) => {
    await testApp.dataSource.query(`UPDATE rate_limit SET ends_at = ends_at - make_interval(secs => $1)`, [seconds]);
    await testApp.restart();
    limits = testApp.app.get(RateLimits);
  };

  it('is spent after so many, until the first of them is a window old', async () => {
    const limit = { ...limitOf(2), windowMs: 60 * MINUTE };
    expect(await limits.take([limit])).toEqual({ waitSeconds: 0, isLast: false });
    await wait(1_200);
    expect(await limits.take([limit])).toEqual({ waitSeconds: 0, isLast: true });
    for (let i = 0; i < 3; i++) {
      expect(await take(limit)).toBeGreaterThan(1_800);
      expect(await take(limit)).toBeLessThanOrEqual(2_400);
    }
    await wait(2_400);
    expect(await limits.waitSeconds([limit])).toBe(0);
    expect(await take(limit)).toBe(0);
  });

  it('takes exactly so many of those that come at once, on two servers', async () => {
    await using second = await startSecondServer(testApp);
    const servers = [limits, second.app.get(RateLimits)];
    const [narrow, wide] = [limitOf(7), limitOf(50)];
    const waits = await Promise.all(Array.from({ length: 40 }, (_, i) => servers[i % 2]!.take([narrow, wide])));
    expect(waits.filter(({ waitSeconds }) => waitSeconds === 0)).toHaveLength(7);
    const rows = await testApp.dataSource.query<{ count: number }[]>('SELECT count FROM rate_limit WHERE key = $1', [
      limits.hash(wide.subject),
    ]);
    expect(rows).toEqual([{ count: 7 }]);
  });

  it('that is spent leaves the others as they were', async () => {
    const [spent, other] = [limitOf(1), limitOf(1)];
    expect(await take(spent)).toBe(0);
    expect(await take(spent, other)).toBeGreaterThan(0);
    expect(await take(other)).toBe(0);
  });

  it('that is spent is not written again, however often it is asked', async () => {
    const limit = limitOf(1);
    await take(limit);
    const version = () =>
      testApp.dataSource.query('SELECT xmin, count FROM rate_limit WHERE key = $1', [limits.hash(limit.subject)]);
    const before = await version();
    for (let i = 0; i < 5; i++) await take(limit);
    expect(await version()).toEqual(before);
  });

  it('takes back what did not count', async () => {
    const limit = limitOf(1);
    await take(limit);
    await limits.giveBack([limit]);
    expect(await take(limit)).toBe(0);
  });

  it('takes back no more than there was', async () => {
    const limit = limitOf(1);
    await take(limit);
    for (let i = 0; i < 3; i++) await limits.giveBack([limit]);
    expect(await take(limit)).toBe(0);
    expect(await take(limit)).toBeGreaterThan(0);
  });

  it('counts none of those that were one too many at once', async () => {
    const limit = limitOf(2);
    await take(limit);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM rate_limit WHERE key = $1 FOR UPDATE', [limits.hash(limit.subject)]),
    );
    const takes = Promise.all(Array.from({ length: 4 }, () => take(limit)));
    await untilBlocked(testApp.dataSource, 4);
    await commit();
    expect((await takes).filter((seconds) => seconds === 0)).toHaveLength(1);
    await limits.giveBack([limit]);
    await wait(0);
    expect(await take(limit)).toBe(0);
  });

  it('that is spent is remembered among ten thousand, and then asked for like any other', async () => {
    // It is remembered for seconds, which all of this may take.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const [first, last] = [limitOf(1), limitOf(1)];
    const many = Array.from({ length: 10_000 }, () => limitOf(1));
    const isForgotten = async () => {
      await testApp.dataSource.query('DELETE FROM rate_limit WHERE key = $1', [limits.hash(first.subject)]);
      return (await limits.waitSeconds([first])) === 0;
    };
    for (const limit of [first, first]) await take(limit);
    await testApp.dataSource.query(
      `INSERT INTO rate_limit (key, count, ends_at) SELECT unnest($1::text[]), 1, now() + interval '1 minute'`,
      [many.map(({ subject }) => limits.hash(subject))],
    );
    expect(await limits.waitSeconds(many)).toBeGreaterThan(0);
    expect(await isForgotten()).toBe(false);
    for (const limit of [last, last]) await take(limit);
    expect(await isForgotten()).toBe(true);
  });

  it('that is spent is asked for again after five seconds, for whoever has changed their mind', async () => {
    const limit = limitOf(1);
    await take(limit);
    expect(await take(limit)).toBeGreaterThan(0);
    await limits.giveBack([limit]);
    expect(await take(limit)).toBeGreaterThan(0);
    const now = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(now + 5_001);
    expect(await take(limit)).toBe(0);
  });

  it('waits for no other that waits for it', async () => {
    const [first, second] = [limitOf(1000), limitOf(1000)];
    const both = Array.from({ length: 60 }, (_, i) => (i % 2 ? [first, second] : [second, first]));
    const takes = both.map(async (limit) => {
      await limits.take(limit);
      await limits.giveBack(limit);
    });
    await expect(Promise.all(takes)).resolves.toHaveLength(both.length);
  });

  it('is given back in one order, whatever order they were asked for or are kept in', async () => {
    const [first, second] = [limitOf(5), limitOf(5)].toSorted((a, b) =>
      limits.hash(a.subject) < limits.hash(b.subject) ? -1 : 1,
    );
    for (const limit of [second!, first!]) await take(limit);
    const lock = (limit: RateLimit) => (transaction: { query(sql: string, values: unknown[]): Promise<unknown> }) =>
      transaction.query('SELECT FROM rate_limit WHERE key = $1 FOR UPDATE NOWAIT', [limits.hash(limit.subject)]);
    await using commit = await holdTransaction(testApp.dataSource, lock(first!));
    const given = limits.giveBack([second!, first!]);
    await untilBlocked(testApp.dataSource);
    // Nothing is held by who waits for the first of them.
    await expect(testApp.dataSource.transaction(lock(second!))).resolves.toHaveLength(1);
    await commit();
    await given;
  });

  it('is kept under no name that anybody finds by trying all, and under one on all servers of an organisation', async () => {
    const subject = 'calls 203.0.113.7';
    await using second = await startSecondServer(testApp);
    const elsewhere = await createTestApp({ STAFF_PASSWORD: 'a password of another organisation' });
    const [name, there, ofOthers] = [limits, second.app.get(RateLimits), elsewhere.app.get(RateLimits)].map((each) =>
      each.hash(subject),
    );
    await Promise.all([second.close(), elsewhere.close()]);
    expect(there).toBe(name);
    expect(ofOthers).not.toBe(name);
    expect(name).not.toBe(createHash('sha256').update(subject).digest('base64url'));
  });

  it('is swept away once its time is over, and no earlier', async () => {
    await take(limitOf(1));
    await wait(7_200);
    const going = limitOf(1);
    await take(going);
    await limits.sweepPast();
    const kept = await testApp.dataSource.query<{ key: string }[]>('SELECT key FROM rate_limit');
    expect(kept).toEqual([{ key: limits.hash(going.subject) }]);
    await wait(0);
    expect(await take(going)).toBeGreaterThan(0);
  });
});
