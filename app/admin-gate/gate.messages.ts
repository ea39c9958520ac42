import { STAFF_SESSION_ABSOLUTE_MS, STAFF_SESSION_IDLE_MS } from '../../api/contract/common/limits.js';
import { STAFF_LOCK_WARNING_MS } from '../../api/contract/common/screen-numbers.js';
import { WRONG_PASSWORD } from '../../api/contract/common/wordings.js';
import type { ToastOptions } from '../shared/ui/toast-store.js';
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
  email: 'Your e-mail',
  mailLink: 'Mail me a sign-in link',
  mailing: 'Sending…',
  opensByItself: 'Once it is used in this browser, this page opens by itself.',
  byPasskey: 'Sign in with a passkey',
  usingPasskey: 'Waiting for your passkey…',
  passkeyGivenUp: 'No passkey was used. You can try again, or have a link mailed to you.',
  passkeyFailed: 'This browser could not use a passkey here. Please have a link mailed to you.',
  navigation: 'Staff pages',
  signOut: 'Sign out',
  signingOut: 'Signing out…',
  publishedLater: 'Saved. The public pages follow later.',
  signOutFailed: 'Sign Out Failed',
  signOutFailedHint: 'You are still signed in. Please try again.',
  unreachable: 'The server cannot be reached right now. Nothing is lost; please try again in a moment.',
  tryAgain: 'Try again',
};

/** Behind what is written of a change that is made, while the server still tries to publish it. */
export const BEHIND = 'The public pages could not be brought up to date yet. The server keeps trying.';

export function withBehind(written: string, isBehind: boolean): string {
  return isBehind ? `${written} ${BEHIND}` : written;
}

/** What one staff page says and offers at its gate. */
export interface GateTexts {
  /** Above the password field. */
  title: string;
  /** The page's own name, once it is open. */
  heading: string;
  wrongPassword: Pick<ToastOptions, 'title' | 'description'>;
  granted: Pick<ToastOptions, 'title' | 'description'>;
  /** Offers to show and hide the password while it is typed. */
  canShowPassword: boolean;
}

/** One row per staff page: the gate is the same, its words are the page's own. */
export const GATE_TEXTS = {
  admin: {
    title: 'Admin Access',
    heading: 'Admin Dashboard',
    wrongPassword: { title: 'Access denied', description: WRONG_PASSWORD },
    granted: { title: 'Access granted' },
    canShowPassword: false,
  },
  admin2: {
    title: 'Admin Dashboard 2',
    heading: 'Redirect Management Dashboard',
    wrongPassword: { title: 'Incorrect password' },
    granted: { title: 'Access granted' },
    canShowPassword: true,
  },
  admin3: {
    title: 'Admin3 Panel',
    heading: 'Showcase Videos',
    wrongPassword: { title: 'Access Denied', description: 'Incorrect password' },
    granted: { title: 'Access Granted', description: 'Welcome to Admin3 Panel' },
    canShowPassword: false,
  },
  admin4: {
    title: 'Admin4 Panel',
    heading: 'Story Data Export',
    wrongPassword: { title: 'Access Denied', description: 'Incorrect password' },
    granted: { title: 'Access Granted', description: 'Welcome to Admin4 Panel - Story Data Export' },
    canShowPassword: false,
  },
} satisfies Record<string, GateTexts>;

export type StaffPage = keyof typeof GATE_TEXTS;

interface StaffPageLink {
  page: StaffPage;
  path: string;
  name: string;
}

/** The staff pages in the order of their navigation. */
export const DENSITY_MESSAGES = { label: 'Density of the lists', comfortable: 'Comfortable', compact: 'Compact' };

export const STAFF_PAGES: readonly StaffPageLink[] = [
  { page: 'admin', path: '/admin', name: 'People' },
  { page: 'admin2', path: '/admin2', name: 'Redirects' },
  { page: 'admin3', path: '/admin3', name: 'Videos' },
  { page: 'admin4', path: '/admin4', name: 'Export' },
];
