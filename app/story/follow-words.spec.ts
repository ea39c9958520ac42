import { assert, float, property } from 'fast-check';
import { cueAt } from './follow-words.js';

const CUES = [
  { start: 1, end: 2 },
  { start: 2, end: 4.5 },
  { start: 6, end: 8 },
];

describe('the cue that is said', () => {
  it.each([
    [0, -1],
    [1, 0],
    [2, 1],
    [4.4, 1],
    [5, -1],
    [7.9, 2],
    [8, -1],
  ])('at %d seconds is number %d', (seconds, index) => expect(cueAt(CUES, seconds)).toBe(index));

  it('is none without cues', () => expect(cueAt([], 3)).toBe(-1));

  it('is the one that a plain search finds', () =>
    assert(
      property(float({ min: 0, max: 10, noNaN: true }), (seconds) => {
        expect(cueAt(CUES, seconds)).toBe(CUES.findIndex(({ start, end }) => start <= seconds && seconds < end));
      }),
    ));
});
