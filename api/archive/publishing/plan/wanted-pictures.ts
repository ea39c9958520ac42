import { storyPath } from '../../../contract/story-slug.js';
import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../tree/content-hash.js';
import { SHARE_PICTURE_VERSION } from '../pictures/draw-share-picture.js';
import { publicFile } from './addresses.js';
import { inputsKey } from './inputs-key.js';
import type { WantedFile } from './wanted-file.js';

/**
 * Address of the picture that stands for a story where a link is shared. It changes with what is drawn, because
 * networks keep what they have seen at an address. Stories of the same name without a poster share one.
 */
export function sharePicturePath({ firstName, posterId, userName }: Publication): string {
  return posterId === null
    ? `/stories/names/${valueHash(firstName)}.jpg`
    : `${storyPath(userName)}/${valueHash(firstName, posterId)}.jpg`;
}

export function wantedPictures(publications: Publication[]): WantedFile[] {
  const pictures = new Map(publications.map((publication) => [sharePicturePath(publication), publication]));
  return Array.from(pictures, ([address, { firstName, posterId, userName }]) => ({
    path: publicFile(address),
    kind: 'picture',
    inputs: inputsKey(valueHash(firstName, posterId), SHARE_PICTURE_VERSION),
    about: posterId === null ? undefined : { story: userName },
    source: { make: 'share-picture', firstName, posterId },
  }));
}
