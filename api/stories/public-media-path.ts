import { findMediaType } from '../media/media-types.js';

/** Where the public finds the file of an approved video. */
export function publicMediaPath(videoId: string, mimeType: string): string {
  return `/media/${videoId}.${findMediaType(mimeType)?.extension ?? 'bin'}`;
}
