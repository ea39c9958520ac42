import { useEffect, useEffectEvent } from 'react';
import { HELD_DRAFT_PATH } from '../../api/contract/reminders.js';
import { request } from '../shared/http/request.js';
import { NotedPeople } from './noted-people.js';

/** A recording that goes on is told of soon after it began. */
const LOOK_INTERVAL_MS = 60_000;
/** Whoever is told again because nothing could be noted is no news to the server. */
const told = new NotedPeople('held-draft-told');

/**
 * Tells the server that this browser holds a recording which is not saved, and when it does not any more: nothing else of
 * it. Where nothing can be told, it is tried again at the next look.
 * @param whose under which nothing but this is remembered
 */
export function useHeldDraft(whose: string, countDrafts: () => Promise<number>): void {
  const look = useEffectEvent(async () => {
    const isHeld = (await countDrafts().catch(() => 0)) > 0;
    if (isHeld === told.has(whose)) return;
    try {
      await request<void>(isHeld ? 'PUT' : 'DELETE', HELD_DRAFT_PATH);
      if (isHeld) told.add(whose);
      else told.remove([whose]);
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
