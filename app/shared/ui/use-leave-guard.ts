import { useEffect } from 'react';

/** What asks, by the means to end it. */
const guards = new Set<() => void>();

/** Whether something would be lost by leaving what is shown, also for what is on the same page. */
export function isLeavingGuarded(): boolean {
  return guards.size > 0;
}

/** Leads to another page after somebody has said on this one that what would be lost may be: the browser does not ask again. */
export function leaveUnasked(address: string): void {
  for (const end of guards) end();
  location.replace(address);
}

/** Lets the browser ask before the page is left as long as something would be lost by that. */
export function useLeaveGuard(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const end = () => {
      removeEventListener('beforeunload', ask);
      guards.delete(end);
    };
    addEventListener('beforeunload', ask);
    guards.add(end);
    return end;
  }, [isNeeded]);
}
