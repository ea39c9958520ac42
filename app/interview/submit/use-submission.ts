import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CurrentUser } from '../../../api/contract/people/participants.js';
import { INTERVIEW_FOLLOW_MS } from '../../../api/contract/common/screen-numbers.js';
import { PHOTO_TOASTS } from '../../photos/photos.messages.js';
import type { Photos } from '../../photos/use-photos.js';
import { toast, toastStore } from '../../shared/ui/toast-store.js';
import type { AnswerSaving, AnswerSavings } from '../saving/answer-savings.js';
import { FINISH_MESSAGES } from '../common/interview.messages.js';
import type { LocalDraft } from '../local-drafts/local-draft-store.js';
import { useDelay } from '../recorder/recorder-effects.js';
import { RECORDER_TOASTS } from '../recorder/recorder.messages.js';
import {
  type Missing,
  type PressedSubmission,
  type SubmitOutcome,
  submitStory,
  unconfirmedSubmissions,
  waitingSubmissions,
  whatIsMissing,
} from './submission.js';
import type { UsedDrafts } from '../saving/use-answer-savings.js';
import type { UnsentWords, WordsInProgress } from '../written/words-in-progress.js';
import { WRITTEN_MESSAGES } from '../written/written.messages.js';

interface SubmitOptions {
  user: CurrentUser;
  /** See CurrentUser. */
  openSince: string;
  /** Ids of the recordings of which the page says that they go with Submit. */
  earlierIds: string[];
  photos: Photos;
  words: WordsInProgress;
  recordings: Pick<AnswerSavings, 'whenOver' | 'list'>;
  usedDrafts: UsedDrafts;
  /** Looks anew: another tab may have used one since. */
  lookForUsed: () => Promise<UsedDrafts>;
  /** Whether what waits for its turn outlives this page. */
  isDraftStored: boolean;
  onSubmitted: () => void;
  onMissing: (missing: Missing) => void;
}

/**
 * Submit: photos that were chosen but not added yet are added first, words sent, and recordings waited for that are on
 * their way from here or from another tab, so that none is left behind. Where the page ends while they are waited for, the
 * next one goes on, if this browser keeps them. Whoever goes to another step has not submitted.
 */
