import { jest } from '@jest/globals';
import { renderHook } from '@testing-library/react';
import { useDelay, usePageHidden, useTicks, useWakeLock } from './recorder-effects.js';

const settled = () => new Promise((resolve) => setTimeout(resolve));
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the screen of a phone', () => {
  const held = new Set<object>();
  let isRefused: boolean;
  beforeEach(() => {
    held.clear();
    isRefused = false;
    const request = async (type: string) => {
      if (isRefused || type !== 'screen') throw new DOMException('Refused', 'NotAllowedError');
      const lock = { release: async () => void held.delete(lock) };
      held.add(lock);
      return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'wakeLock');
    Reflect.deleteProperty(document, 'hidden');
  });

  it('is kept on while that is needed, and no longer', async () => {
    const { rerender, unmount } = renderHook(useWakeLock, { initialProps: false });
    await settled();
    expect(held.size).toBe(0);
    rerender(true);
    await settled();
    expect(held.size).toBe(1);
    rerender(false);
    await settled();
    expect(held.size).toBe(0);
    rerender(true);
    unmount();
    await settled();
    expect(held.size).toBe(0);
  });

  it('is kept on again once the page is back in sight, until it is not needed any more', async () => {
    const { unmount } = renderHook(useWakeLock, { initialProps: true });
    await settled();
    hide(true);
    // As browsers do.
    held.clear();
    await settled();
    expect(held.size).toBe(0);
    hide(false);
    await settled();
    expect(held.size).toBe(1);
    unmount();
    hide(false);
    await settled();
    expect(held.size).toBe(0);
  });

  it.each(['refuses', 'knows nothing of it'])('has its own habits where the browser %s', async (what) => {
    if (what === 'refuses') isRefused = true;
    else Reflect.deleteProperty(navigator, 'wakeLock');
    const { unmount } = renderHook(useWakeLock, { initialProps: true });
    unmount();
    await settled();
    expect(held.size).toBe(0);
  });
});

describe('a page out of sight', () => {
  afterEach(() => Reflect.deleteProperty(document, 'hidden'));

  it('is told of each time it is left, until it is closed', () => {
    let left = 0;
    const { unmount } = renderHook(() => usePageHidden(() => left++));
    hide(true);
    hide(false);
    hide(true);
    expect(left).toBe(2);
    unmount();
    hide(true);
    expect(left).toBe(2);
  });
});

describe('what is due after a while', () => {
  const onDue = jest.fn();
  const wait = (isWaiting: boolean) => useDelay(isWaiting, 1_000, onDue);
  beforeEach(() => {
    jest.useFakeTimers();
    onDue.mockClear();
  });
  afterEach(() => jest.useRealTimers());

  it('comes once, in its time', () => {
    const { rerender } = renderHook(wait, { initialProps: true });
    jest.advanceTimersByTime(999);
    rerender(true);
    expect(onDue).not.toHaveBeenCalled();
    jest.advanceTimersByTime(5_000);
    expect(onDue).toHaveBeenCalledTimes(1);
  });

  it('does not come when it is not waited for any more, or nobody is there', () => {
    const { rerender, unmount } = renderHook(wait, { initialProps: true });
    jest.advanceTimersByTime(999);
    rerender(false);
    jest.advanceTimersByTime(5_000);
    rerender(true);
    unmount();
    jest.advanceTimersByTime(5_000);
    expect(onDue).not.toHaveBeenCalled();
  });
});

it('the seconds of a recording are those that have passed, however early or late they are told', () => {
  jest.useFakeTimers();
  let nowMs = 50;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const told: number[] = [];
  const { rerender } = renderHook((isRunning: boolean) => useTicks(isRunning, (seconds) => told.push(seconds)), {
    initialProps: true,
  });
  for (const passedMs of [999, 1_010, 3_000]) {
    nowMs += passedMs;
    jest.advanceTimersByTime(1_000);
  }
  rerender(false);
  jest.advanceTimersByTime(5_000);
  expect(told).toEqual([1, 2, 5]);
  clock.mockRestore();
  jest.useRealTimers();
});
