import { counted, writtenDuration } from '../../api/contract/common/grammar.js';
import { addedBy, type HelpedKind } from '../../api/contract/people/helpers.js';
import { HELPER_LINK_MAX_AGE_MS } from '../../api/contract/common/limits.js';
import { TRY_AGAIN } from '../shared/http/http-error.js';

/** Who helps, and what they added. */
export const HELPERS_MESSAGES = {
  heading: 'Somebody who helps',
  text: 'Make a link for somebody you trust. They can add photos, a voice file, a video or words for you. They see only what they add, and cannot hand your story in.',
  handedIn:
    'Your story is handed in: nothing can be added to it now. Reopen it first, then a helper can add something.',
  make: 'Make a link',
  name: 'Who is it for? (optional)',
  nameHint: 'You and our producers see this name beside what comes by the link.',
  making: 'One moment...',
  made: `Send this link to whoever helps you. It is shown only now, and works for ${writtenDuration(HELPER_LINK_MAX_AGE_MS)}.`,
  linkLabel: 'Link for your helper',
  copy: 'Copy the link',
  copied: 'Copied.',
  link: (name: string, date: string) =>
    name ? `${name}’s link, works until ${date}` : `Link that works until ${date}`,
  opened: (date: string, added: number) =>
    `opened on ${date}, ${counted(added, { one: 'thing', other: 'things' })} added`,
  notOpened: 'not opened yet',
  end: 'End it',
  ending: 'Ending...',
  endNamed: (date: string) => ` the link that works until ${date}`,
  added: addedBy(),
  kinds: { photo: 'Photo', recording: 'Recording', words: 'Words' } satisfies Record<HelpedKind, string>,
  see: 'See',
  readAll: 'Read all of it',
  readLess: 'Close',
  seeNamed: (name: string) => ` ${name}`,
  remove: 'Remove',
  removing: 'Removing...',
  removeNamed: (name: string) => ` ${name}`,
  confirmRemove: (name: string) => `Remove “${name}”?`,
  keep: 'Keep it',
  loadFailed: 'Your links could not be loaded. Nothing of them is lost.',
  failed: TRY_AGAIN,
};
