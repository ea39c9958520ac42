import { HttpError } from '../shared/http/http-error.js';
import { toUploadError } from '../shared/http/upload-error.js';
import { isSignedOut } from './signed-out.js';

const refused = (status: number) => new HttpError(status, 'Refused', '');

describe('isSignedOut', () => {
  it('knows a call that was answered 401', () => expect(isSignedOut(refused(401))).toBe(true));
  it('knows it in the stage of an upload, too', () =>
    expect(isSignedOut(toUploadError(refused(401), 'Failed to process upload'))).toBe(true));
  it('leaves every other failure alone', () => {
    expect(isSignedOut(refused(403))).toBe(false);
    expect(isSignedOut(new Error('401'))).toBe(false);
  });
});
