import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CurrentUser } from '../../api/contract/participants.js';
import { PHOTO_TOASTS } from '../photos/photos.messages.js';
import type { Photos } from '../photos/use-photos.js';
import { toast, toastStore } from '../shared/ui/toast-store.js';
import type { AnswerSavings } from './answer-savings.js';
import { type Missing, notePendingSubmission, type SubmitOutcome, submitStory, whatIsMissing } from './submission.js';
import type { WordsInProgress } from './written/words-in-progress.js';
import { WRITTEN_MESSAGES } from './written/written.messages.js';

interface SubmitOptions {
  user: CurrentUser;
  /** See CurrentUser. */
  openSince: string;
  photos: Photos;
  words: WordsInProgress;
  recordings: Pick<AnswerSavings, 'whenOver' | 'list'>;
  onSubmitted: () => void;
  onMissing: (missing: Missing) => void;
}

/**
 * Submit: photos that were chosen but not added yet are added first, words sent, and recordings waited for that are on
 * their way, so that none is left behind. Whoever leaves the step meanwhile has not submitted.
 */
export function useSubmit({ user, openSince, photos, words, recordings, onSubmitted, onMissing }: SubmitOptions) {
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isSignedOut, setIsSignedOut] = useState(false);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const waitForRecordings = async () => {
    const { signal } = leaving.current;
    setIsWaiting(recordings.list().length > 0);
    try {
      return await recordings.whenOver(signal);
    } catch {
      return false;
    } finally {
      setIsWaiting(false);
    }
  };

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
    if (!(await waitForRecordings())) return;
    const outcome = await submitStory();
    setIsSignedOut(outcome.kind === 'signed-out');
    if (outcome.kind === 'refused') {
      // They may have been deleted in another tab.
      void photos.refresh();
      onMissing(whatIsMissing(outcome));
    }
    if (outcome.kind === 'unreachable') notePendingSubmission(user.keptUnder[0], openSince);
    if (outcome.kind === 'unreachable' || outcome.kind === 'stored') onSubmitted();
  };

  const submit = async () => {
    setIsSubmitting(true);
    toastStore.dismissFailure();
    await handIn();
    setIsSubmitting(false);
  };
  return { submit, isSubmitting, isWaiting, isSignedOut };
}

/** One may have been added in another tab or on another device. */
async function hasNoPhoto({ saved, refresh }: Photos): Promise<boolean> {
  return saved?.length === 0 && (await refresh())?.length === 0;
}

const RETRY_MS = 30_000;

/**
 * Hands in a story that could not be handed in before: at once, every half minute, and when the connection is back.
 * @param pending see findPendingSubmission
 */
export function useSubmissionRetry(pending: string | null, onSettled: (outcome: SubmitOutcome) => void): void {
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (pending === null) return undefined;
    let isStopped = false;
    const tryAgain = async () => {
      const outcome = await submitStory(pending);
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
  }, [pending]);
}
