import { waitForSignInMail } from './sign-in-mail-limit.js';

const minute = 60_000;
const day = 24 * 60 * minute;
const now = new Date('2026-03-02T12:00:00Z');
const ago = (...ms: number[]) => ms.map((time) => new Date(now.getTime() - time));

describe('the wait for a sign-in mail', () => {
  it.each([
    ['is none for the first', ago(), 0],
    ['is none for the second, which follows at once', ago(0), 0],
    ['is ten minutes for the third', ago(0, 0), 10 * minute],
    ['counts from the last one', ago(60 * minute, 4 * minute), 6 * minute],
    ['is over after ten minutes', ago(20 * minute, 10 * minute), 0],
    ['is none for the fifth in its time', ago(90 * minute, 60 * minute, 30 * minute, 11 * minute), 0],
    [
      'lasts for the sixth until the first is a day old',
      ago(23 * 60 * minute, 50 * minute, 40 * minute, 30 * minute, 20 * minute),
      60 * minute,
    ],
    ['is at least ten minutes then, too', ago(day - 1, 50 * minute, 40 * minute, 30 * minute, minute), 9 * minute],
  ])('%s', (_what, sentAt, wait) => expect(waitForSignInMail(sentAt, now)).toBe(wait));
});
