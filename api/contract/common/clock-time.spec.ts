import { clockTime } from './clock-time.js';

describe('clock time', () => {
  it.each([
    [0, '0:00'],
    [9.99, '0:09'],
    [72, '1:12'],
    [600, '10:00'],
    [3_600, '1:00:00'],
    [3_723, '1:02:03'],
    [-1, '0:00'],
  ])('of %d seconds is %s', (seconds, time) => expect(clockTime(seconds)).toBe(time));
});
