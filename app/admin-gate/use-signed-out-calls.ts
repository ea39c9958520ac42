import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { isSignedOut } from './signed-out.js';

/** Calls back when any query or mutation of the island has been answered 401. */
export function useSignedOutCalls(onSignedOut: () => void): void {
  const queryClient = useQueryClient();
  const notice = useEffectEvent((error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  });
  useEffect(() => {
    const leaveQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
    });
    const leaveMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
    });
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [queryClient]);
}
