import { useEffect } from 'react';

let guards = 0;

/** Whether something would be lost by leaving what is shown, also for what is on the same page. */
export function isLeavingGuarded(): boolean {
  return guards > 0;
}

/** Lets the browser ask before the page is left as long as something would be lost by that. */
export function useLeaveGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    guards++;
    return () => {
      removeEventListener('beforeunload', ask);
      guards--;
    };
  }, [isNeeded]);
}
