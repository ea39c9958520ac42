import { INTERVIEW_STEPS, QUESTION_COUNT_IN_WORDS, stepFieldsCompletedByAnswer, stepOfNumber } from './steps.js';

describe('interview steps', () => {
  it('are eight, numbered 0 to 7, with the labels of the redirects', () => {
    expect(INTERVIEW_STEPS.map((step) => [step.number, step.label])).toEqual([
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
    for (const { field, wireField } of INTERVIEW_STEPS) {
      expect(wireField).toBe(field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    }
  });

  it('are headed on /admin by their numbers', () => {
    for (const { number, column } of INTERVIEW_STEPS) expect(column).toMatch(new RegExp(`^Q${number} `));
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
