import { HttpError, NetworkFailure } from '../../shared/http/http-error.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { DamagedUploadError, SomeoneElseError } from './save-errors.js';
import { describeSaveFailure } from './save-failure.js';

const refused = (status: number) => new UploadError('Failed to process upload', new HttpError(status, '', ''));

describe('a failed save', () => {
  it.each([
    ['no connection', new UploadError('Network error during upload', new NetworkFailure('network')), true, false],
    ['a lost answer', new NetworkFailure('network'), true, false],
    ['a server in trouble', refused(503), true, false],
    ['a session that ended', refused(401), true, true],
    ['someone else in this browser', new SomeoneElseError(), true, true],
    ['a refused recording', refused(415), false, false],
    ['a full disk', new HttpError(507, '', ''), false, false],
    ['a damaged copy', new DamagedUploadError(), false, false],
  ])('%s', (_name, error, canResume, isSignedOut) => {
    expect(describeSaveFailure(error)).toEqual({ canResume, isSignedOut });
  });
});
