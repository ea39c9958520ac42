import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { interviewComplete, nextAddress, resumeFailure } from './resuming.js';

const refused = (status: number, message?: string) =>
  resumeFailure(new HttpError(status, '', message ? JSON.stringify({ message, code: 'x' }) : ''));

describe('resuming', () => {
  it('goes where the server says', () =>
    expect(nextAddress({ nextQuestionUrl: '/resume?sent=1' })).toBe('/resume?sent=1'));
  it('ends when nothing is left to do', () => expect(nextAddress({ message: 'Done', isLinkSent: true })).toBeNull());
  it.each([
    [{ isSignedIn: true as const }, 'On “My story” you can see'],
    [{ isLinkSent: true }, 'We have sent a link to this e-mail address. It leads to “My story”'],
    [{ isLinkSent: false }, 'We could not send you another link to “My story” just now.'],
  ])('says then how to come to what was told: %j', (way, words) =>
    expect(interviewComplete({ message: 'Done', ...way })).toEqual({
      toast: { title: 'Interview Complete', description: 'You have already completed all interview questions!' },
      status: expect.stringContaining(`your interview is complete. Thank you! ${words}`) as string,
    }),
  );
});

describe('refuses to resume', () => {
  it.each([400, 404, 429, 500, 503])('in the words of the server, or with our own, when it answers %i', (status) => {
    expect(refused(status, 'Nobody here.').toast).toEqual({ title: 'User Not Found', description: 'Nobody here.' });
    expect(refused(status).toast).toEqual({
      title: 'User Not Found',
      description: 'No user found with that email address.',
    });
  });

  it('for a while after too many tries, and goes on saying for how long', () =>
    expect(refused(429, 'You can ask for another one in 9 minutes.').status).toBe(
      'You can ask for another one in 9 minutes. Nothing is lost by waiting.',
    ));

  it.each([
    ['the connection fails', new NetworkFailure('network')],
    ['the server is in trouble', new HttpError(502, 'Bad Gateway', '')],
  ])('without writing that nobody is known when %s', (_what, error) =>
    expect(resumeFailure(error).status).toBe(
      'We could not look for your interview just now. Nothing is lost: please try again.',
    ),
  );
});
