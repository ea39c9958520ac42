import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { signInView } from './sign-in-link.js';

const preview = { maskedEmail: 'a•••@example.org', isSignedIn: false, isEmailProven: true };

describe('a mailed link', () => {
  it('is looked at first', () => expect(signInView(undefined, null)).toEqual({ state: 'checking' }));
  it('says for whom it is', () =>
    expect(signInView(preview, null)).toEqual({ state: 'ready', maskedEmail: 'a•••@example.org' }));

  it.each([410, 400])('has expired when the server answers %d, also after it was looked at', (status) =>
    expect(signInView(preview, new HttpError(status, '', ''))).toEqual({ state: 'expired' }),
  );

  it('may still work when the server could not be asked', () => {
    expect(signInView(undefined, new NetworkFailure('network'))).toEqual({ state: 'failed', message: null });
    const tooOften = new HttpError(429, '', '{"message":"Please try again in 9 minutes."}');
    expect(signInView(undefined, tooOften)).toEqual({ state: 'failed', message: 'Please try again in 9 minutes.' });
  });
});
