import type { Publication } from '../../stories/shown-video.js';
import { desiredPictures, sharePicturePath } from './desired-media.js';

const story = (firstName: string): Publication => ({
  participantId: 'p',
  userName: `${firstName}-2025-03-01`,
  firstName,
  sequence: 0,
  contentKey: 'c',
  changedAt: '2025-06-01T10:00:00.000Z',
  posterId: null,
  timedVideoIds: [],
  heardQuestionIds: [],
  isSearchable: true,
  formerUserNames: [],
  isUnlisted: false,
});

const withPoster = (posterId: string): Publication => ({ ...story('Zoë'), posterId });

describe('pictures of stories that are shared', () => {
  it('are one a name where there is no poster', () => {
    const [anna] = [sharePicturePath(story('Anna'))];
    expect(desiredPictures([story('Anna'), story('Ben'), story('Anna')]).map(({ path }) => `/${path}`)).toEqual([
      anna,
      sharePicturePath(story('Ben')),
    ]);
    expect(anna).toMatch(/^\/stories\/names\/[\da-f]+\.jpg$/);
  });

  it('with a poster are one a story, and another when the poster changes', () => {
    const [picture] = desiredPictures([withPoster('one')]);
    expect(picture).toMatchObject({
      kind: 'picture',
      path: expect.stringMatching(/^stories\/Zoë-2025-03-01\/[\da-f]+\.jpg$/) as string,
      about: { story: 'Zoë-2025-03-01' },
      source: { firstName: 'Zoë', posterId: 'one' },
    });
    expect(sharePicturePath(withPoster('one'))).toBe(encodeURI(`/${picture?.path}`));
    expect(sharePicturePath(withPoster('two'))).not.toBe(sharePicturePath(withPoster('one')));
  });

  it('do not change with the transcript', () => {
    const [before] = desiredPictures([story('Anna')]);
    const [after] = desiredPictures([{ ...story('Anna'), contentKey: 'd' }]);
    expect(after).toEqual(before);
  });
});
