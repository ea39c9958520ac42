import { useEffect, useEffectEvent } from 'react';
import { HELD_DRAFT_PATH } from '../../api/contract/reminders.js';
import { request } from '../shared/http/request.js';

/** A recording that goes on is told of soon after it began. */
const LOOK_INTERVAL_MS = 60_000;
const KEY = 'held-draft-told';

/**
 * Tells the server that this browser holds a recording which is not saved, and when it does not any more: nothing else of
 * it. Where nothing can be told, it is tried again at the next look.
 * @param whose under which nothing but this is remembered
 */
export function useHeldDraft(whose: string, countDrafts: () => Promise<number>): void {
  const look = useEffectEvent(async () => {
    const isHeld = (await countDrafts().catch(() => 0)) > 0;
    if (isHeld === wasTold(whose)) return;
    try {
      await request<void>(isHeld ? 'PUT' : 'DELETE', HELD_DRAFT_PATH);
      noteTold(whose, isHeld);
    } catch {
      // The recording is kept all the same.
    }
  });
  useEffect(() => {
    const lookNow = () => void look();
    lookNow();
    const timer = setInterval(lookNow, LOOK_INTERVAL_MS);
    document.addEventListener('visibilitychange', lookNow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', lookNow);
    };
  }, []);
}

function wasTold(whose: string): boolean {
  try {
    return localStorage.getItem(KEY) === whose;
  } catch {
    return false;
  }
}

function noteTold(whose: string, isHeld: boolean): void {
  try {
    if (isHeld) localStorage.setItem(KEY, whose);
    else localStorage.removeItem(KEY);
  } catch {
    // Then it is told again, which is no news to the server.
  }
}
