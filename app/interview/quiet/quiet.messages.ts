import { writtenDuration } from '../../../api/contract/common/grammar.js';
import { HANDS_FREE_SILENCE_MS } from '../../../api/contract/common/screen-numbers.js';

const SILENCE = writtenDuration(HANDS_FREE_SILENCE_MS);

/** Texts of the quiet way through the interview, and of what can be set. */
export const QUIET_MESSAGES = {
  menu: 'Settings',
  quiet: 'Quiet way: one question, little light',
  hand: 'Large controls for',
  hands: { both: 'both hands', left: 'the left hand', right: 'the right hand' },
  handsFree: `Hands-free: speaking starts, ${SILENCE} of silence pause`,
  listening: 'Hands-free: it starts when you speak.',
  waiting: `Paused after ${SILENCE} of silence. It goes on when you speak.`,
};
