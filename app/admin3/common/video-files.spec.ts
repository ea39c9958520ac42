import { VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import { isTooLarge, keepVideos } from './video-files.js';

const file = (name: string, type: string) => new File([], name, { type });

describe('keepVideos', () => {
  it('keeps every type that starts with video/, in the order of choosing', () => {
    const files = [file('a.mp4', 'video/mp4'), file('b.jpg', 'image/jpeg'), file('c.avi', 'video/x-msvideo')];
    expect(keepVideos(files).map(({ name }) => name)).toEqual(['a.mp4', 'c.avi']);
  });

  it('drops files without a type, and those that only mention video', () =>
    expect(keepVideos([file('x', ''), file('y', 'text/video/mp4')])).toEqual([]));
});

it('a file is too large from the first byte over the advertised size on', () => {
  expect(isTooLarge({ size: VIDEO_MAX_BYTES })).toBe(false);
  expect(isTooLarge({ size: VIDEO_MAX_BYTES + 1 })).toBe(true);
});
