import { writtenDuration } from '../../api/contract/common/grammar.js';
import { SIGN_IN_LINK_MAX_AGE_MS } from '../../api/contract/common/limits.js';

/** Texts about a mailed link. */
export const SIGN_IN_MESSAGES = {
  title: 'Continue your story',
  checking: 'Looking at your link...',
  belongsTo: 'This link is for',
  hint: 'Press the button to go on in this browser. If this is not you, just close this window: nothing happens.',
  submit: 'Sign in and continue',
  pending: 'Signing in...',
  /** Where somebody else is signed in. */
  switchHint: (email: string) =>
    `In this browser ${email} is signed in. Press the button to go on as the person of the link instead, or close this window: then nothing happens.`,
  expired: `This link does not work any more. Each link works once, within ${writtenDuration(SIGN_IN_LINK_MAX_AGE_MS)}. Nothing you saved is lost.`,
  askAgain: 'Ask for a new link',
  goOn: (email: string) => `In this browser ${email} is signed in, and can go on.`,
  stay: 'Go on',
  unreachable: 'We could not check your link just now. It has not been used up.',
  tryAgain: 'Try Again',
  /** Its person was signed in here already. */
  proven: { title: 'Your e-mail is confirmed', description: 'You can go on right where you are.' },
};
