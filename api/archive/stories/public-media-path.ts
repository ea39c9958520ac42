import { findMediaType } from '../../media/store/media-types.js';

/** Of the picture and of the sound of a video. */
export const POSTER_MIME_TYPE = 'image/jpeg';
export const AUDIO_MIME_TYPE = 'audio/mp4';
const PLAYABLE_MIME_TYPE = 'video/mp4';

/** Every address where something of a video may be public; `mimeType` null of a video at a host. */
export function publicMediaPaths(videoId: string, mimeType: string | null): string[] {
  const mimeTypes = [mimeType ?? PLAYABLE_MIME_TYPE, PLAYABLE_MIME_TYPE, POSTER_MIME_TYPE, AUDIO_MIME_TYPE];
  return [...new Set(mimeTypes.map((type) => publicMediaPath(videoId, type)))];
}

/** Where the public finds the file of an approved video. */
export function publicMediaPath(videoId: string, mimeType: string): string {
  return `/media/${videoId}.${findMediaType(mimeType)?.extension ?? 'bin'}`;
}
