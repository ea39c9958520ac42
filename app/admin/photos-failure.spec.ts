import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { loadFailure, photosFailure } from './photos-failure.js';

describe('photosFailure', () => {
  it('gives the status and the words of a refusal', () => {
    expect(photosFailure(new HttpError(500, '', '{"message":"No"}'))).toBe(
      'Failed to load photos: Failed to fetch user photos: 500 {"message":"No"}',
    );
    expect(photosFailure(new HttpError(502, '', ''))).toBe('Failed to load photos: Failed to fetch user photos: 502');
  });

  it('says that nothing came', () => {
    expect(photosFailure(new NetworkFailure('timeout'))).toBe(
      'Failed to load photos: Failed to fetch user photos: no answer within 10 seconds',
    );
    expect(photosFailure(new NetworkFailure('network'))).toContain('the server cannot be reached');
  });
});

describe('loadFailure', () => {
  it('is the same for whatever went wrong', () => {
    expect(loadFailure(new NetworkFailure('timeout'))).toBe('Could not load photo data');
    expect(loadFailure(new HttpError(500, '', '{"message":"Oh","code":"internal"}'))).toBe('Could not load photo data');
  });

  it('says what to do with a picture that cannot be shown', () =>
    expect(loadFailure(new HttpError(422, '', '{"message":"You can download it.","code":"not_displayable"}'))).toBe(
      'You can download it.',
    ));
});
