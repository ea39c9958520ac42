import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isAway } from '../http/http-error.js';

const TEXT = 'We are away for a moment. Nothing is lost, and this page goes on by itself.';

/** Says why something is not there yet while it is waited for, and goes by itself. */
export function AwayNotice() {
  const cache = useQueryClient().getQueryCache();
  const isWaiting = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().some(({ state }) => state.fetchStatus === 'fetching' && isAway(state.fetchFailureReason)),
    () => false,
  );
  return (
    <output aria-live="polite" className={isWaiting ? 'away-notice' : 'sr-only'}>
      {isWaiting && TEXT}
    </output>
  );
}
