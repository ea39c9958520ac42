import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import { toRefusal } from './refusal.js';

const texts = {
  title: 'Admin Access',
  heading: 'Admin Dashboard',
  wrongPassword: { title: 'Access denied', description: 'Invalid password' },
  granted: { title: 'Access granted' },
  canShowPassword: false,
};
const refusedWith = (status: number, message?: string) =>
  toRefusal(new HttpError(status, 'Refused', message ? JSON.stringify({ message, code: 'x' }) : ''), texts);

describe('toRefusal', () => {
  it("writes the page's own words for a wrong password", () =>
    expect(refusedWith(401, 'Unauthorized')).toEqual({ isRefused: true, written: 'Invalid password' }));

  it('writes the wait after too many tries', () => {
    const wait = 'Too many wrong passwords. Please try again in 12 minutes.';
    expect(refusedWith(429, wait)).toEqual({ isRefused: true, written: wait });
  });

  it('takes any other refusal for a wrong password', () =>
    expect(refusedWith(400)).toEqual({ isRefused: true, written: 'Invalid password' }));

  it('writes the only words of a page that has no description', () => {
    const terse = { ...texts, wrongPassword: { title: 'Incorrect password' } };
    expect(toRefusal(new HttpError(401, '', ''), terse).written).toBe('Incorrect password');
  });

  it('does not blame the password when the server could not check it', () => {
    expect(refusedWith(503, 'Starting up')).toEqual({ isRefused: false, written: 'Starting up' });
    expect(toRefusal(new NetworkFailure('network'), texts)).toEqual({
      isRefused: false,
      written: GATE_MESSAGES.unreachable,
    });
  });
});
