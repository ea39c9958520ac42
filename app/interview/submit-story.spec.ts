import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { outcomeOf } from './submit-story.js';

describe('a failed submit', () => {
  it.each([
    ['no connection', new NetworkFailure('network')],
    ['a server in trouble', new HttpError(503, '', '')],
  ])('is tried again after %s', (_name, error) => expect(outcomeOf(error)).toEqual({ kind: 'unreachable' }));

  it('asks to sign in again when the session has ended', () => {
    expect(outcomeOf(new HttpError(401, '', ''))).toEqual({ kind: 'signed-out' });
  });

  it('says what is missing', () => {
    const error = new HttpError(409, '', '{"code":"photo_required","message":"Please upload at least one photo"}');
    expect(outcomeOf(error)).toEqual({
      kind: 'refused',
      code: 'photo_required',
      message: 'Please upload at least one photo',
    });
  });
});
