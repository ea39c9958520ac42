import { renderHook } from '@testing-library/react';
import { openInSameTab } from '../../testing/same-tab.js';
import { ScreenServer } from '../../testing/screen-server.js';
import { toastStore } from './toast-store.js';
import { useLeaveGuard } from './use-leave-guard.js';
import { useOtherLink } from './use-other-link.js';

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
});
afterEach(() => {
  toastStore.clear();
  return server.close();
});

describe('another link in the same tab', () => {
  it('waits while something would be lost by leaving, and the address is that of the page again', async () => {
    await server.open('/release?from=mail#first');
    renderHook(() => useOtherLink('first'));
    const guard = renderHook(useLeaveGuard, { initialProps: true });
    await openInSameTab('second');
    expect([visited, location.search, location.hash]).toEqual([[], '?from=mail', '#first']);
    expect(toastStore.read()?.title).toBe('The other link was not opened');
    guard.rerender(false);
    await openInSameTab('second');
    expect(visited).toEqual(['/release?from=mail#second']);
  });
});
