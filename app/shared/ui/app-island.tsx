import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient } from '../http/query-client.js';
import { AwayNotice } from './away-notice.js';
import { toastStore } from './toast-store.js';
import { Toaster } from './toaster.js';

/** What every island stands in: its query client and the toast of the page. One per page. */
export function AppIsland({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
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
