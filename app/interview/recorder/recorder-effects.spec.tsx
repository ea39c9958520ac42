import { renderHook } from '@testing-library/react';
import { usePageHidden, useWakeLock } from './recorder-effects.js';

const settled = () => new Promise((resolve) => setTimeout(resolve));
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: isHidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

describe('the screen of a phone', () => {
  let held: number;
  let isRefused: boolean;
  const letGo = async () => void held--;
  beforeEach(() => {
    [held, isRefused] = [0, false];
    const request = async (type: string) => {
      if (isRefused || type !== 'screen') throw new DOMException('Refused', 'NotAllowedError');
      held++;
      return { release: letGo };
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

  it('is kept on while that is needed, and no longer', async () => {
    const { rerender, unmount } = renderHook(useWakeLock, { initialProps: false });
    await settled();
    expect(held).toBe(0);
    rerender(true);
    await settled();
    expect(held).toBe(1);
    rerender(false);
    await settled();
    expect(held).toBe(0);
    rerender(true);
    unmount();
    await settled();
    expect(held).toBe(0);
  });

  it.each(['refuses', 'knows nothing of it'])('has its own habits where the browser %s', async (what) => {
    if (what === 'refuses') isRefused = true;
    else Reflect.deleteProperty(navigator, 'wakeLock');
    const { unmount } = renderHook(useWakeLock, { initialProps: true });
    unmount();
    await settled();
    expect(held).toBe(0);
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
