import {
  TRACKED_STEPS,
  LAST_STEP,
  QUESTION_COUNT_IN_WORDS,
  QUESTION_IDS,
  stepFieldsCompletedByAnswer,
  stepOfNumber,
  stepTimes,
} from './steps.js';

describe('interview steps', () => {
  it('are eight, numbered 0 to 7, with the labels of the redirects', () => {
    expect(TRACKED_STEPS.map((step) => [step.number, step.label])).toEqual([
      [0, 'Introduction'],
      [1, 'Life Before ME/CFS'],
      [2, 'Trigger Event'],
      [3, 'Life Today'],
      [4, 'Coping Strategies'],
      [5, 'Dreams & Goals'],
      [6, 'Wish People Understood'],
      [7, 'Media Upload'],
    ]);
  });

  it('spell each field in snake case on the wire', () => {
    for (const { field, wireField } of TRACKED_STEPS) {
      expect(wireField).toBe(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    }
  });

  it('are kept under these names, with these headings and questions', () => {
    expect(TRACKED_STEPS.map((step) => [step.wireField, step.column, step.completedByQuestion])).toEqual([
      ['identity_confirmed_at', 'Q0 Identity', null],
      ['introduction_completed_at', 'Q1 Intro', null],
      ['life_before_completed_at', 'Q2 Before', 1],
      ['trigger_event_completed_at', 'Q3 Trigger', 2],
      ['life_today_completed_at', 'Q4 Today', 3],
      ['coping_strategies_completed_at', 'Q5 Coping', 4],
      ['dreams_goals_completed_at', 'Q6 Dreams', 5],
      ['wish_people_understood_completed_at', 'Q7 Wish', 6],
    ]);
    expect([LAST_STEP, QUESTION_IDS]).toEqual([7, [1, 2, 3, 4, 5, 6]]);
  });

  it('have a time each, or none', () => {
    const times = stepTimes((field) => (field === 'lifeTodayCompletedAt' ? 'yesterday' : null));
    expect(Object.keys(times)).toEqual(TRACKED_STEPS.map(({ field }) => field));
    expect(Object.entries(times).filter(([, time]) => time !== null)).toEqual([['lifeTodayCompletedAt', 'yesterday']]);
  });

  it('are found by their number in digits', () => {
    expect(stepOfNumber('3')?.field).toBe('triggerEventCompletedAt');
    for (const digits of ['8', '03', '-1', '1.5', '1e0', '٣', '', ' 3']) expect(stepOfNumber(digits)).toBeUndefined();
  });

  it('have six questions', () => expect(QUESTION_COUNT_IN_WORDS).toBe('six'));

  it('are completed by the answers to the questions', () => {
    expect(stepFieldsCompletedByAnswer(1)).toEqual(['introductionCompletedAt', 'lifeBeforeCompletedAt']);
    expect(stepFieldsCompletedByAnswer(6)).toEqual(['introductionCompletedAt', 'wishPeopleUnderstoodCompletedAt']);
  });
});
