/** Texts of the quiet way through the interview, and of what can be set. */
export const QUIET_MESSAGES = {
  menu: 'Settings',
  quiet: 'Quiet way: one question, little light',
  hand: 'Large controls for',
  hands: { both: 'both hands', left: 'the left hand', right: 'the right hand' },
  handsFree: 'Hands-free: speaking starts, 20 seconds of silence pause',
  listening: 'Hands-free: it starts when you speak.',
  waiting: 'Paused after 20 seconds of silence. It goes on when you speak.',
};
