import { QueryClientProvider } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { createQueryClient } from '../http/query-client.js';
import { AwayNotice } from './away-notice.js';
import { Toaster } from './toaster.js';

/** What every island stands in: its query client and the toast of the page. One per page. */
export function AppIsland({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <AwayNotice />
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}
