import { formatDuration } from './format-duration.js';

describe('formatDuration', () => {
  it.each([
    [0, '00:00'],
    [9, '00:09'],
    [65.9, '01:05'],
    [600, '10:00'],
    [3600, '60:00'],
  ])('writes %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text));
});
