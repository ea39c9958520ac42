import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { DatabaseConnection } from '../database/data-source.js';
import { until } from '../../testing/until.js';
import { createTestDatabase, runQuery } from '../../testing/test-database.js';
import { JobQueue } from './job-queue.js';

interface Note {
  text: string;
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let open: JobQueue[];
let done: string[];

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  database = await createTestDatabase();
  open = [];
  done = [];
});
afterEach(async () => {
  await Promise.all(open.map((queue) => queue.beforeApplicationShutdown()));
  await database.drop();
});

/** Waits less for what a case is about. */
class QuickQueue extends JobQueue {
  protected override readonly times = { superviseSeconds: 1, pollMs: 100, lookMs: 100, stopTimeoutMs: 500 };
}

/** As a new process does. */
function startQueue(Queue = JobQueue): JobQueue {
  const queue = new Queue(database.connection);
  open.push(queue);
  return queue;
}

async function read(query: string, values: unknown[] = []): Promise<unknown[]> {
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query(query, values);
  await client.end();
  return rows;
}

const noteDown = async ({ text }: Note) => void done.push(text);

/** Its first note ends with `busy`. */
async function startBusyQueue(Queue = JobQueue) {
  const queue = startQueue(Queue);
  const busy = Promise.withResolvers<void>();
  await queue.work<Note>('notes', async (note) => {
    await noteDown(note);
    await busy.promise;
  });
  return { queue, busy };
}

/** As when the process at it was silent, another process took it, and said so just now. */
const giveToAnother = () =>
  runQuery(
    database.connection,
    `UPDATE jobs.job SET retry_count = 1, started_on = clock_timestamp(), heartbeat_on = clock_timestamp()
     WHERE state = 'active'`,
  );

async function findStates(): Promise<string[]> {
  const rows = (await read('SELECT state FROM jobs.job')) as { state: string }[];
  return rows.map(({ state }) => state);
}

