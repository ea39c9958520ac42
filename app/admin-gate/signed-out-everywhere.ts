import { useEffect, useEffectEvent } from 'react';
import { forgetEverybodysWords } from '../shared/drafts/local-drafts.js';

const CHANNEL = 'staff-session';
const SIGNED_OUT = 'signed out';

/** Somebody has signed out in this tab: nothing of what anybody typed stays in this browser, in no tab of it. */
export function tellEveryTab(): void {
  forgetEverybodysWords();
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone, and takes no target
  channel.postMessage(SIGNED_OUT);
  channel.close();
}

/** Closes the gate of this tab, by `closeGate`, when somebody signs out in another. */
export function useSignedOutElsewhere(closeGate: () => void): void {
  const close = useEffectEvent(() => {
    closeGate();
    // What this tab wrote meanwhile.
    forgetEverybodysWords();
  });
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener('message', ({ data }) => data === SIGNED_OUT && close());
    // A page that the browser had put aside as it was heard nothing meanwhile.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', comeBack);
    return () => {
      channel.close();
      removeEventListener('pageshow', comeBack);
    };
  }, []);
}
