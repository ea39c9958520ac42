import { EMPTY_LIST, reduceUploadList, type UploadEvent, uploadStatus } from './upload-list.js';

const MiB = 1024 * 1024;
const files = (count: number) => Array.from({ length: count }, () => new File([new Uint8Array(MiB)], 'a.jpg'));
const status = (email: string, ...events: UploadEvent[]) =>
  uploadStatus(events.reduce(reduceUploadList, EMPTY_LIST), email);
const added = (count: number): UploadEvent => ({ type: 'added', files: files(count) });

describe('the written status of /upload', () => {
  it('says what is missing', () => {
    expect(status('')).toBe('Choose at least one photo or video to begin.');
    expect(status(' ', added(1))).toBe('1 file chosen (1 MB). Please enter your e-mail address, too.');
  });

  it('advises eight files, but only advises', () => {
    expect(status('a@b.org', added(7))).toBe(
      '7 files chosen (7 MB). At least 8 are a good number, but fewer are fine.',
    );
    expect(status('a@b.org', added(8))).toBe('8 files chosen (8 MB).');
  });

  it('tells what has arrived so far', () => {
    const started: UploadEvent = { type: 'started' };
    expect(status('a@b.org', added(2), started)).toBe('Uploading. Please keep this page open.');
    expect(status('a@b.org', added(2), started, { type: 'arrived', ids: [1] })).toBe(
      'Uploading. Please keep this page open. 1 of 2 files have arrived.',
    );
  });

  it('tells after a failure why, what has arrived and what is kept', () => {
    const failed: UploadEvent = { type: 'failed', reason: 'Network error during upload' };
    expect(status('a@b.org', added(2), failed)).toBe(
      'Network error during upload. Nothing has arrived yet. Your list is still here: submit again to send it.',
    );
    expect(status('a@b.org', added(2), { type: 'arrived', ids: [1] }, failed)).toBe(
      'Network error during upload. 1 of 2 files have arrived. The others are still in the list: submit again to send them.',
    );
  });
});