export function useSubmit(options: SubmitOptions) {
  const { user, openSince, earlierIds, photos, words, recordings, isDraftStored } = options;
  const { usedDrafts, lookForUsed, onSubmitted, onMissing } = options;
  const [whose] = user.keptUnder;
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isWaiting, setIsWaiting] = useState(false);
  const [isSignedOut, setIsSignedOut] = useState(false);
  /** On an earlier page, or before what this one does not send yet. */
  const [isPressedBefore, setIsPressedBefore] = useState(
    () => user.withdrawnAt === undefined && waitingSubmissions.find(whose) !== null,
  );
  /** Ids of what was with its person as they pressed Submit: it is no part of that. None is known of an earlier page. */
  const leftOut = useRef<string[]>([]);
  const leaving = useRef(new AbortController());
  useEffect(() => {
    leaving.current = new AbortController();
    return () => leaving.current.abort();
  }, []);

  const sendOwn = async (signal: AbortSignal) => {
    const notAdded = await photos.addAll({ tellsFailure: false });
    if (notAdded !== null) {
      const alone = { ...PHOTO_TOASTS.uploadFailed, description: notAdded };
      toast({ ...(signal.aborted ? alone : FINISH_MESSAGES.photoNotAdded(notAdded)), variant: 'destructive' });
      return false;
    }
    if (await words.sendAll()) return true;
    if (signal.aborted) return false;
    const inNeed = words.unsent.find(needsItsPerson);
    setIsSignedOut(areSignedOut(words));
    if (inNeed) onMissing(whatWordsNeed(inNeed));
    else if (!areSignedOut(words)) toast({ ...WRITTEN_MESSAGES.notAllSaved, variant: 'destructive' });
    return false;
  };

  const waitForRecordings = async (signal: AbortSignal): Promise<'over' | 'failed' | 'left'> => {
    setIsWaiting(true);
    try {
      return (await recordings.whenOver(signal)) ? 'over' : 'failed';
    } catch {
      return 'left';
    } finally {
      setIsWaiting(false);
    }
  };

  /** Whether it led to what its person has to see to first; Submit is pressed anew after that. */
  const leadsToNeed = ({ undecided, unsaved }: UsedDrafts): boolean => {
    const inNeed = undecided ?? unsaved.find(({ id }) => !leftOut.current.includes(id));
    if (!inNeed) return false;
    const said = undecided?.use === 'halted' ? RECORDER_TOASTS.haltedElsewhere : RECORDER_TOASTS.draftFirst;
    onMissing({ step: { questionId: inNeed.questionId }, toast: said });
    return true;
  };

  /** @param waited what was pressed on an earlier page. Returns whether it shall go on with the next page. */
  const handIn = async (waited: PressedSubmission | null): Promise<boolean> => {
    const { signal } = leaving.current;
    // Of this very moment: what is saved from here on takes places of which the page has said so.
    const onTheirWay = replacedBy(recordings.list());
    let seen = await lookForUsed();
    if (signal.aborted) return true;
    const earlierRecordings = [...earlierIds, ...onTheirWay, ...replacedByUsed(seen.used)];
    const pressed = waited ?? { openSince, earlierRecordings };
    if (waited === null) leftOut.current = seen.unsaved.map(({ id }) => id);
    if (leadsToNeed(seen)) return false;
    // What was pressed before goes by itself only once all of it is seen to be on its way or saved.
    if (waited !== null && seen.usedBefore === 'stuck') {
      if (seen.used.length === 0) toast({ ...FINISH_MESSAGES.notKnown, variant: 'destructive' });
      return false;
    }
    const waitsForItsPerson = () => signal.aborted || areSignedOut(words);
    if (user.photosNeeded && (await photos.areNone())) {
      toast({ ...PHOTO_TOASTS.required, variant: 'destructive' });
      return false;
    }
    if (!(await sendOwn(signal))) return waitsForItsPerson();
    if (signal.aborted) return true;
    let hasWaited = waited !== null;
    do {
      if (recordings.list().length > 0) {
        hasWaited = true;
        if (isDraftStored) waitingSubmissions.note(whose, pressed);
        const end = await waitForRecordings(signal);
        if (end !== 'over') return end === 'left';
        // More may have been chosen or typed meanwhile.
        if (!(await sendOwn(signal))) return waitsForItsPerson();
        if (signal.aborted) return true;
      }
      seen = await lookForUsed();
      if (signal.aborted) return true;
      // What was being read may be on its way by now.
    } while (recordings.list().length > 0);
    if (leadsToNeed(seen)) return false;
    if (seen.usedBefore === 'awaited') {
      waitingSubmissions.note(whose, pressed);
      setIsPressedBefore(true);
      return true;
    }
    const { openSince: _, ...pressedNow } = pressed;
    const outcome = await submitStory(hasWaited ? pressed : pressedNow);
    setIsSignedOut(outcome.kind === 'signed-out');
    if (outcome.kind === 'refused') {
      // They may have been deleted in another tab.
      void photos.refresh();
      if (!signal.aborted) onMissing(whatIsMissing(outcome));
    }
    if (outcome.kind === 'unreachable') unconfirmedSubmissions.note(whose, pressed);
    if (outcome.kind === 'unreachable' || outcome.kind === 'stored') onSubmitted();
    return outcome.kind === 'signed-out';
  };

  const submit = async (waited: PressedSubmission | null) => {
    setIsSubmitting(true);
    toastStore.dismissFailure();
    try {
      const goesOn = await handIn(waited);
      if (!goesOn) waitingSubmissions.clear(user.keptUnder);
    } catch (error) {
      // It can be pressed anew.
      waitingSubmissions.clear(user.keptUnder);
      reportError(error);
    } finally {
      setIsSubmitting(false);
    }
  };
  // Another tab that could not save one keeps it, and tells nobody.
  const lookAgain = useEffectEvent(() => void lookForUsed());
  useEffect(() => {
    if (!isPressedBefore) return undefined;
    const timer = setInterval(() => lookAgain(), INTERVIEW_FOLLOW_MS);
    return () => clearInterval(timer);
  }, [isPressedBefore]);
  useDelay(isPressedBefore && usedDrafts.usedBefore !== 'awaited', 0, () => {
    setIsPressedBefore(false);
    const waited = waitingSubmissions.find(whose);
    // Where it was taken back in another tab, Submit is pressed anew.
    if (waited !== null) void submit(waited);
  });
  return {
    submit: () => submit(null),
    isSubmitting: isSubmitting || isPressedBefore,
    isWaiting: isWaiting || isPressedBefore,
    isSignedOut,
  };
}

/** The answers whose place is taken by what is on its way. */
function replacedBy(savings: readonly AnswerSaving[]): string[] {
  return savings.flatMap(({ insteadOf, recording }) => (insteadOf && !recording.isAddition ? [insteadOf] : []));
}

function replacedByUsed(used: readonly LocalDraft[]): string[] {
  return used.flatMap(({ insteadOf, isAddition }) => (insteadOf && !isAddition ? [insteadOf] : []));
}

function areSignedOut(words: WordsInProgress): boolean {
  return words.unsent.some(({ state }) => state === 'signed-out');
}

/** Neither a connection nor a new session sends them. */
function needsItsPerson({ state }: UnsentWords): boolean {
  return state === 'changed' || state === 'refused' || state === 'submitted' || state === 'withheld';
}

function whatWordsNeed({ questionId, state, said }: UnsentWords): Missing {
  const { notAllSaved, changedAtSubmit, submittedAtSubmit, refusedAtSubmit, statesNotKept } = WRITTEN_MESSAGES;
  const why = state === 'withheld' ? statesNotKept.withheld : said;
  const known = state === 'changed' ? changedAtSubmit : state === 'submitted' ? submittedAtSubmit : null;
  return { step: { questionId }, toast: { title: notAllSaved.title, description: known ?? refusedAtSubmit(why) } };
}

const RETRY_MS = 30_000;

/**
 * Hands in a story that could not be handed in before: at once, every half minute, and when the connection is back.
 * @param pending what was pressed; the same object for the same
 */
export function useSubmissionRetry(
  pending: PressedSubmission | null,
  onSettled: (outcome: SubmitOutcome) => void,
): void {
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
