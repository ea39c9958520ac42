import { jest } from '@jest/globals';
import { saveFile } from './files.js';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('is still there when a browser reads it after the click, and is let go of later', () => {
  jest.useFakeTimers();
  jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:recording');
  const revoked = jest.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  saveFile(new Blob(['sound']), 'recording.webm');
  jest.advanceTimersByTime(30_000);
  expect(clicked).toHaveBeenCalledTimes(1);
  expect(revoked).not.toHaveBeenCalled();
  jest.advanceTimersByTime(600_000);
  expect(revoked.mock.calls).toEqual([['blob:recording']]);
});
