import { useEffect, useRef, useState } from 'react';
import { LANDING_DIALOGS } from '../../api/contract/pages.js';
import { questionOfFragment, RESUME_MY_STORY_FRAGMENT, type ResumeRequest } from '../../api/contract/people/resume.js';
import { noteWantedQuestion } from '../interview/wanted-question.js';
import { useFragment } from '../shared/ui/use-fragment.js';
import { signInTokenOf } from '../sign-in/sign-in-link.js';

/** The dialog of the landing page that is open. */
export type LandingDialog =
  | { name: 'start' }
  /** `email` when it is known already. */
  | { name: 'resume'; email?: string; aim?: ResumeRequest['aim'] }
  | { name: 'questions' }
  | { name: 'sign-in'; token: string };

/** The dialog that a URL fragment (with its `#`) asks for. */
export function dialogOfFragment(fragment: string): LandingDialog | null {
  if (fragment === LANDING_DIALOGS.start) return { name: 'start' };
  if (fragment === LANDING_DIALOGS.resume || questionOfFragment(fragment) !== null) return { name: 'resume' };
  if (fragment === RESUME_MY_STORY_FRAGMENT) return { name: 'resume', aim: 'my-story' };
  if (fragment === LANDING_DIALOGS.questions) return { name: 'questions' };
  const token = signInTokenOf(fragment);
  return token === null ? null : { name: 'sign-in', token };
}

type SetDialog = (dialog: LandingDialog | null) => void;

/** Marks the place in the history that a link of this page has made for a dialog. */
const OF_DIALOG = 'isOfDialog';

/** The dialog that is open. One opens when the address carries its fragment, at load or by a link. */
export function useLandingDialog(): [dialog: LandingDialog | null, setDialog: SetDialog] {
  const [dialog, setDialog] = useState<LandingDialog | null>(null);
  const isLoaded = useRef(false);
  useFragment((fragment) => {
    const asked = dialogOfFragment(fragment);
    if (asked && isLoaded.current) history.replaceState({ [OF_DIALOG]: true }, '');
    isLoaded.current = true;
    const questionId = questionOfFragment(fragment);
    if (questionId !== null) noteWantedQuestion(questionId);
    if (asked) setDialog(asked);
    return asked !== null;
  });
  useEffect(() => {
    // Back leads before the link that opened one, and closes it as on every phone.
    const close = () => location.hash === '' && setDialog(null);
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, []);
  const set: SetDialog = (next) => {
    setDialog(next);
    const { state } = history as { state: Record<string, unknown> | null };
    // Or Back would lead nowhere once.
    if (next === null && state?.[OF_DIALOG] === true) history.back();
  };
  return [dialog, set];
}
