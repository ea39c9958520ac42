/** What a loaded video shows: nothing but sound, a picture wider than high, or an upright one. */
export type Picture = 'none' | 'wide' | 'upright';

export function pictureOf({ videoWidth, videoHeight }: HTMLVideoElement): Picture {
  if (videoWidth === 0) return 'none';
  return videoWidth > videoHeight ? 'wide' : 'upright';
}

/** An upright picture fills its frame; of a wide one that would cut off the sides, so it lies on a dark ground. */
export function fitOf(picture: Picture): string {
  if (picture === 'upright') return 'object-cover';
  return picture === 'wide' ? 'bg-stage object-contain' : 'object-contain';
}
