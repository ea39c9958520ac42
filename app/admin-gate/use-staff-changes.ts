import { useEffect, useEffectEvent } from 'react';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { STAFF_CHANGES_API, type StaffChanges } from '../../api/contract/staff/audit.js';
import { request } from '../shared/http/request.js';

/** The lists were read a moment ago; a page that is only looked into leaves nothing open. */
const FIRST_WAIT_MS = 2_000;
/** Many changes at once are read as one. */
const BETWEEN_MS = 1_000;
const AFTER_FAILURE_MS = 5_000;

/** Reads these lists again whenever anybody has changed something, on whichever server, while the page is in sight. */
export function useStaffChanges(...keys: QueryKey[]): void {
  const queryClient = useQueryClient();
  const readAgain = useEffectEvent(() => {
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  });
  useEffect(() => {
    const leaving = new AbortController();
    void follow(() => readAgain(), leaving.signal);
    return () => leaving.abort();
  }, []);
}

async function follow(onChange: () => void, signal: AbortSignal): Promise<void> {
  let known: number | undefined;
  for (let waitMs = 0; !signal.aborted; await pause(waitMs)) {
    if (document.visibilityState === 'hidden') {
      waitMs = BETWEEN_MS;
      continue;
    }
    try {
      const query = known === undefined ? '' : `?after=${known}`;
      const { last } = await request<StaffChanges>('GET', STAFF_CHANGES_API + query, undefined, { signal });
      if (known !== undefined && last !== known) onChange();
      waitMs = known === undefined ? FIRST_WAIT_MS : BETWEEN_MS;
      known = last;
    } catch {
      // Signed out, or the server is away: the page says so itself, and the next time tells what was missed.
      waitMs = AFTER_FAILURE_MS;
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
