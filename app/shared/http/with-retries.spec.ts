import { getEventListeners } from 'node:events';
import { type Connectivity, withRetries } from './with-retries.js';

/** A device whose connection is cut and comes back when the spec says so. */
class SpecConnectivity implements Connectivity {
  readonly listeners = new Set<() => void>();
  constructor(private offline: boolean) {}

  isOffline = () => this.offline;
  onBack = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  comeBack(): void {
    this.offline = false;
    for (const listener of this.listeners) listener();
  }
}

const cut = () => new Error('cut');
const isTransient = () => true;

/** Fails so many times, then succeeds. */
function failing(times: number): { run: () => Promise<string>; tries: () => number } {
  let tries = 0;
  return { run: () => (tries++ < times ? Promise.reject(cut()) : Promise.resolve('done')), tries: () => tries };
}

describe('withRetries', () => {
  it('tries again after each wait, and once more than there are waits', async () => {
    const { run, tries } = failing(2);
    expect(await withRetries(run, { delaysMs: [0, 0], isTransient })).toBe('done');
    expect(tries()).toBe(3);
  });

  it('throws the last failure when no try is left', async () => {
    await expect(withRetries(failing(3).run, { delaysMs: [0, 0], isTransient })).rejects.toThrow('cut');
  });

  it('throws at once what will not pass', async () => {
    const { run, tries } = failing(1);
    await expect(withRetries(run, { delaysMs: [0], isTransient: () => false })).rejects.toThrow('cut');
    expect(tries()).toBe(1);
  });

  it('goes on as soon as the connection is back', async () => {
    const connectivity = new SpecConnectivity(false);
    const { run } = failing(1);
    const onWait = () => queueMicrotask(() => connectivity.comeBack());
    expect(await withRetries(run, { delaysMs: [60_000], isTransient, connectivity, onWait })).toBe('done');
  });

  it('does not count a try while offline', async () => {
    const connectivity = new SpecConnectivity(true);
    const { run } = failing(2);
    const onWait = () => queueMicrotask(() => connectivity.comeBack());
    expect(await withRetries(run, { delaysMs: [0], isTransient, connectivity, onWait })).toBe('done');
  });

  it('stops waiting when its signal does', async () => {
    const stop = new AbortController();
    const onWait = () => queueMicrotask(() => stop.abort());
    const waiting = withRetries(failing(1).run, { delaysMs: [60_000], isTransient, signal: stop.signal, onWait });
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not begin to wait once its signal has stopped it', async () => {
    const stop = new AbortController();
    const run = () => {
      stop.abort(new Error('Left'));
      return Promise.reject(cut());
    };
    await expect(withRetries(run, { delaysMs: [60_000], isTransient, signal: stop.signal })).rejects.toThrow('Left');
  });

  it('leaves no listener behind, however a wait ends', async () => {
    const connectivity = new SpecConnectivity(false);
    const { signal } = new AbortController();
    await withRetries(failing(2).run, { delaysMs: [0, 0], isTransient, connectivity, signal });
    expect(connectivity.listeners.size).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);

    const stop = new AbortController();
    const onWait = () => queueMicrotask(() => stop.abort());
    const options = { delaysMs: [60_000], isTransient, connectivity, signal: stop.signal, onWait };
    await expect(withRetries(failing(1).run, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(connectivity.listeners.size).toBe(0);
  });
});