describe('JobQueue', () => {
  it('does what is added, one after another', async () => {
    const queue = startQueue();
    let running = 0;
    await queue.work<Note>('notes', async ({ text }) => {
      expect(++running).toBe(1);
      await wait(10);
      running--;
      done.push(text);
    });
    for (const text of ['one', 'two', 'three']) await queue.add('notes', text, { text });
    await until(() => done.length === 3);
    expect(done.toSorted()).toEqual(['one', 'three', 'two']);
  });

  it('adds nothing twice while it waits', async () => {
    const { queue, busy } = await startBusyQueue();
    await queue.add('notes', 'other', { text: 'other' });
    await until(() => done.length === 1);
    await queue.add('notes', 'key', { text: 'first' });
    await queue.add('notes', 'key', { text: 'second' });
    await queue.add('notes', 'last', { text: 'last' });
    busy.resolve();
    await until(() => done.includes('last'));
    expect(done).toEqual(['other', 'first', 'last']);
  });

  it('does what is added while it is being done once more, however often', async () => {
    const { queue, busy } = await startBusyQueue();
    await queue.add('notes', 'key', { text: 'first' });
    await until(() => done.length === 1);
    for (const text of ['second', 'third']) await queue.add('notes', 'key', { text });
    await queue.add('notes', 'other', { text: 'other' });
    busy.resolve();
    await until(() => done.length === 3);
    await queue.add('notes', 'key', { text: 'fourth' });
    await until(() => done.length === 4);
    expect(done.toSorted()).toEqual(['first', 'fourth', 'other', 'third']);
  });

  it('stops what is being done with the server, and does it again after the next start', async () => {
    const first = startQueue();
    await first.work<Note>('notes', async (_note, signal) => {
      done.push('begun');
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    });
    await first.add('notes', 'key', { text: 'again' });
    await until(() => done.includes('begun'));
    await first.beforeApplicationShutdown();
    await runQuery(database.connection, 'UPDATE jobs.job SET start_after = now()');
    await startQueue().work<Note>('notes', noteDown);
    await until(() => done.includes('again'));
    expect(done).toEqual(['begun', 'again']);
  });

  it('does what fails once: what is tried again, and when, is not for the queue to say', async () => {
    const queue = startQueue();
    await queue.work<Note>('notes', async (note) => {
      await noteDown(note);
      if (note.text === 'bad') throw new Error('failed');
    });
    await queue.add('notes', 'key', { text: 'bad' });
    await until(async () => {
      await queue.add('notes', 'key', { text: 'good' });
      return done.length > 1;
    });
    // It may have been added once more while the first was under way.
    expect(done.slice(0, 2)).toEqual(['bad', 'good']);
  });

  it('does what a killed process was at', async () => {
    const first = startQueue();
    await first.work<Note>('notes', noteDown);
    await first.add('notes', 'key', { text: 'left behind' });
    await until(() => done.length === 1);
    await first.beforeApplicationShutdown();
    await runQuery(
      database.connection,
      `UPDATE jobs.job SET state = 'active', completed_on = NULL, heartbeat_on = now() - interval '1 hour'`,
    );
    await runQuery(database.connection, 'UPDATE jobs.queue SET monitor_on = NULL');
    await startQueue(QuickQueue).work<Note>('notes', noteDown);
    await until(() => done.length === 2);
    expect(done).toEqual(['left behind', 'left behind']);
  });

  it('stops what was given to another while it was silent, and takes nothing of that one away', async () => {
    const [silent, other] = [startQueue(QuickQueue), startQueue(QuickQueue)];
    const busy = Promise.withResolvers<void>();
    await silent.work<Note>('notes', async ({ text }, signal) => {
      done.push(`${text} here`);
      if (text !== 'long') return;
      await once(signal, 'abort');
      await until(() => done.includes('long there'));
      done.push('stopped here');
      signal.throwIfAborted();
    });
    await silent.add('notes', 'key', { text: 'long' });
    await until(() => done.includes('long here'));
    await other.work<Note>('notes', async ({ text }, signal) => {
      done.push(`${text} there`);
      await busy.promise;
      done.push(signal.aborted ? 'stopped there' : 'whole there');
    });
    await until(async () => {
      await runQuery(
        database.connection,
        `UPDATE jobs.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active' AND retry_count = 0`,
      );
      return done.includes('long there');
    });
    await until(() => done.includes('stopped here'));
    const [{ now }] = (await read('SELECT clock_timestamp() AS now')) as [{ now: Date }];
    busy.resolve();
    await until(() => done.includes('whole there'));
    await silent.add('notes', 'next', { text: 'next' });
    await until(() => done.some((text) => text.startsWith('next')));
    expect(done.slice(0, 4)).toEqual(['long here', 'long there', 'stopped here', 'whole there']);
    const completed = `SELECT completed_on > $1 AS "isAfter" FROM jobs.job WHERE singleton_key = 'key'`;
    expect(await read(completed, [now])).toEqual([{ isAfter: true }]);
  });

  it('does others of the queue while another does what it has lost', async () => {
    const [silent, other] = [startQueue(QuickQueue), startQueue(QuickQueue)];
    const busy = Promise.withResolvers<void>();
    await silent.work<Note>('notes', async ({ text }, signal) => {
      done.push(`${text} here`);
      if (text !== 'long') return;
      await once(signal, 'abort');
      // It would take it back itself otherwise.
      await until(() => done.includes('long there'));
    });
    await silent.add('notes', 'key', { text: 'long' });
    await until(() => done.includes('long here'));
    await other.work<Note>('notes', async ({ text }) => {
      done.push(`${text} there`);
      await busy.promise;
    });
    await until(async () => {
      await runQuery(
        database.connection,
        `UPDATE jobs.job SET heartbeat_on = now() - interval '1 hour' WHERE state = 'active' AND retry_count = 0`,
      );
      return done.includes('long there');
    });
    await silent.add('notes', 'next', { text: 'next' });
    await other.add('notes', 'last', { text: 'last' });
    await until(() => done.includes('next here') && done.includes('last here')).finally(busy.resolve);
    expect(done.toSorted()).toEqual(['last here', 'long here', 'long there', 'next here']);
  });

  it('lets what it has lost be silent when the other dies, though it is at it itself still', async () => {
    const queue = startQueue(QuickQueue);
    await queue.work<Note>('notes', async (note, signal) => {
      await noteDown(note);
      if (done.length > 1) return;
      await once(signal, 'abort');
      done.push('lost');
      await until(async () => (await findStates()).includes('retry'));
    });
    await queue.add('notes', 'key', { text: 'long' });
    await until(() => done.length === 1);
    await giveToAnother();
    await until(() => done.length === 2);
    // That one is silent for almost as long as it may be: a look at it by this queue would be a word of its own.
    await runQuery(database.connection, `UPDATE jobs.job SET heartbeat_on = now() - interval '14 seconds'`);
    await until(() => done.length === 3);
    expect(done).toEqual(['long', 'lost', 'long']);
  });

  it.each([
    ['has ended what it lost', true],
    ['is at what it lost', false],
  ])('leaves the job to another when it stops and %s', async (_when, hasEnded) => {
    const queue = startQueue(QuickQueue);
    const busy = Promise.withResolvers<void>();
    if (hasEnded) busy.resolve();
    await queue.work<Note>('notes', async (_note, signal) => {
      done.push('begun');
      await once(signal, 'abort');
      done.push('lost');
      await busy.promise;
    });
    await queue.add('notes', 'key', { text: 'any' });
    await until(() => done.includes('begun'));
    await giveToAnother();
    // That one goes on saying so.
    await runQuery(database.connection, `UPDATE jobs.job SET heartbeat_on = now() + interval '1 hour'`);
    await until(() => done.includes('lost'));
    await queue.beforeApplicationShutdown();
    busy.resolve();
    expect(await findStates()).toEqual(['active']);
  });

  it('hands out again what does not end with the server', async () => {
    const { queue, busy } = await startBusyQueue(QuickQueue);
    await queue.add('notes', 'key', { text: 'long' });
    await until(() => done.length === 1);
    await queue.beforeApplicationShutdown();
    busy.resolve();
    expect(await findStates()).toEqual(['retry']);
  });

  it('stops what another has done while it was silent', async () => {
    const queue = startQueue(QuickQueue);
    await queue.work<Note>('notes', async (note, signal) => {
      await noteDown(note);
      if (note.text === 'long') await once(signal, 'abort').then(() => done.push('stopped'));
    });
    await queue.add('notes', 'key', { text: 'long' });
    await until(() => done.length === 1);
    await giveToAnother();
    await runQuery(database.connection, `UPDATE jobs.job SET state = 'completed', completed_on = clock_timestamp()`);
    await until(() => done.includes('stopped'));
    await queue.add('notes', 'next', { text: 'next' });
    await until(() => done.includes('next'));
    expect(done).toEqual(['long', 'stopped', 'next']);
  });

  it('goes on when the database was away while nothing waited', async () => {
    const queue = startQueue(QuickQueue);
    await queue.work<Note>('notes', noteDown);
    const { database: name } = database.connection as { database: string };
    const server = { ...database.connection, database: 'postgres' } as DatabaseConnection;
    await runQuery(server, `ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`);
    await runQuery(server, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`);
    // For more than one look, for jobs of silent processes too.
    await wait(1_500);
    await runQuery(server, `ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`);
    await queue.add('notes', 'key', { text: 'one' });
    await until(() => done.length === 1);
    expect(done).toEqual(['one']);
  });

  it('notes what it did once the database is back', async () => {
    const { queue, busy } = await startBusyQueue(QuickQueue);
    await queue.add('notes', 'key', { text: 'one' });
    await until(() => done.length === 1);
    await runQuery(database.connection, 'ALTER TABLE jobs.job RENAME TO away');
    await runQuery(database.connection, 'ALTER TABLE jobs.job_common RENAME TO common_away');
    busy.resolve();
    await wait(500);
    await runQuery(database.connection, 'ALTER TABLE jobs.away RENAME TO job');
    await runQuery(database.connection, 'ALTER TABLE jobs.common_away RENAME TO job_common');
    await until(async () => (await findStates()).includes('completed'));
    expect(done).toEqual(['one']);
  });

  it('goes on when its connections are cut, in the middle of a job too', async () => {
    const { queue, busy } = await startBusyQueue();
    await queue.add('notes', 'key', { text: 'first' });
    await until(() => done.length === 1);
    await runQuery(
      database.connection,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'stories jobs'`,
    );
    busy.resolve();
    await until(() =>
      queue.add('notes', 'other', { text: 'second' }).then(
        () => true,
        () => false,
      ),
    );
    await until(() => done.includes('second'));
    expect(done.slice(0, 2)).toEqual(['first', 'second']);
  });

  it('begins the next as soon as one is done, not at its next look', async () => {
    const { queue, busy } = await startBusyQueue();
    const texts = Array.from({ length: 21 }, (_, index) => String(index));
    for (const text of texts) await queue.add('notes', text, { text });
    await until(() => done.length === 1);
    const begun = Date.now();
    busy.resolve();
    await until(() => done.length === texts.length);
    // Its looks are two seconds apart.
    expect(Date.now() - begun).toBeLessThan(20_000);
  });

  it('waits at its end for the end of what it stops', async () => {
    const queue = startQueue();
    await queue.work<Note>('notes', async (_note, signal) => {
      done.push('begun');
      await once(signal, 'abort');
      await wait(500);
      done.push('tidied up');
      signal.throwIfAborted();
    });
    await queue.add('notes', 'key', { text: 'any' });
    await until(() => done.includes('begun'));
    await queue.beforeApplicationShutdown();
    expect(done).toEqual(['begun', 'tidied up']);
  });

  it('can be begun again where there was no database at first', async () => {
    const connection = { ...(database.connection as { database: string }), database: 'not_there_yet' };
    const queue = new JobQueue(connection as DatabaseConnection);
    open.push(queue);
    await expect(queue.work<Note>('notes', noteDown)).rejects.toThrow('not_there_yet');
    Object.assign(connection, database.connection);
    await queue.work<Note>('notes', noteDown);
    await queue.add('notes', 'key', { text: 'one' });
    await until(() => done.length === 1);
    expect(done).toEqual(['one']);
  });

  it('has its own rules for a queue that an earlier version has made', async () => {
    const earlier = await new PgBoss({ ...database.connection, schema: 'jobs', supervise: false }).start();
    await earlier.createQueue('notes', { policy: 'exclusive', retryLimit: 0, expireInSeconds: 60 });
    await earlier.stop({ graceful: false });
    await startQueue().work<Note>('notes', noteDown);
    const rules =
      'SELECT name FROM jobs.queue WHERE retry_limit = 20 AND expire_seconds = 43200 AND heartbeat_seconds = 15';
    expect(await read(rules)).toEqual([{ name: 'notes' }]);
  });

  describe('refuses', () => {
    it('to add anything once the server stops', async () => {
      const queue = startQueue();
      await queue.work<Note>('notes', noteDown);
      await queue.beforeApplicationShutdown();
      await expect(queue.add('notes', 'key', { text: 'late' })).resolves.toBeUndefined();
      expect(done).toEqual([]);
    });
  });
});
