import type { Publication } from '../../stories/shown-video.js';
import { valueHash } from '../content-hash.js';
import { SHARE_PICTURE_VERSION } from '../pictures/draw-share-picture.js';
import { inputsKey } from './inputs-key.js';
import type { WantedFile } from './wanted-file.js';

/** Address of the picture that stands for a story where a link is shared. Stories of the same name without a poster share one. */
export function sharePicturePath({ firstName }: Publication): string {
  return `/stories/names/${valueHash(firstName)}.jpg`;
}

export function wantedPictures(publications: Publication[]): WantedFile[] {
  const pictures = new Map(publications.map((publication) => [sharePicturePath(publication), publication]));
  return Array.from(pictures, ([address, { firstName }]) => ({
    path: address.slice(1),
    kind: 'picture',
    inputs: inputsKey(valueHash(firstName), SHARE_PICTURE_VERSION),
    source: { make: 'share-picture', firstName, poster: null },
  }));
}
