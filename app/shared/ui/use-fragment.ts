import { useEffect, useEffectEvent } from 'react';

/**
 * Hands over the fragment of the address (with its `#`), at load and when it changes. When `take` returns true it is
 * removed from the address: what it holds may be a secret, and the same link works again.
 */
export function useFragment(take: (fragment: string) => boolean): void {
  const look = useEffectEvent(() => {
    if (take(location.hash)) history.replaceState(history.state, '', location.pathname + location.search);
  });
  useEffect(() => {
    const listen = () => look();
    listen();
    addEventListener('hashchange', listen);
    return () => removeEventListener('hashchange', listen);
  }, []);
}
