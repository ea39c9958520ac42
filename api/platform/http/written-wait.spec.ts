import { writtenWait } from './written-wait.js';

describe('a written wait', () => {
  it.each([
    [0, '1 second'],
    [40, '40 seconds'],
    [59.2, '60 seconds'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [900, '15 minutes'],
    [3600, '1 hour'],
    [3601, '2 hours'],
  ])('says %d s as "%s"', (seconds, words) => expect(writtenWait(seconds)).toBe(words));
});
