import { renderHook } from '@testing-library/react';
import { isLeavingGuarded, useLeaveGuard } from './use-leave-guard.js';

/** Whether the browser would ask before it leaves the page. */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

describe('leaving a page', () => {
  it('is asked about while something would be lost, and no longer', () => {
    const { rerender, unmount } = renderHook(useLeaveGuard, { initialProps: false });
    expect(asks()).toBe(false);
    rerender(true);
    expect(asks()).toBe(true);
    rerender(false);
    expect(asks()).toBe(false);
    rerender(true);
    unmount();
    expect(asks()).toBe(false);
  });

  it('is known to the page itself, of whatever is on it', () => {
    const guard = renderHook(useLeaveGuard, { initialProps: true });
    const { unmount } = renderHook(useLeaveGuard, { initialProps: true });
    unmount();
    expect(isLeavingGuarded()).toBe(true);
    guard.unmount();
    expect(isLeavingGuarded()).toBe(false);
  });
});
