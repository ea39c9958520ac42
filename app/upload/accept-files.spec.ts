import { sortFiles } from './accept-files.js';

const MiB = 1024 * 1024;
const file = (type: string, size = 1) => ({ type, size });

describe('chosen files', () => {
  it('are kept when they are pictures or videos', () => {
    const [photo, video, text] = [file('image/heic'), file('video/quicktime'), file('text/plain')];
    expect(sortFiles([photo, video, text])).toEqual({ accepted: [photo, video], otherKinds: [text], tooLarge: [] });
  });

  it('are left out when their kind is not known', () => expect(sortFiles([file('')]).otherKinds).toHaveLength(1));

  it.each([
    ['image/jpeg', 30],
    ['video/mp4', 500],
  ])('of type %s have at most %d MB', (type, megabytes) => {
    expect(sortFiles([file(type, megabytes * MiB)]).accepted).toHaveLength(1);
    expect(sortFiles([file(type, megabytes * MiB + 1)]).tooLarge).toHaveLength(1);
  });
});
