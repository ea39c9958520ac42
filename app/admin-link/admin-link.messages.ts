import { STAFF_LINK_MAX_AGE_MS } from '../../api/contract/common/limits.js';

/** Texts of the page that a producer's mailed link opens. */
export const ADMIN_LINK_MESSAGES = {
  title: 'Sign in',
  hint: 'For the production team. The link works once: press the button to go on in this browser.',
  submit: 'Sign in',
  pending: 'Signing in…',
  expired: `This link does not work any more. Each link works once, within ${STAFF_LINK_MAX_AGE_MS / 60_000} minutes.`,
  askAgain: 'Ask for a new link',
  unreachable: 'The server cannot be reached right now. Your link has not been used up; please try again in a moment.',
  tryAgain: 'Try again',
};
