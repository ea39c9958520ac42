import { chosenForms, formsOf, gapsBefore, secondsOfForm } from './short-forms.js';

const cue = (start: number, form?: 2 | 10) => ({ start, end: start + 1.5, text: 'a', ...(form && { form }) });

describe('the short forms of a story', () => {
  it('hold each other: what is in 2 minutes is in 10', () => {
    expect([formsOf(cue(0)), formsOf(cue(0, 10)), formsOf(cue(0, 2))]).toEqual([[], [10], [2, 10]]);
  });

  it('are those that somebody chose lines for', () => {
    expect(chosenForms([null, [cue(0)]])).toEqual([]);
    expect(chosenForms([[cue(0), cue(2, 2)], null])).toEqual([2]);
    expect(chosenForms([[cue(0, 10)], [cue(2, 2)]])).toEqual([2, 10]);
  });

  it('leave something out from the first line after one that they have', () => {
    const cues = [cue(0), cue(2), cue(4, 2), cue(6, 10), cue(8)];
    expect(cues.map((_, index) => gapsBefore(cues, index))).toEqual([[2, 10], [], [], [2], [10]]);
    expect(gapsBefore(cues, 9)).toEqual([]);
  });

  it('last as long as their lines', () => {
    const cues = [cue(0), cue(2, 2), cue(4, 10)];
    expect([secondsOfForm(cues, 2), secondsOfForm(cues, 10)]).toEqual([1.5, 3]);
  });
});
