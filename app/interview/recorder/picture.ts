/** What a loaded video shows: nothing but sound, a picture wider than high, or an upright one. */
export type Picture = 'none' | 'wide' | 'upright';

export function pictureOf({ videoWidth, videoHeight }: HTMLVideoElement): Picture {
  if (videoWidth === 0) return 'none';
  return videoWidth > videoHeight ? 'wide' : 'upright';
}

/** An upright picture fills its frame; of a wide one that would cut off the sides. */
export function fitOf(picture: Picture): string {
  return picture === 'upright' ? 'object-cover' : 'object-contain';
}
