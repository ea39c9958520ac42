import { plural } from '../../../api/contract/common/grammar.js';

/** Texts about chosen files that this browser has kept, or has not. */
export const CHOSEN_FILES_MESSAGES = {
  back: 'What you chose before is still here. It is not sent yet.',
  elsewhere: 'Some of what you chose is open in another tab.',
  unkept: (names: readonly string[]) => {
    const which = plural(names.length, { one: `“${names[0]}”`, other: `${names.length} files` });
    return `This browser does not keep ${which}: please send ${plural(names.length, { one: 'it', other: 'them' })} before you leave.`;
  },
};
