import { jest } from '@jest/globals';
import { withRetries } from './with-retries.js';

const isTransient = () => true;

/** Fails so many times, then succeeds. */
function failing(times: number): () => Promise<string> {
  let tries = 0;
  return () => (tries++ < times ? Promise.reject(new Error('cut')) : Promise.resolve('done'));
}

/** The browser tells that its connection is back. */
const comeBack = () => queueMicrotask(() => void dispatchEvent(new Event('online')));

afterEach(() => jest.restoreAllMocks());

describe('withRetries in a browser', () => {
  it('goes on as soon as the browser tells that its connection is back', async () => {
    const options = { delaysMs: [600_000], isTransient, onWait: comeBack };
    expect(await withRetries(failing(1), options)).toBe('done');
  });

  it('does not count a try of which the browser knows that it was offline', async () => {
    const onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValueOnce(false).mockReturnValueOnce(false);
    const options = { delaysMs: [600_000], isTransient, onWait: comeBack };
    expect(await withRetries(failing(3), options)).toBe('done');
    expect(onLine).toHaveBeenCalledTimes(3);
  });
});
