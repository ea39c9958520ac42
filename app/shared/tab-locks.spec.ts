import { LoneTabLocks, WebTabLocks } from './tab-locks.js';

/** Other specs of this process have locks of their own. */
const OURS = 'tab-locks.spec:';
const tabs = () => [new WebTabLocks(navigator.locks, OURS), new WebTabLocks(navigator.locks, OURS)] as const;

describe('the lock on a local draft', () => {
  it('is one tab’s alone until that lets go of it', async () => {
    const [one, other] = tabs();
    expect(await one.acquire('draft')).toBe(true);
    expect(await other.acquire('draft')).toBe(false);
    expect([one.isHeldHere('draft'), other.isHeldHere('draft')]).toEqual([true, false]);
    one.release('draft');
    expect(one.isHeldHere('draft')).toBe(false);
    await other.waitUntilFree('draft', AbortSignal.timeout(5_000));
    expect(await other.acquire('draft')).toBe(true);
    other.release('draft');
  });

  it('is told of to every tab, and nothing else that is locked', async () => {
    const [one, other] = tabs();
    await one.acquire('draft');
    await navigator.locks.request('another', async () => {
      expect(await other.findHeld()).toEqual(new Set(['draft']));
    });
    one.release('draft');
    await other.waitUntilFree('draft', AbortSignal.timeout(5_000));
    expect(await other.findHeld()).toEqual(new Set());
  });

  it('is waited for until somebody wants that no more', async () => {
    const [one, other] = tabs();
    await one.acquire('draft');
    const leaving = new AbortController();
    const gone = other.waitUntilFree('draft', leaving.signal);
    leaving.abort(new Error('The page is left.'));
    await expect(gone).rejects.toThrow('The page is left.');
    one.release('draft');
  });

  it('is held up by nobody who waits for it', async () => {
    const [, other] = tabs();
    // As another tab, for the moment in which its own wait is over.
    await navigator.locks.request(`${OURS}draft`, { mode: 'shared' }, async () => {
      await expect(other.waitUntilFree('draft', AbortSignal.timeout(5_000))).resolves.toBeUndefined();
    });
  });

  it('is this tab’s where a browser knows no locks, until it lets go of it', async () => {
    const lone = new LoneTabLocks();
    expect(await lone.acquire('draft')).toBe(true);
    expect([lone.isHeldHere('draft'), await lone.findHeld()]).toEqual([true, new Set(['draft'])]);
    lone.release('draft');
    expect([lone.isHeldHere('draft'), await lone.findHeld()]).toEqual([false, new Set()]);
  });
});
