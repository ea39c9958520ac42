import { IndexedDbTakeStore } from './indexed-db-take-store.js';
import { LoneTabClaims, WebLockClaims } from './take-claims.js';
import { type KeptUnder, TakeKeeper } from './take-keeper.js';

/** The keeper of a person's takes with the means of this browser. `onKept`: see StoredTakeCopy. */
export function createTakeKeeper(keptUnder: KeptUnder, onKept: (isKept: boolean) => void): TakeKeeper {
  const claims = 'locks' in navigator ? new WebLockClaims(navigator.locks) : new LoneTabClaims();
  return new TakeKeeper(keptUnder, { store: new IndexedDbTakeStore(), claims, onKept });
}
