import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useQueryClient } from '@tanstack/react-query';
import { STAFF_PRESENCE_INTERVAL_MS } from '../../api/contract/common/screen-numbers.js';
import type { StaffSession } from '../../api/contract/staff/staff.js';
import { keepProducerName } from '../shared/drafts/producer-name.js';
import { SENDING_EVENT } from '../shared/http/send-body.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { FIRST_STATE, reduceGate } from './gate-state.js';
import { isSignedOut } from '../shared/http/http-error.js';
import { closeStaffSession, readStaffSession, SESSION_END_KEY, SessionEnd, sessionPhase } from './staff-session.js';

const CHECK_MS = 1_000;
/** By these it is seen that somebody is at work: also by a video that plays, and a file that is on its way. */
const SIGNS_OF_PRESENCE = ['pointerdown', 'keydown', 'wheel', 'timeupdate', SENDING_EVENT];

/**
 * Whether the page may be seen. The server decides; it is asked when the page opens, comes back, and while somebody is at
 * work on it. Without that the page closes by itself when the session's time is over, and ends what is left of it.
 * @param staffAccounts the session knows the name of its producer, whichever way they came
 */
export function useGate(staffAccounts: boolean) {
  const [state, dispatch] = useReducer(reduceGate, FIRST_STATE);
  const [end] = useState(() => new SessionEnd(() => localStorage));
  const lastAskedAt = useRef(0);
  /** What was asked before the last end tells nothing of what is. */
  const ends = useRef(0);
  const isOpen = state.page === 'open';

  /** @param knownAt not later than the server told the session's end: a slow response makes it no longer */
  const open = (session: StaffSession, knownAt = Date.now()) => {
    end.write(knownAt + session.expiresInSeconds * 1000);
    if (staffAccounts) keepProducerName(session.name ?? '');
    dispatch({ type: 'granted', name: session.name });
    dispatch({ type: 'ending', isEnding: sessionPhase(end.read(), Date.now()) === 'ending' });
  };
  const close = (how: 'ended' | 'left') => {
    ends.current++;
    end.write(null);
    // It may tell a name.
    toastStore.clear();
    dispatch({ type: how });
  };
  /** @param isDoubtful a call was refused as if no session were open: when the server does not say otherwise, none is */
  const ask = async (isDoubtful = false) => {
    const endsBefore = ends.current;
    const askedAt = Date.now();
    lastAskedAt.current = askedAt;
    try {
      const session = await readStaffSession();
      if (ends.current !== endsBefore) return;
      if (session) open(session, askedAt);
      else close('ended');
    } catch {
      if (ends.current !== endsBefore) return;
      if (isDoubtful) close('ended');
      else dispatch({ type: 'failed' });
    }
  };
  const askAgain = () => {
    dispatch({ type: 'checking' });
    void ask();
  };

  const check = useEffectEvent(() => {
    if (!isOpen) return;
    const endsAt = end.read();
    const now = sessionPhase(endsAt, Date.now());
    if (now !== 'over') return dispatch({ type: 'ending', isEnding: now === 'ending' });
    close('ended');
    // Something on the page may have kept it open without anybody there.
    if (endsAt !== null) void closeStaffSession().catch(() => undefined);
  });
  const notePresence = useEffectEvent(() => {
    check();
    if (isOpen && Date.now() - lastAskedAt.current >= STAFF_PRESENCE_INTERVAL_MS) void ask();
  });
  const hide = useEffectEvent(() => {
    // What the browser keeps of the page to come back to it is what stands in it now.
    if (state.page === 'shut') return;
    flushSync(() => {
      toastStore.clear();
      dispatch({ type: 'checking' });
    });
  });
  const comeBack = useEffectEvent((event: Event) => {
    if (event.type === 'pageshow' && !(event as PageTransitionEvent).persisted) return;
    if (document.visibilityState === 'hidden') return;
    check();
    void ask();
  });
  const hearOtherTab = useEffectEvent(({ key, newValue }: StorageEvent) => {
    if (key !== SESSION_END_KEY && key !== null) return;
    if (newValue === null) {
      if (isOpen) close('ended');
    } else if (!isOpen && state.cover === 'closed') void ask();
    else check();
  });
  useSignedOutCalls(() => isOpen && void ask(true));
  const askFirst = useEffectEvent(() => void ask());

  useEffect(() => {
    const first = setTimeout(() => askFirst());
    const timer = setInterval(() => check(), CHECK_MS);
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('pagehide', () => hide(), { signal });
    addEventListener('pageshow', (event) => comeBack(event), { signal });
    document.addEventListener('visibilitychange', (event) => comeBack(event), { signal });
    addEventListener('storage', (event) => hearOtherTab(event), { signal });
    for (const sign of SIGNS_OF_PRESENCE) {
      addEventListener(sign, () => notePresence(), { signal, capture: true, passive: true });
    }
    return () => {
      clearTimeout(first);
      clearInterval(timer);
      listening.abort();
    };
  }, []);

  return {
    state,
    open,
    leave: () => close('left'),
    askAgain,
    stay: () => ask(),
  };
}

/** Calls back when any query or mutation of the island was refused with 401. */
function useSignedOutCalls(onSignedOut: () => void): void {
  const queryClient = useQueryClient();
  const notice = useEffectEvent((error: unknown) => {
    if (isSignedOut(error)) onSignedOut();
  });
  useEffect(() => {
    const leaveQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
    });
    const leaveMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') notice(event.action.error);
    });
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [queryClient]);
}
