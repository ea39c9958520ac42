import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { runAll } from './run-all.js';

describe('steps that all have to be done', () => {
  it('are done in turn, and nothing is thrown where none fails', async () => {
    const done: string[] = [];
    const step = (name: string) => async () => {
      done.push(`${name} begins`);
      await Promise.resolve();
      done.push(`${name} ends`);
    };
    await runAll(step('first'), step('second'));
    expect(done).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('are done after one that failed, which is thrown; the others that failed are logged', async () => {
    using logged = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    const [first, second] = [new Error('first'), new Error('second')];
    const last = jest.fn(() => Promise.resolve());
    const steps = [() => Promise.reject(first), () => Promise.reject(second), last];
    await expect(runAll(...steps)).rejects.toBe(first);
    expect(last).toHaveBeenCalledTimes(1);
    expect(logged.mock.calls).toEqual([[second]]);
  });
});
