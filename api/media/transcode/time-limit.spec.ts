import { setTimeout as wait } from 'node:timers/promises';
import { timeLimitMs, withinTime } from './time-limit.js';

const never = (signal: AbortSignal) =>
  new Promise<void>((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

describe('the time that a conversion may take', () => {
  it.each([
    [1.0187, 320_374],
    [60, 25 * 60_000],
    [6 * 60 * 60, 6 * 60 * 60_000],
  ])('follows the length of the video: %d seconds may take %d ms', (seconds, ms) => {
    expect(timeLimitMs(seconds)).toBe(ms);
  });

  it('ends what takes longer, in words', async () => {
    await expect(withinTime(20, new AbortController().signal, never)).rejects.toMatchObject({
      name: 'VideoProblem',
      message: 'preparing it took too long',
    });
  });

  it('is not to blame when the server stops', async () => {
    const stopping = new AbortController();
    const work = withinTime(60_000, stopping.signal, never);
    stopping.abort();
    await expect(work).rejects.toThrow('stopped');
  });

  it('leaves alone what ends in time', async () => {
    expect(await withinTime(1000, new AbortController().signal, () => wait(1, 'done'))).toBe('done');
  });
});
