import { hasPlayedOut, stretchAfter, stretchAt, stretchesOf } from './stretches.js';

const line = (start: number, isIn: boolean) => ({ start, end: start + 2, isIn });
const STRETCHES = [
  { start: 2, end: 6 },
  { start: 10, end: 12 },
];

describe('the stretches of a short form', () => {
  it('are its lines, those that follow one another as one', () => {
    const lines = [line(0, false), line(2, true), line(4, true), line(6, false), line(10, true)];
    expect(stretchesOf(lines)).toEqual(STRETCHES);
    expect(stretchesOf([])).toEqual([]);
  });

  it('end with the last of lines that overlap', () => {
    expect(stretchesOf([{ start: 0, end: 9, isIn: true }, line(1, true)])).toEqual([{ start: 0, end: 9 }]);
  });

  it('have a moment from their beginning on, not at their end', () => {
    expect([1.9, 2, 5.9, 6, 11].map((seconds) => stretchAt(STRETCHES, seconds)?.start)).toEqual([
      undefined,
      2,
      2,
      undefined,
      10,
    ]);
  });

  it('lead to the next one when they have played, not when somebody goes elsewhere', () => {
    expect([5, 6, 6.3, 9, 1].map((seconds) => hasPlayedOut(STRETCHES[0]!, seconds))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ]);
    expect([stretchAfter(STRETCHES, STRETCHES[0]!), stretchAfter(STRETCHES, STRETCHES[1]!)]).toEqual([
      STRETCHES[1],
      undefined,
    ]);
  });
});
