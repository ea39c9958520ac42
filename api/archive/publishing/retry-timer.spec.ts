import { jest } from '@jest/globals';
import { RetryTimer } from './retry-timer.js';

describe('retry timer', () => {
  let attempts: number;
  let timer: RetryTimer;
  beforeEach(() => {
    jest.useFakeTimers();
    attempts = 0;
    timer = new RetryTimer(async () => {
      attempts++;
      timer.again();
      throw new Error('still failing');
    });
  });
  afterEach(() => jest.useRealTimers());

  const attemptsAfter = async (ms: number) => {
    const before = attempts;
    await jest.advanceTimersByTimeAsync(ms);
    return attempts - before;
  };

  it('tries again at growing distances, at most a minute apart', async () => {
    timer.again();
    timer.again();
    expect(await attemptsAfter(999)).toBe(0);
    expect(await attemptsAfter(1)).toBe(1);
    expect(await attemptsAfter(1_999)).toBe(0);
    expect(await attemptsAfter(1)).toBe(1);
    await attemptsAfter(10 * 60_000);
    expect(await attemptsAfter(60_000)).toBe(1);
  });

  it('begins anew after a success', async () => {
    timer.again();
    await attemptsAfter(60_000);
    timer.succeeded();
    expect(await attemptsAfter(10 * 60_000)).toBe(0);
    timer.again();
    expect(await attemptsAfter(1_000)).toBe(1);
  });

  it('stays silent once it is stopped', async () => {
    timer.again();
    timer.stop();
    timer.again();
    expect(await attemptsAfter(10 * 60_000)).toBe(0);
  });
});
