import { SIGN_IN_FRAGMENT } from '../../api/contract/resume.js';

/** The dialog of the landing page that is open. */
export type LandingDialog =
  | { name: 'start' }
  /** `email` when it is known already. */
  | { name: 'resume'; email?: string }
  | { name: 'questions' }
  | { name: 'sign-in'; token: string };

/** The dialog that a URL fragment (with its `#`) asks for. */
export function dialogOfFragment(fragment: string): LandingDialog | null {
  if (fragment === '#get-started') return { name: 'start' };
  if (fragment === '#resume') return { name: 'resume' };
  if (fragment === '#questions') return { name: 'questions' };
  if (fragment.startsWith(SIGN_IN_FRAGMENT)) return { name: 'sign-in', token: fragment.slice(SIGN_IN_FRAGMENT.length) };
  return null;
}
