/** The eight tracked steps of the interview: the one table behind the API, /resume, /admin and save-progress. */
export interface InterviewStep {
  /** Question number on the wire, 0 to 7. */
  number: number;
  /** Timestamp of the participant that completing this step sets. */
  field: StepField;
  /** The same timestamp in the snake-case spelling of `POST /api/save-progress`. */
  wireField: string;
  /** Column heading on /admin. */
  column: string;
  /** The screen that comes after this step; also its name in the redirects. */
  label: string;
  /** Question whose saved answer completes this step, or null for the steps before the first question. */
  completedByQuestion: number | null;
}

export type StepField =
  | 'identityConfirmedAt'
  | 'introductionCompletedAt'
  | 'lifeBeforeCompletedAt'
  | 'triggerEventCompletedAt'
  | 'lifeTodayCompletedAt'
  | 'copingStrategiesCompletedAt'
  | 'dreamsGoalsCompletedAt'
  | 'wishPeopleUnderstoodCompletedAt';

type StepRow = readonly [
  StepField,
  wireField: string,
  column: string,
  label: string,
  completedByQuestion: number | null,
];

const rows: readonly StepRow[] = [
  ['identityConfirmedAt', 'identity_confirmed_at', 'Q0 Identity', 'Introduction', null],
  ['introductionCompletedAt', 'introduction_completed_at', 'Q1 Intro', 'Life Before ME/CFS', null],
  ['lifeBeforeCompletedAt', 'life_before_completed_at', 'Q2 Before', 'Trigger Event', 1],
  ['triggerEventCompletedAt', 'trigger_event_completed_at', 'Q3 Trigger', 'Life Today', 2],
  ['lifeTodayCompletedAt', 'life_today_completed_at', 'Q4 Today', 'Coping Strategies', 3],
  ['copingStrategiesCompletedAt', 'coping_strategies_completed_at', 'Q5 Coping', 'Dreams & Goals', 4],
  ['dreamsGoalsCompletedAt', 'dreams_goals_completed_at', 'Q6 Dreams', 'Wish People Understood', 5],
  ['wishPeopleUnderstoodCompletedAt', 'wish_people_understood_completed_at', 'Q7 Wish', 'Media Upload', 6],
];

export const INTERVIEW_STEPS: readonly InterviewStep[] = rows.map(
  ([field, wireField, column, label, completedByQuestion], number) => ({
    number,
    field,
    wireField,
    column,
    label,
    completedByQuestion,
  }),
);

/**
 * The timestamps that a saved answer to `questionId` sets: its own step and the introduction,
 * which the first answer completes whichever question it belongs to.
 */
export function stepFieldsCompletedByAnswer(questionId: number): StepField[] {
  const own = INTERVIEW_STEPS.filter((step) => step.completedByQuestion === questionId).map((step) => step.field);
  return ['introductionCompletedAt', ...own];
}
