import { useSyncExternalStore } from 'react';
import { MOBILE_BREAKPOINT_PX } from '../../../api/contract/common/screen-numbers.js';

const narrow = () => matchMedia(`(width < ${MOBILE_BREAKPOINT_PX}px)`);

/** Whether the window is as narrow as a phone. For islands that are drawn in the browser only. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow().matches);
}

function subscribe(onChange: () => void): () => void {
  const query = narrow();
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
