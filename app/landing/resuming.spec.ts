import { HttpError } from '../shared/http/http-error.js';
import { NetworkFailure } from '../shared/http/network-failure.js';
import { nextAddress, resumeFailure } from './resuming.js';

const refused = (status: number, message?: string) =>
  resumeFailure(new HttpError(status, '', message ? JSON.stringify({ message, code: 'x' }) : '')).toast;

describe('resuming', () => {
  it('goes where the server says', () =>
    expect(nextAddress({ nextQuestionUrl: '/resume?sent=1' })).toBe('/resume?sent=1'));
  it('ends when nothing is left to do', () => expect(nextAddress({ message: 'Done' })).toBeNull());
});

describe('refuses to resume', () => {
  it('whoever is not known, in the words of the server or its own', () => {
    expect(refused(404, 'Nobody here.')).toEqual({ title: 'User Not Found', description: 'Nobody here.' });
    expect(refused(404)).toEqual({
      title: 'User Not Found',
      description: 'No user found with that email address.',
    });
  });

  it('for a while after too many tries', () =>
    expect(refused(429, 'You can ask for another one in 9 minutes.')).toEqual({
      title: 'Please wait a little',
      description: 'You can ask for another one in 9 minutes.',
    }));

  it.each([
    ['the connection fails', new NetworkFailure('network')],
    ['the server is in trouble', new HttpError(502, 'Bad Gateway', '')],
  ])('without claiming that nobody was found when %s', (_what, error) =>
    expect(resumeFailure(error).toast.title).toBe('Please try again'),
  );
});
