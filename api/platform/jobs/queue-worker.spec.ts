import { setTimeout as wait } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { DatabaseConnection } from '../database/data-source.js';
import { currentActor, rememberProducer, setCurrentProducer } from '../http/current-producer.js';
import { createTestDatabase } from '../../testing/test-database.js';
import { until } from '../../testing/until.js';
import { JobQueue } from './job-queue.js';
import { QueueWorker } from './queue-worker.js';

/** Stands in for a table: what waits, and until when it is put off. */
class Notes extends QueueWorker {
  readonly told: string[] = [];
  /** What another process would call. */
  tellThis: () => void = () => {};
  readonly waiting = new Map<string, number>();
  readonly done: string[] = [];
  readonly doneAt: number[] = [];
  /** Whose doing each piece was. */
  readonly actors: string[] = [];
  /** Of the next pieces: rejected ones are put off by so much. */
  failures: number[] = [];
  isAble = true;
  /** A look takes until this resolves. */
  looking: Promise<void> = Promise.resolve();

  constructor(queue: JobQueue, isDoneHere = true) {
    const tellDue = (name: string) => void this.told.push(name);
    const whenDue = (_name: string, look: () => void) => (this.tellThis = look);
    super({ isDoneHere, tellDue, whenDue }, queue, { queue: 'notes', idName: 'noteId', name: 'Notes' });
  }

  protected override async prepare(): Promise<boolean> {
    return this.isAble;
  }

  protected override async findDue(): Promise<string[]> {
    await this.looking;
    return [...this.waiting].filter(([, due]) => due <= Date.now()).map(([id]) => id);
  }

  protected override async secondsUntilDue(): Promise<number | null> {
    const putOff = [...this.waiting.values()].filter((due) => due > Date.now());
    return putOff.length === 0 ? null : (Math.min(...putOff) - Date.now()) / 1000;
  }

  protected override async work(id: string): Promise<void> {
    this.done.push(id);
    this.doneAt.push(Date.now());
    this.actors.push(currentActor());
    const pauseMs = this.failures.shift();
    if (pauseMs === undefined) {
      this.waiting.delete(id);
      return;
    }
    this.waiting.set(id, Date.now() + pauseMs);
    throw new Error('not now');
  }
}

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let queue: JobQueue;
let notes: Notes;

beforeAll(() => Logger.overrideLogger(false));
beforeEach(async () => {
  database = await createTestDatabase();
  queue = new JobQueue(database.connection);
  notes = new Notes(queue);
});
afterEach(async () => {
  await Promise.all([notes.beforeApplicationShutdown(), queue.beforeApplicationShutdown()]);
  await database.drop();
});

describe('QueueWorker', () => {
  it.each([
    ['is not able to', () => Promise.resolve(false)],
    ['fails to prepare', () => Promise.reject(new Error('The database is away.'))],
  ])('that %s as it starts does it from a later look on', async (_, prepare) => {
    notes.waiting.set('one', 0);
    using preparing = jest.spyOn(notes as unknown as { prepare: () => Promise<boolean> }, 'prepare');
    preparing.mockImplementationOnce(prepare);
    notes.onApplicationBootstrap();
    notes.addSoon(async () => ['two']);
    await until(() => preparing.mock.calls.length === 1);
    expect(notes.done).toEqual([]);
    await notes.look();
    await until(() => notes.done.length === 1);
    await notes.look();
    expect(preparing).toHaveBeenCalledTimes(2);
    expect(notes.done).toEqual(['one']);
  });

  it('does what waited before its start, and what comes', async () => {
    notes.waiting.set('one', 0);
    notes.onApplicationBootstrap();
    await until(() => notes.done.length === 1);
    notes.addSoon(async () => ['two']);
    await until(() => notes.done.length === 2);
    expect(notes.done).toEqual(['one', 'two']);
  });

  it('does as nobody’s what a producer has brought, and all that follows', async () => {
    await notes.look();
    const bring = () => {
      setCurrentProducer('Maria');
      notes.addSoon(async () => ['one']);
    };
    rememberProducer({} as Request, {} as Response, bring);
    await until(() => notes.done.length === 1);
    notes.addSoon(async () => ['two']);
    await until(() => notes.done.length === 2);
    expect(notes.actors).toEqual(['system', 'system']);
  });

  it('looks when another process tells of it', async () => {
    notes.onApplicationBootstrap();
    await notes.look();
    notes.waiting.set('one', 0);
    notes.tellThis();
    await until(() => notes.done.length === 1);
    expect(notes.done).toEqual(['one']);
  });

  it('tries what failed again when the table says so, and not before', async () => {
    notes.failures = [1_000];
    notes.waiting.set('one', 0);
    notes.onApplicationBootstrap();
    await until(() => notes.done.length === 1);
    await notes.look();
    await until(() => notes.done.length === 2);
    const [failedAt, doneAt] = notes.doneAt;
    expect(doneAt! - failedAt!).toBeGreaterThanOrEqual(1_000);
    expect(notes.waiting.size).toBe(0);
  });

  it('tries what failed again after a while, where the table does not say when', async () => {
    notes.failures = [0];
    notes.waiting.set('one', 0);
    notes.onApplicationBootstrap();
    await until(() => notes.done.length === 2);
    expect(notes.waiting.size).toBe(0);
  });

  it('waits at its end for the look that is under way', async () => {
    notes.onApplicationBootstrap();
    await notes.look();
    const looking = Promise.withResolvers<void>();
    notes.looking = looking.promise;
    const looked = notes.look().then(() => 'looked');
    const ended = notes.beforeApplicationShutdown().then(() => 'ended');
    const first = Promise.race([ended, wait(200, 'neither')]);
    expect(await first).toBe('neither');
    looking.resolve();
    expect(await Promise.all([looked, ended])).toEqual(['looked', 'ended']);
  });

  it('begins with the next look where the queue could not be had at first', async () => {
    const connection = { ...(database.connection as { database: string }), database: 'not_there_yet' };
    const late = new JobQueue(connection as DatabaseConnection);
    notes = new Notes(late);
    notes.waiting.set('one', 0);
    notes.onApplicationBootstrap();
    await notes.look();
    expect(notes.done).toEqual([]);
    Object.assign(connection, database.connection);
    await notes.look();
    await until(() => notes.done.length === 1);
    await late.beforeApplicationShutdown();
    expect(notes.done).toEqual(['one']);
  });

  it.each([
    ['in a process that only reads', { isDoneHere: false, isAble: true }],
    ['where it cannot', { isDoneHere: true, isAble: false }],
  ])('does nothing %s', async (_where, { isDoneHere, isAble }) => {
    notes = new Notes(queue, isDoneHere);
    notes.isAble = isAble;
    notes.onApplicationBootstrap();
    notes.addSoon(async () => ['one']);
    await notes.look();
    // Each hears what it tells itself, too.
    notes.tellThis();
    expect(notes.done).toEqual([]);
    expect(notes.told).toEqual(isDoneHere ? [] : ['notes', 'notes']);
    expect(await queue.count()).toEqual([]);
  });
});
