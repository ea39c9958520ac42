import type { TranscodeLine } from './transcode-line.js';
import type { MediaFamily } from './media-types.js';

export type WantedMedia = 'image' | 'video' | 'media' | 'recording' | 'scan';

interface Wanted {
  families: MediaFamily[];
  /** For a refusal. */
  name: string;
  /** In which a video waits to be prepared. */
  line: TranscodeLine;
}

/** What a file may be where it is wanted: of finished videos, among what anyone sends, as an answer, of a paper. */
export const WANTED_MEDIA: Record<WantedMedia, Wanted> = {
  image: { families: ['image'], name: 'a picture', line: 'public' },
  video: { families: ['video'], name: 'a video', line: 'staff' },
  media: { families: ['image', 'video'], name: 'a picture or a video', line: 'public' },
  scan: { families: ['image', 'document'], name: 'a picture or a PDF', line: 'staff' },
  recording: { families: ['video', 'audio'], name: 'a video or a sound recording', line: 'participant' },
};
