import { answeredPercent, nextOpenStep, openingStep, stepAfter, stepBefore } from './interview-steps.js';

const questions = [1, 2, 3].map((id) => ({ id, sequence: id, title: `Q${id}`, text: '', starterPhrase: null }));
const answered = (...ids: number[]) => ({ questions, answeredIds: new Set(ids) });

describe('interview steps', () => {
  it('open at the first unanswered question', () => {
    expect(openingStep(answered(), false)).toEqual({ kind: 'question', index: 0 });
    expect(openingStep(answered(1, 3), false)).toEqual({ kind: 'question', index: 1 });
  });

  it('open at the last step when every question is answered', () => {
    expect(openingStep(answered(1, 2, 3), false)).toEqual({ kind: 'finish' });
  });

  it('open at the thanks when the story was submitted', () => {
    expect(openingStep(answered(), true)).toEqual({ kind: 'thanks' });
  });

  it('go on to the next question, answered or not', () => {
    expect(stepAfter(0, answered(1, 2))).toEqual({ kind: 'question', index: 1 });
  });

  it('lead from the last question to what is still open', () => {
    expect(stepAfter(2, answered(1, 2, 3))).toEqual({ kind: 'finish' });
    expect(stepAfter(2, answered(1, 3))).toEqual({ kind: 'question', index: 1 });
  });

  it('lead back from the last step to the last question', () => {
    expect(stepBefore({ kind: 'finish' }, answered())).toEqual({ kind: 'question', index: 2 });
    expect(stepBefore({ kind: 'question', index: 2 }, answered())).toEqual({ kind: 'question', index: 1 });
    expect(stepBefore({ kind: 'question', index: 0 }, answered())).toEqual({ kind: 'question', index: 0 });
  });

  it('count answers in percent', () => {
    expect([answered(), answered(1), answered(1, 2, 3)].map(answeredPercent)).toEqual([0, 33, 100]);
  });

  it('ignore answers to questions that are no longer asked', () => {
    expect(answeredPercent(answered(1, 99))).toBe(33);
    expect(nextOpenStep(answered(99))).toEqual({ kind: 'question', index: 0 });
  });
});
