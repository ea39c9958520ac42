import type { StoryNotShown } from '../../contract/people/participants.js';
import type { StoryChoice } from '../participants/story-choices.service.js';

/** Why nothing of a story is public, whatever is approved. */
export interface WhyNotShown extends Pick<StoryChoice, 'hiddenAt' | 'withdrawnAt'> {
  /** Their parent or guardian has said no, for good, or that of whoever began what nobody has claimed yet. */
  isGuardianRefused: boolean;
}

/** Columns of a WhyNotShown, of a `story_choice n`. */
export const WHY_NOT_SHOWN = `n.hidden_at AS "hiddenAt", n.withdrawn_at AS "withdrawnAt", EXISTS (
  SELECT FROM recording_consent g WHERE g.participant_id = n.participant_id AND g.state = 'guardian_refused'
) OR EXISTS (
  SELECT FROM guardian_set_apart g
  WHERE g.participant_id = n.participant_id AND g.state = 'guardian_refused' AND g.discarded_at IS NULL
) AS "isGuardianRefused"`;

/** A withdrawal is the last word. */
export function notShownOf({ hiddenAt, withdrawnAt, isGuardianRefused }: WhyNotShown): StoryNotShown | null {
  if (withdrawnAt !== null) return { as: 'withdrawn', at: withdrawnAt.toISOString() };
  return hiddenAt && { as: isGuardianRefused ? 'guardian_refused' : 'hidden', at: hiddenAt.toISOString() };
}
