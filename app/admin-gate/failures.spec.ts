import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { toUploadError } from '../shared/http/upload-error.js';
import { failureText, tellFailure, toRefusal } from './failures.js';
import { GATE_MESSAGES } from './gate.messages.js';
const refused = (body: string) => new HttpError(415, 'Unsupported Media Type', body);
const saying = (message: string) => refused(JSON.stringify({ message, code: 'x' }));

describe('failureText', () => {
  it("is the server's sentence", () => {
    expect(failureText(saying('This file is not a video'), 'Generic')).toBe('This file is not a video');
    expect(failureText(toUploadError(saying('This file is not a video'), 'Failed to process upload'), 'Generic')).toBe(
      'This file is not a video',
    );
  });

  it('is the failed stage of an upload when the server said nothing', () => {
    expect(failureText(toUploadError(refused(''), 'Failed to upload chunk 2/3'), 'Generic')).toBe(
      'Failed to upload chunk 2/3',
    );
    expect(failureText(toUploadError(new NetworkFailure('timeout'), 'Failed to process upload'), 'Generic')).toBe(
      'Upload timeout - file may be too large or connection too slow',
    );
  });

  it('is the generic text otherwise', () => {
    expect(failureText(refused('<html>'), 'Generic')).toBe('Generic');
    expect(failureText(new NetworkFailure('network'), 'Generic')).toBe('Generic');
  });
});

describe('tellFailure', () => {
  it('says of a change that is made that the public pages follow later', () => {
    const message = 'Your change is saved. We keep trying.';
    const later = new HttpError(503, '', JSON.stringify({ code: 'publishing_failed', message }));
    expect(tellFailure(later, 'Delete Failed', 'Please try again.')).toBe(message);
    expect(tellFailure(new HttpError(503, '', ''), 'Delete Failed', 'Please try again.')).toBe(
      'Delete Failed: Please try again.',
    );
  });
});

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
