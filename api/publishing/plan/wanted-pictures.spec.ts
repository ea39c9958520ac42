import type { Publication } from '../../stories/shown-video.js';
import { sharePicturePath, wantedPictures } from './wanted-pictures.js';

const story = (firstName: string): Publication => ({
  participantId: 'p',
  userName: `${firstName}-2025-03-01`,
  firstName,
  sequence: 0,
  contentKey: 'c',
  timedVideoIds: [],
  isSearchable: true,
});

describe('pictures of stories that are shared', () => {
  it('are one a name where there is no poster', () => {
    const [anna] = [sharePicturePath(story('Anna'))];
    expect(wantedPictures([story('Anna'), story('Ben'), story('Anna')]).map(({ path }) => `/${path}`)).toEqual([
      anna,
      sharePicturePath(story('Ben')),
    ]);
    expect(anna).toMatch(/^\/stories\/names\/[\da-f]+\.jpg$/);
  });

  it('do not change with the transcript', () => {
    const [before] = wantedPictures([story('Anna')]);
    const [after] = wantedPictures([{ ...story('Anna'), contentKey: 'd' }]);
    expect(after).toEqual(before);
  });
});
