import { plural } from '../../../api/contract/common/grammar.js';

export const PRODUCERS_MESSAGES = {
  heading: 'Producers',
  empty: 'Nobody has an account',
  emptyHint: 'Whoever may sign in is listed here.',
  count: (count: number) => plural(count, { one: 'only you', other: `${count} may sign in` }),
  loading: 'Loading producers…',
  loadFailed: 'The producers could not be loaded.',
  list: 'Who may sign in',
  you: 'You',
  signedIn: (date: string) => `Signed in ${date}`,
  neverSignedIn: 'Has not signed in yet',
  addedOn: (date: string) => `added ${date}`,
  failedHint: 'Please try again.',

  add: 'Add a producer',
  addHint: 'They may see and do everything that you may, and get a mail that says so.',
  name: 'Name',
  nameHint: 'The team sees under it who did what.',
  nameMissing: 'Please enter a name.',
  email: 'E-mail',
  adding: 'Adding…',
  added: (name: string) => `${name} may sign in now, and gets a mail about it.`,
  addFailed: 'Failed to add the producer',

  remove: 'Remove',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeHint: (name: string, email: string) =>
    `${name} (${email}) is signed out at once, everywhere, and cannot sign in any more. What they did stays on record.`,
  removing: 'Removing…',
  removed: (name: string) => `${name} cannot sign in any more.`,
  removeFailed: 'Failed to remove the producer',
};

export const PASSKEYS_MESSAGES = {
  heading: 'Your passkeys',
  empty: 'You have no passkey yet',
  emptyHint:
    'With a passkey you sign in by one press: your device asks for your finger, your face or its own code, and no mail is needed.',
  unsupported: 'This browser knows no passkeys. You sign in by a mailed link here.',
  loading: 'Loading your passkeys…',
  loadFailed: 'Your passkeys could not be loaded.',
  addedOn: (date: string) => `Added ${date}`,
  lastUsed: (date: string) => `last used ${date}`,
  neverUsed: 'not used yet',

  add: 'Add a passkey',
  adding: 'Waiting for your device…',
  added: (label: string) => `You can sign in with ${label} from now on.`,
  givenUp: 'No passkey was made. You can try again.',
  failed: 'This browser could not make a passkey.',
  alreadyThere: 'There is a passkey of yours on this device already.',

  remove: 'Remove',
  removeTitle: (label: string) => `Remove the passkey ${label}?`,
  removeHint:
    'It opens nothing any more, and you are signed out everywhere but here. You can still have a link mailed to you, and add a passkey again.',
  removing: 'Removing…',
  removed: (label: string) => `The passkey ${label} opens nothing any more.`,
  removeFailed: 'Failed to remove the passkey',
  failedHint: 'Please try again.',
};
