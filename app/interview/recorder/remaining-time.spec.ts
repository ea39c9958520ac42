import { describeSecondsLeft, secondsLeft } from './remaining-time.js';

const START = { percent: 10, atMs: 1_000 };

describe('how long an upload still takes', () => {
  it.each([
    ['before three seconds', { percent: 40, atMs: 3_999 }],
    ['before five percent', { percent: 14, atMs: 60_000 }],
    ['once everything has been sent', { percent: 80, atMs: 60_000 }],
  ])('is not told %s', (_when, now) => expect(secondsLeft({ first: START, last: now })).toBeNull());

  it('follows from the pace so far, and from what is still to be sent', () => {
    expect(secondsLeft({ first: START, last: { percent: 45, atMs: 8_000 } })).toBe(7);
    expect(secondsLeft({ first: START, last: { percent: 15, atMs: 11_000 } })).toBe(130);
  });

  it.each([
    [0, 'less than 10 seconds left'],
    [9, 'less than 10 seconds left'],
    [10, 'about 10 seconds left'],
    [44, 'about 40 seconds left'],
    [50, 'about 50 seconds left'],
    [51, 'about a minute left'],
    [89, 'about a minute left'],
    [90, 'about 2 minutes left'],
    [3_600, 'about 60 minutes left'],
  ])('is said of %i seconds in words that do not flicker', (seconds, words) =>
    expect(describeSecondsLeft(seconds)).toBe(words),
  );
});
