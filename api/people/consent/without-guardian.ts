/**
 * SQL: of a `showcase_video v`, whether it may be made of a beginning that nobody has claimed, or that was not its person's,
 * to which a guardian has not said yes.
 */
export const IS_WITHOUT_GUARDIAN = `EXISTS (
  SELECT FROM guardian_set_apart g WHERE g.participant_id = v.participant_id AND g.state <> 'given'
    AND (g.discarded_at IS NULL OR v.created_at <= g.discarded_at))`;
