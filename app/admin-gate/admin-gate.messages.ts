import { STAFF_SESSION_ABSOLUTE_MS, STAFF_SESSION_IDLE_MS } from '../../api/contract/limits.js';
import { STAFF_LOCK_WARNING_MS } from '../../api/contract/screen-numbers.js';

const idleMinutes = STAFF_SESSION_IDLE_MS / 60_000;
const warningMinutes = STAFF_LOCK_WARNING_MS / 60_000;
const absoluteHours = STAFF_SESSION_ABSOLUTE_MS / 3_600_000;

/** Texts that the gates of all staff pages share. */
export const GATE_MESSAGES = {
  checking: 'Checking whether you are signed in…',
  purpose: `For the production team. You stay signed in for ${idleMinutes} minutes after your last action.`,
  ended: 'Your session has ended. Sign in again to go on; what you have typed is still here.',
  ending: `You will be signed out in about ${warningMinutes} minutes, as nobody has used this page for a while. What you have typed stays.`,
  endsAnyway: `A session lasts ${absoluteHours} hours at most. You will be asked to sign in again; what you have typed stays.`,
  stay: 'Stay signed in',
  name: 'Your name',
  nameHint: 'So that the team sees who did what. You may leave it empty; this browser remembers it.',
  signedInAs: (name: string) => `Signed in as ${name}`,
  password: 'Password',
  show: 'Show password',
  hide: 'Hide password',
  signIn: 'Sign in',
  signingIn: 'Checking…',
  navigation: 'Staff pages',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  signOutFailed: 'Sign Out Failed',
  signOutFailedHint: 'You are still signed in. Please try again.',
  unreachable: 'The server cannot be reached right now. Nothing is lost; please try again in a moment.',
  tryAgain: 'Try again',
};
