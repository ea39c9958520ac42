import { useEffect, useEffectEvent, useRef } from 'react';
import { HELD_DRAFT_ID, HELD_DRAFT_PATH, TOLD_WITHOUT_ID } from '../../../api/contract/people/reminders.js';
import { UNNAMED_HELD_DRAFT } from '../../../api/contract/people/sign-in.js';
import { request } from '../../shared/http/request.js';
import { NotedPeople } from '../../shared/noted-people.js';

/** A recording that goes on is told of soon after it began. */
const LOOK_INTERVAL_MS = 60_000;
/** With the ids of the recordings, between commas; without any where a page of before has told. */
const told = new NotedPeople('held-draft-told');
/** Stands in where storage is blocked or full: then it is known as long as the page is open. */
const toldHere = new Map<string, string[]>();

/**
 * Tells the server which recordings this browser holds that are not saved, and which it does not any more: nothing else of
 * them. Where nothing can be told, it is tried again at the next look.
 * @param whose under which nothing but this is remembered
 * @param findHeld the ids, the earliest first
 */
export function useHeldDraft(whose: string, findHeld: () => Promise<string[]>): void {
  const hasTold = useRef(new Set<string>());
  const look = useEffectEvent(async () => {
    try {
      const held = await findHeld();
      for (const id of held) {
        // A mail that could not be sent in its time waits anew: each page that is opened tells again.
        if (hasTold.current.has(id) && findTold(whose).includes(id)) continue;
        await hold(whose, id);
        hasTold.current.add(id);
      }
      for (const id of findTold(whose)) if (!held.includes(id)) await letGo(whose, id);
    } catch {
      // The recordings are kept all the same.
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

async function hold(whose: string, id: string): Promise<void> {
  const query = new URLSearchParams({ [HELD_DRAFT_ID]: id });
  if (findTold(whose).includes(UNNAMED_HELD_DRAFT)) query.set(TOLD_WITHOUT_ID, 'true');
  await request<void>('PUT', `${HELD_DRAFT_PATH}?${query}`);
  note(whose, [...findTold(whose).filter((other) => other !== id && other !== UNNAMED_HELD_DRAFT), id]);
}

async function letGo(whose: string, id: string): Promise<void> {
  const query = id === UNNAMED_HELD_DRAFT ? '' : `?${HELD_DRAFT_ID}=${id}`;
  await request<void>('DELETE', HELD_DRAFT_PATH + query);
  note(
    whose,
    findTold(whose).filter((other) => other !== id),
  );
}

function findTold(whose: string): string[] {
  const noted = told.find(whose);
  return toldHere.get(whose) ?? (noted === null ? [] : (noted || UNNAMED_HELD_DRAFT).split(','));
}

function note(whose: string, ids: string[]): void {
  if (ids.length === 0) forgetHeldDraft([whose]);
  else if (told.add(whose, ids.join())) toldHere.delete(whose);
  else toldHere.set(whose, ids);
}

/** Of which recordings of theirs the server was told that this browser holds them, as HELD_DRAFT_TOLD names them. */
export function findHeldDraftsTold(owners: readonly string[]): string[] {
  return owners.flatMap(findTold);
}

/** This browser knows no more that anything was told of them. */
export function forgetHeldDraft(owners: readonly string[]): void {
  for (const id of owners) toldHere.delete(id);
  told.remove(owners);
}
