import { SIGN_IN_FRAGMENT } from '../../api/contract/resume.js';

/** The token of a mailed link, from the fragment (with its `#`) of the address to which it leads. */
export function signInTokenOf(fragment: string): string | null {
  return fragment.startsWith(SIGN_IN_FRAGMENT) ? fragment.slice(SIGN_IN_FRAGMENT.length) : null;
}
