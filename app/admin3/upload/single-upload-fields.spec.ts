import { checkAddress, checkFile } from '../common/video-files.js';
import {
  EMPTY_FIELDS,
  isIncomplete,
  refusalOf,
  restoreFields,
  sourceOf,
  toUploadFields,
} from './single-upload-fields.js';

const video = new File([], 'life.mp4', { type: 'video/mp4' });
const picture = new File([], 'life.jpg', { type: 'image/jpeg' });
const complete = { ...EMPTY_FIELDS, userId: 'u1', questionId: '0', files: [video] };

describe('single upload', () => {
  it('needs a user, a question and a file', () => {
    expect(isIncomplete(complete)).toBe(false);
    expect(isIncomplete({ ...complete, userId: '' })).toBe(true);
    expect(isIncomplete({ ...complete, questionId: '' })).toBe(true);
    expect(isIncomplete({ ...complete, files: [] })).toBe(true);
    expect(isIncomplete({ ...complete, files: null })).toBe(true);
  });

  it('takes video files only', () => {
    expect(checkFile([video])).toBe(true);
    expect(checkFile([picture])).toBe('Please select a video file');
    expect(checkFile(null)).toBe('Please select a video file');
  });

  it('refuses a file over the advertised size by its name', () => {
    const large = { name: 'life.mp4', type: 'video/mp4', size: 600 * 1024 * 1024 } as File;
    const refusal = '“life.mp4” has 600 MB. Videos can have up to 500MB.';
    expect(checkFile([large])).toBe(refusal);
    expect(refusalOf({ ...complete, files: [large] })).toEqual({ title: 'Invalid File', description: refusal });
    expect(refusalOf({ ...complete, files: [picture] }).description).toBe('Please select a video file');
  });

  it('needs an address in the place of a file when the video stands at a host', () => {
    const hosted = { ...complete, source: 'address', videoUrl: ' https://vimeo.com/1 ' } as const;
    expect(isIncomplete(hosted)).toBe(false);
    expect(sourceOf(hosted)).toBe('https://vimeo.com/1');
    expect(isIncomplete({ ...hosted, videoUrl: ' ' })).toBe(true);
    expect(isIncomplete({ ...hosted, source: 'file', files: null })).toBe(true);
    expect(checkAddress(hosted.videoUrl)).toBe(true);
    expect(checkAddress('https://example.org/1')).toMatch(/^Please give the address of one video at Vimeo or YouTube/);
  });

  it('sends the story overview as 0', () => expect(toUploadFields(complete).questionId).toBe(0));

  it('trims the texts and leaves empty ones out', () =>
    expect(toUploadFields({ ...complete, title: ' Life ', description: '  ' })).toEqual({
      userId: 'u1',
      questionId: 0,
      title: 'Life',
      description: undefined,
      transcript: undefined,
    }));

  it('is filled in again as it was, but for the file', () => {
    const fields = { ...complete, questionId: '3', transcript: 'Words' };
    expect(restoreFields(toUploadFields(fields))).toEqual({ ...fields, files: null });
    expect(toUploadFields({ ...restoreFields(toUploadFields(fields)), files: [video] })).toEqual(
      toUploadFields(fields),
    );
  });
});
