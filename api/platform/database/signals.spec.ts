import { jest } from '@jest/globals';
import pg from 'pg';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { Signals } from './signals.js';

describe('the line of signals', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  it('is asked one thing at a time, in the order in which it is asked, also after one that failed', async () => {
    const signals = testApp.app.get(Signals, { strict: false });
    let underWay = 0;
    let most = 0;
    const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>;
    using asked = jest.spyOn(pg.Client.prototype as { query: typeof query }, 'query');
    asked.mockImplementation(async function (this: pg.Client, ...given) {
      const sql = String(given[0]);
      if (!sql.includes('of this spec')) return query.apply(this, given);
      most = Math.max(most, ++underWay);
      try {
        return await query.apply(this, given);
      } finally {
        underWay -= 1;
      }
    });
    const answers = await Promise.allSettled([
      signals.ask('SELECT clock_timestamp()::text AS at, pg_sleep(0.05) /* of this spec */', []),
      signals.ask('SELECT nothing /* of this spec */', []),
      signals.ask('SELECT clock_timestamp()::text AS at /* of this spec */', []),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const times = answers.flatMap((answer) =>
      answer.status === 'fulfilled' ? (answer.value as { at: string }[]) : [],
    );
    expect(times.map(({ at }) => at)).toEqual(times.map(({ at }) => at).toSorted());
    expect({ asked: asked.mock.calls.length >= answers.length, most }).toEqual({ asked: true, most: 1 });
  });
});
