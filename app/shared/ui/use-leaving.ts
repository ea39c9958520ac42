import { useEffect, useEffectEvent, useState } from 'react';

/** Of a page that leads to another: its button stays pending until that is there. */
export interface Leaving {
  isLeaving: boolean;
  leaveFor: (address: string) => void;
}

export function useLeaving(): Leaving {
  const [isLeaving, setIsLeaving] = useState(false);
  useComingBack(() => setIsLeaving(false));
  const leaveFor = (address: string) => {
    setIsLeaving(true);
    location.assign(address);
  };
  return { isLeaving, leaveFor };
}

/** Calls `onBack` when somebody comes back to this page, and the browser shows it as it was left. */
export function useComingBack(onBack: () => void): void {
  const hear = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (persisted) onBack();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => hear(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}
