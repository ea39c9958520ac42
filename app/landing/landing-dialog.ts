import { signInTokenOf } from '../sign-in/sign-in-fragment.js';

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
  const token = signInTokenOf(fragment);
  return token === null ? null : { name: 'sign-in', token };
}
