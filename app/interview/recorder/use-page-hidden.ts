import { useEffect, useEffectEvent } from 'react';

/** Runs each time the page goes out of sight: behind another, or with the screen turned off. */
export function usePageHidden(run: () => void): void {
  const hide = useEffectEvent(run);
  useEffect(() => {
    const listen = () => document.hidden && hide();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
}
