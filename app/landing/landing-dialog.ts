import { useEffect, useState } from 'react';
import { LANDING_DIALOGS } from '../../api/contract/pages.js';
import { questionOfFragment, RESUME_MY_STORY_FRAGMENT, type ResumeRequest } from '../../api/contract/resume.js';
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

/** The dialog that is open. One opens when the address carries its fragment, at load or by a link. */
export function useLandingDialog(): [dialog: LandingDialog | null, setDialog: SetDialog] {
  const [dialog, setDialog] = useState<LandingDialog | null>(null);
  useFragment((fragment) => {
    const asked = dialogOfFragment(fragment);
    const questionId = questionOfFragment(fragment);
    if (questionId !== null) noteWantedQuestion(questionId);
    if (asked) setDialog(asked);
    return asked !== null;
  });
  useEffect(() => {
    // A link that opened one left its place in the history: Back leads before it, and closes as on every phone.
    const close = () => location.hash === '' && setDialog(null);
    addEventListener('popstate', close);
    return () => removeEventListener('popstate', close);
  }, []);
  return [dialog, setDialog];
}
