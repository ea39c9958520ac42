import { renderHook } from '@testing-library/react';
import { isLeavingGuarded, useLeaveGuard } from './use-leave-guard.js';
import { asksBeforeLeaving } from '../../testing/leaving.js';

describe('leaving a page', () => {
  it('is asked about while something would be lost, and no longer', () => {
    const { rerender, unmount } = renderHook(useLeaveGuard, { initialProps: false });
    expect(asksBeforeLeaving()).toBe(false);
    rerender(true);
    expect(asksBeforeLeaving()).toBe(true);
    rerender(false);
    expect(asksBeforeLeaving()).toBe(false);
    rerender(true);
    unmount();
    expect(asksBeforeLeaving()).toBe(false);
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
