import { PHOTO_MAX_BYTES } from '../../api/contract/limits.js';
import { isAcceptablePicture } from './check-picture.js';

describe('isAcceptablePicture', () => {
  it.each([
    ['a picture', 'image/jpeg', 1, true],
    ['a picture of exactly 10 MB', 'image/png', PHOTO_MAX_BYTES, true],
    ['a picture over 10 MB', 'image/png', PHOTO_MAX_BYTES + 1, false],
    ['an empty picture', 'image/png', 0, false],
    ['a video', 'video/mp4', 1, false],
    ['a file of no known type', '', 1, false],
  ])('%s', (_name, type, size, expected) => expect(isAcceptablePicture({ name: 'a', type, size })).toBe(expected));

  it('takes a picture of a telephone whose type the system does not know', () => {
    expect(isAcceptablePicture({ name: 'IMG_0001.HEIC', type: '', size: 1 })).toBe(true);
  });
});
