import type { MediaFamily } from './media-types.js';

export type WantedMedia = 'image' | 'video' | 'media' | 'recording';

/** What a file may be where it is wanted, and the words for that in a refusal. */
export const WANTED_MEDIA: Record<WantedMedia, { families: MediaFamily[]; name: string }> = {
  image: { families: ['image'], name: 'a picture' },
  video: { families: ['video'], name: 'a video' },
  media: { families: ['image', 'video'], name: 'a picture or a video' },
  recording: { families: ['video', 'audio'], name: 'a video or a sound recording' },
};
