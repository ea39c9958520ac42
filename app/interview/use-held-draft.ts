import { useEffect, useEffectEvent, useRef } from 'react';
import { HELD_DRAFT_PATH } from '../../api/contract/reminders.js';
import { request } from '../shared/http/request.js';
import { NotedPeople } from './noted-people.js';

/** A recording that goes on is told of soon after it began. */
const LOOK_INTERVAL_MS = 60_000;
const told = new NotedPeople('held-draft-told');
/** Stands in where storage is blocked or full: then it is known as long as the page is open. */
const toldHere = new Set<string>();

const isTold = (id: string) => toldHere.has(id) || told.has(id);

/**
 * Tells the server that this browser holds a recording which is not saved, and when it does not any more: nothing else of
 * it. Where nothing can be told, it is tried again at the next look.
 * @param whose under which nothing but this is remembered
 */
export function useHeldDraft(whose: string, countDrafts: () => Promise<number>): void {
  const hasTold = useRef(false);
  const look = useEffectEvent(async () => {
    const isHeld = (await countDrafts().catch(() => 0)) > 0;
    // The server keeps one word of a person, which another device may have taken back: each page that is opened tells again.
    const isKnown = isHeld ? hasTold.current && isTold(whose) : !isTold(whose);
    if (isKnown) return;
    try {
      if (!isHeld) {
        await request<void>('DELETE', HELD_DRAFT_PATH);
        return forgetHeldDraft([whose]);
      }
      await request<void>('PUT', HELD_DRAFT_PATH);
      hasTold.current = true;
      if (!told.add(whose)) toldHere.add(whose);
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

/** Whether the server was told that this browser holds a recording of theirs. */
export function isHeldDraftTold(owners: readonly string[]): boolean {
  return owners.some(isTold);
}

/** This browser knows no more that anything was told of them. */
export function forgetHeldDraft(owners: readonly string[]): void {
  for (const id of owners) toldHere.delete(id);
  told.remove(owners);
}
