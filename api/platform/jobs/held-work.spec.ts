import { jest } from '@jest/globals';
import { HELD_FOR_SECONDS, whileHeld } from './held-work.js';

const HELD_FOR_MS = HELD_FOR_SECONDS * 1000;

describe('whileHeld', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('may miss one time to say that it is still at it', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    let held = 0;
    const working = whileHeld(
      async () => void held++,
      () => promise,
    );
    expect(held).toBe(0);
    await jest.advanceTimersByTimeAsync(HELD_FOR_MS - 1);
    expect(held).toBeGreaterThanOrEqual(2);
    resolve('done');
    expect(await working).toBe('done');
  });

  it('goes on where it could not say so', async () => {
    const working = whileHeld(
      () => Promise.reject(new Error('The database is away.')),
      () => new Promise((resolve) => setTimeout(resolve, 2 * HELD_FOR_MS, 'done')),
    );
    await jest.advanceTimersByTimeAsync(2 * HELD_FOR_MS);
    expect(await working).toBe('done');
  });

  it.each(['done', 'failed'])('says no more once the work is %s', async (end) => {
    let held = 0;
    const working = whileHeld(
      async () => void held++,
      () => (end === 'done' ? Promise.resolve(end) : Promise.reject(new Error(end))),
    );
    expect(await working.catch(({ message }: Error) => message)).toBe(end);
    await jest.advanceTimersByTimeAsync(2 * HELD_FOR_MS);
    expect(held).toBe(0);
  });
});
