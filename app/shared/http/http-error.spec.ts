import { HttpError, isSignedOut, isTransient, NetworkFailure, saidBy, SomeoneElseError } from './http-error.js';
import { toUploadError } from './upload-error.js';

describe('HttpError', () => {
  it('says the status and the response text', () => {
    expect(new HttpError(404, 'Not Found', 'No such thing').message).toBe('404: No such thing');
  });

  it('says the status text when the body is empty', () => {
    expect(new HttpError(502, 'Bad Gateway', '').message).toBe('502: Bad Gateway');
  });

  it('reads message and code of our own error shape', () => {
    const error = new HttpError(409, 'Conflict', '{"message":"This email is already registered","code":"known_email"}');
    expect([error.serverMessage, error.code]).toEqual(['This email is already registered', 'known_email']);
  });

  it.each(['<html>', '[]', 'null', '{"message":1}'])('has no server message for %s', (body) => {
    const error = new HttpError(500, 'Internal Server Error', body);
    expect([error.serverMessage, error.code]).toEqual([null, null]);
  });
});

describe('saidBy', () => {
  it('is what the server says of it, or else the words of the page', () => {
    expect(saidBy(new HttpError(409, 'Conflict', '{"message":"Too late.","code":"late"}'), 'No.')).toBe('Too late.');
    expect(saidBy(new HttpError(502, 'Bad Gateway', '<html>'), 'No.')).toBe('No.');
    expect(saidBy(new NetworkFailure('timeout'), 'No.')).toBe('No.');
  });
});

const refusedBy = (status: number) => new HttpError(status, 'Refused', '');

describe('isSignedOut', () => {
  it('knows a call that was answered 401', () => expect(isSignedOut(refusedBy(401))).toBe(true));
  it('knows it in the stage of an upload, too', () =>
    expect(isSignedOut(toUploadError(refusedBy(401), 'Failed to process upload'))).toBe(true));
  it('knows that somebody else is signed in', () => expect(isSignedOut(new SomeoneElseError())).toBe(true));
  it('leaves every other failure alone', () => {
    expect(isSignedOut(refusedBy(403))).toBe(false);
    expect(isSignedOut(toUploadError(refusedBy(403), 'Failed to process upload'))).toBe(false);
    expect(isSignedOut(new Error('401'))).toBe(false);
  });
});

describe('a failure', () => {
  it.each([408, 425, 429, 502, 503, 504])('of status %i is transient', (status) => {
    expect(isTransient(new HttpError(status, '', ''))).toBe(true);
  });

  it.each([400, 401, 404, 409, 410, 413, 415, 500, 507])('of status %i is none that goes by itself', (status) => {
    expect(isTransient(new HttpError(status, '', ''))).toBe(false);
  });

  it.each([
    ['too_many_chunks', true],
    ['too_many_drafts', true],
    ['too_many_at_once', true],
    ['daily_quota', false],
    ['too_many_uploads', false],
    ['too_many_requests', false],
  ])('of 429 by %s goes by itself: %s', (code, expected) => {
    expect(isTransient(new HttpError(429, '', JSON.stringify({ code, message: 'Later.' })))).toBe(expected);
  });

  it('of the connection is transient, and one of our own is not', () => {
    expect(isTransient(new NetworkFailure('timeout'))).toBe(true);
    expect(isTransient(new Error('broken'))).toBe(false);
  });
});
