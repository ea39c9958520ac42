import { useEffect, useEffectEvent } from 'react';
import { submitStory, type SubmitOutcome } from './submit-story.js';

const RETRY_MS = 30_000;

/** Hands in a story that could not be handed in before: at once, every half minute, and when the connection is back. */
export function useSubmissionRetry(isPending: boolean, onSettled: (outcome: SubmitOutcome) => void): void {
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (!isPending) return undefined;
    let isStopped = false;
    const tryAgain = async () => {
      const outcome = await submitStory();
      if (!isStopped && outcome.kind !== 'unreachable') settle(outcome);
    };
    const listen = () => void tryAgain();
    void tryAgain();
    const timer = setInterval(listen, RETRY_MS);
    addEventListener('online', listen);
    return () => {
      isStopped = true;
      clearInterval(timer);
      removeEventListener('online', listen);
    };
  }, [isPending]);
}
