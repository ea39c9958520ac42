import { useEffect, useEffectEvent, useState } from 'react';
import type { CurrentUser } from '../../api/contract/participants.js';
import { PHOTO_TOASTS } from '../photos/photos.messages.js';
import type { Photos } from '../photos/use-photos.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import { type Missing, notePendingSubmission, type SubmitOutcome, submitStory, whatIsMissing } from './submission.js';
import type { WordsInProgress } from './written/words-in-progress.js';
import { WRITTEN_MESSAGES } from './written/written.messages.js';

interface SubmitOptions {
  user: CurrentUser;
  photos: Photos;
  words: WordsInProgress;
  onSubmitted: () => void;
  onMissing: (missing: Missing) => void;
}

/** Submit: photos that were chosen but not added yet are added first, and words sent, so that none is left behind. */
export function useSubmit({ user, photos, words, onSubmitted, onMissing }: SubmitOptions) {
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isSignedOut, setIsSignedOut] = useState(false);

  const handIn = async () => {
    if (user.photosNeeded && photos.queue.length === 0 && (await hasNoPhoto(photos))) {
      toast({ ...PHOTO_TOASTS.required, variant: 'destructive' });
      return;
    }
    if (!(await photos.addAll())) return;
    if (!(await words.sendAll())) {
      toast({ ...WRITTEN_MESSAGES.notAllSaved, variant: 'destructive' });
      return;
    }
    const outcome = await submitStory();
    setIsSignedOut(outcome.kind === 'signed-out');
    if (outcome.kind === 'refused') {
      // They may have been deleted in another tab.
      void photos.refresh();
      onMissing(whatIsMissing(outcome));
    }
    if (outcome.kind === 'unreachable') notePendingSubmission(user.keptUnder[0]);
    if (outcome.kind === 'unreachable' || outcome.kind === 'stored') onSubmitted();
  };

  const submit = async () => {
    setIsSubmitting(true);
    toastStore.dismissFailure();
    await handIn();
    setIsSubmitting(false);
  };
  return { submit, isSubmitting, isSignedOut };
}

/** One may have been added in another tab or on another device. */
async function hasNoPhoto({ saved, refresh }: Photos): Promise<boolean> {
  return saved?.length === 0 && (await refresh())?.length === 0;
}

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
