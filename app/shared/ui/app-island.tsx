import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { isAway } from '../http/http-error.js';
import { createQueryClient } from '../http/query-client.js';
import { forgetSessionOwner } from '../http/session-owner.js';
import { toastStore } from './toast-store.js';
import { Toaster } from './toaster.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

/** What every island stands in: its query client and the toast of the page. One per page. */
export function AppIsland({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useEffect(() => forgetSessionOwner, []);
  useEffect(
    () =>
      // What is tried again may succeed: what was said of the try before is over.
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'pending') toastStore.dismissFailure();
      }),
    [queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <AwayNotice />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

/** Says why something is not there yet while it is waited for, and goes by itself. */
function AwayNotice() {
  const cache = useQueryClient().getQueryCache();
  const isWaiting = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().some(({ state }) => state.fetchStatus === 'fetching' && isAway(state.fetchFailureReason)),
    () => false,
  );
  return (
    <output aria-live="polite" className={isWaiting ? 'away-notice' : 'sr-only'}>
      {isWaiting && TEXT.away}
    </output>
  );
}
