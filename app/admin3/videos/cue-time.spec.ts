import { cueTime } from './cue-time.js';

describe('cueTime', () => {
  it.each([
    [0, '0:00.0'],
    [1.25, '0:01.2'],
    [59.999, '0:59.9'],
    [60, '1:00.0'],
    [3661.5, '1:01:01.5'],
  ])('writes %d seconds as %s', (seconds, text) => expect(cueTime(seconds)).toBe(text));

  describe('refuses', () => {
    it('to round a time up into the next second', () => expect(cueTime(0.9996)).toBe('0:01.0'));
  });
});
