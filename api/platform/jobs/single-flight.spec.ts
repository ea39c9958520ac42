import { setImmediate as nextTurn } from 'node:timers/promises';
import { SingleFlight } from './single-flight.js';

/** Work whose runs end when the spec says so; each run resolves with its number, counted from 1. */
function controlledRuns() {
  const ends: ((error?: Error) => void)[] = [];
  const runs = new SingleFlight(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push((error) => (error ? reject(error) : resolve(number)));
      }),
  );
  return { runs, ends };
}

describe('joined runs', () => {
  it('start at once when nothing runs', async () => {
    const { runs, ends } = controlledRuns();
    const first = runs.request();
    ends[0]!();
    await expect(first).resolves.toBe(1);
    const second = runs.request();
    ends[1]!();
    await expect(second).resolves.toBe(2);
  });

  it('serve everyone who asks meanwhile by one following run', async () => {
    const { runs, ends } = controlledRuns();
    const first = runs.request();
    const later = [runs.request(), runs.request(), runs.request()];
    expect(ends).toHaveLength(1);
    expect(runs.isAwaited).toBe(true);
    ends[0]!();
    await first;
    await nextTurn();
    expect(ends).toHaveLength(2);
    expect(runs.isAwaited).toBe(false);
    ends[1]!();
    await expect(Promise.all(later)).resolves.toEqual([2, 2, 2]);
    expect(ends).toHaveLength(2);
  });

  it('go on after a run that failed', async () => {
    const { runs, ends } = controlledRuns();
    const first = runs.request();
    const second = runs.request();
    ends[0]!(new Error('disk full'));
    await expect(first).rejects.toThrow('disk full');
    await nextTurn();
    ends[1]!();
    await expect(second).resolves.toBe(2);
  });

  it('are settled when the last of them has ended, well or not', async () => {
    const { runs, ends } = controlledRuns();
    await runs.settled();
    const requests = [runs.request(), runs.request()];
    const settled = runs.settled();
    ends[0]!();
    await requests[0];
    await nextTurn();
    ends[1]!(new Error('disk full'));
    await settled;
    await expect(requests[1]).rejects.toThrow('disk full');
  });
});
