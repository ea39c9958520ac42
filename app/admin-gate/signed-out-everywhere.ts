import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';
import { forgetEverybodysWords } from '../shared/drafts/local-drafts.js';

/** Under which every tab of a browser sees that somebody has signed out in one of them. */
const KEY = 'staff-signed-out-at';

/** Somebody has signed out in this tab: nothing of what anybody typed stays in this browser, in no tab of it. */
export function tellEveryTab(): void {
  forgetEverybodysWords();
  try {
    localStorage.setItem(KEY, new Date().toISOString());
  } catch {
    // Such a browser keeps no words either.
  }
}

/** Lets go of the page of this tab, by `leave`, when somebody has signed out in another. */
export function useSignedOutElsewhere(leave: () => void): void {
  const leaveAndForget = useEffectEvent(() => {
    // Fields that go keep what was typed in them last.
    flushSync(leave);
    forgetEverybodysWords();
  });
  useEffect(() => {
    let known = readMark();
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener('storage', ({ key, newValue }) => key === KEY && newValue !== null && leaveAndForget(), {
      signal,
    });
    addEventListener('pagehide', () => (known = readMark()), { signal });
    // A page that the browser had put aside as it was heard nothing meanwhile.
    addEventListener('pageshow', ({ persisted }) => persisted && readMark() !== known && leaveAndForget(), { signal });
    return () => listening.abort();
  }, []);
}

function readMark(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
