import { HttpError, NetworkFailure } from '../shared/http/http-error.js';
import { toUploadError } from '../shared/http/upload-error.js';
import { failureText } from './failure-text.js';

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
