import { numberInWords } from '../common/grammar.js';

/**
 * The one table of the interview: question lists, redirects, checks, columns and the numbers in texts all follow from it.
 * A step is completed on its own screen, the first one by registering. Its number is its row, and stands in redirects and
 * external forms: a new question is a new last row, also one that is asked between others.
 */
const ROWS = [
  { field: 'identityConfirmedAt', column: 'Identity', screen: null, question: null },
  { field: 'introductionCompletedAt', column: 'Intro', screen: 'Introduction', question: null },
  { field: 'lifeBeforeCompletedAt', column: 'Before', screen: 'Life Before ME/CFS', question: 1 },
  { field: 'triggerEventCompletedAt', column: 'Trigger', screen: 'Trigger Event', question: 2 },
  { field: 'lifeTodayCompletedAt', column: 'Today', screen: 'Life Today', question: 3 },
  { field: 'copingStrategiesCompletedAt', column: 'Coping', screen: 'Coping Strategies', question: 4 },
  { field: 'dreamsGoalsCompletedAt', column: 'Dreams', screen: 'Dreams & Goals', question: 5 },
  { field: 'wishPeopleUnderstoodCompletedAt', column: 'Wish', screen: 'Wish People Understood', question: 6 },
] as const;
const LAST_SCREEN = 'Media Upload';

export type StepField = (typeof ROWS)[number]['field'];

/** When each step was completed; null while it is open. */
export type StepTimes<Time> = Record<StepField, Time | null>;

export interface TrackedStep {
  /** Question number on the wire, counted from 0. */
  number: number;
  /** Timestamp of the participant that completing this step sets. */
  field: StepField;
  /** The same timestamp in the snake-case spelling of `POST /api/save-progress`, and its column in the database. */
  wireField: string;
  /** Column heading on /admin. */
  column: string;
  /** The screen that comes after this step; also its name in the redirects. */
  label: string;
  /** Question whose saved answer completes this step, or null for the steps before the first question. */
  completedByQuestion: number | null;
}

/** The tracked steps, each at the place of its number. */
export const TRACKED_STEPS: readonly TrackedStep[] = ROWS.map(({ field, column, question }, number) => ({
  number,
  field,
  wireField: field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  column: `Q${number} ${column}`,
  label: ROWS[number + 1]?.screen ?? LAST_SCREEN,
  completedByQuestion: question,
}));
export const LAST_STEP = TRACKED_STEPS.length - 1;

/** The ids of the questions, in the order of their steps; they are asked in that of `sequence`. */
export const QUESTION_IDS = TRACKED_STEPS.flatMap(({ completedByQuestion: id }) => id ?? []);

/** How many questions there are, as a sentence says it: "six". */
export const QUESTION_COUNT_IN_WORDS = numberInWords(QUESTION_IDS.length);

/** The step of that number as an address writes it, in digits; undefined for what is none. */
export function stepOfNumber(digits: string): TrackedStep | undefined {
  return /^(0|[1-9]\d?)$/.test(digits) ? TRACKED_STEPS[Number(digits)] : undefined;
}

/** A value for each step: `timeOf` of its field. */
export function stepTimes<Time>(timeOf: (field: StepField) => Time | null): StepTimes<Time> {
  return Object.fromEntries(TRACKED_STEPS.map(({ field }) => [field, timeOf(field)])) as StepTimes<Time>;
}

/**
 * The timestamps that a saved answer to `questionId` sets: its own step and the introduction,
 * which the first answer completes whichever question it belongs to.
 */
export function stepFieldsCompletedByAnswer(questionId: number): StepField[] {
  const own = TRACKED_STEPS.filter((step) => step.completedByQuestion === questionId).map((step) => step.field);
  return ['introductionCompletedAt', ...own];
}
