import type { StoryNotShown } from '../../contract/participants.js';
import type { StoryChoice } from './story-choices.repository.js';

/** Why nothing of a story is public, whatever is approved. */
export interface WhyNotShown extends Pick<StoryChoice, 'hiddenAt' | 'withdrawnAt'> {
  /** Their parent or guardian has said no, for good. */
  isGuardianRefused: boolean;
}

/** Columns of a WhyNotShown, of a `story_choice n`. */
export const WHY_NOT_SHOWN = `n.hidden_at AS "hiddenAt", n.withdrawn_at AS "withdrawnAt", EXISTS (
  SELECT FROM recording_consent g WHERE g.participant_id = n.participant_id AND g.state = 'guardian_refused'
) AS "isGuardianRefused"`;

/** A withdrawal is the last word. */
export function notShownOf({ hiddenAt, withdrawnAt, isGuardianRefused }: WhyNotShown): StoryNotShown | null {
  if (withdrawnAt !== null) return { as: 'withdrawn', at: withdrawnAt.toISOString() };
  return hiddenAt && { as: isGuardianRefused ? 'guardian_refused' : 'hidden', at: hiddenAt.toISOString() };
}
