export type MediaFamily = 'image' | 'video' | 'audio' | 'document';

export interface MediaType {
  mimeType: string;
  extension: string;
  family: MediaFamily;
}

const image = (mimeType: string, extension: string): MediaType => ({ mimeType, extension, family: 'image' });
const video = (mimeType: string, extension: string): MediaType => ({ mimeType, extension, family: 'video' });
const document = (mimeType: string, extension: string): MediaType => ({ mimeType, extension, family: 'document' });
const audio = (mimeType: string, extension: string): MediaType => ({ mimeType, extension, family: 'audio' });

/**
 * What is accepted and served as what it is. Left out on purpose: SVG (a document that can run scripts),
 * and BMP, which a few letters of a text file can imitate.
 */
const MEDIA_TYPES = new Map<string, MediaType>(
  [
    image('image/jpeg', 'jpg'),
    image('image/png', 'png'),
    image('image/apng', 'png'),
    image('image/gif', 'gif'),
    image('image/webp', 'webp'),
    image('image/avif', 'avif'),
    image('image/tiff', 'tif'),
    image('image/heic', 'heic'),
    image('image/heic-sequence', 'heic'),
    image('image/heif', 'heif'),
    image('image/heif-sequence', 'heif'),
    video('video/mp4', 'mp4'),
    video('video/x-m4v', 'm4v'),
    video('video/quicktime', 'mov'),
    video('video/3gpp', '3gp'),
    video('video/3gpp2', '3g2'),
    video('video/webm', 'webm'),
    video('video/matroska', 'mkv'),
    video('video/vnd.avi', 'avi'),
    video('video/ogg', 'ogv'),
    video('video/mpeg', 'mpg'),
    video('video/mp2t', 'mts'),
    video('video/x-flv', 'flv'),
    video('video/x-ms-asf', 'wmv'),
    // Sound alone in MP4; in WebM it cannot be told from a video by its first bytes, and need not be.
    audio('audio/mp4', 'm4a'),
    audio('audio/x-m4a', 'm4a'),
    // What voice recorders, messengers and older telephones hand over.
    audio('audio/mpeg', 'mp3'),
    audio('audio/wav', 'wav'),
    audio('audio/ogg', 'ogg'),
    audio('audio/flac', 'flac'),
    audio('audio/aac', 'aac'),
    // A scan of paper, for staff alone; where a photo or a video is asked for it is refused as what it is.
    document('application/pdf', 'pdf'),
  ].map((type: MediaType): [string, MediaType] => [type.mimeType, type]),
);

/** What every browser shows as it is; whatever else came is shown as what was made of it. */
const SEEN_EVERYWHERE = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);
const PLAYED_EVERYWHERE = new Set(['video/mp4', 'video/webm']);

export function isSeenEverywhere(mimeType: string): boolean {
  return SEEN_EVERYWHERE.has(mimeType);
}

export function isPlayedEverywhere(mimeType: string): boolean {
  return PLAYED_EVERYWHERE.has(mimeType);
}

/** What every browser plays. */
const PLAYABLE_SOUNDS = new Set(['audio/mpeg', 'audio/mp4', 'audio/x-m4a']);

export function isPlayableSound(mimeType: string): boolean {
  return PLAYABLE_SOUNDS.has(mimeType);
}

/** The media type of that name, null when it is none that is accepted. */
export function findMediaType(mimeType: string): MediaType | null {
  return MEDIA_TYPES.get(mimeType) ?? null;
}

/** The formats of Apple's cameras, for which decoders are not free. */
export function isHeic(mimeType: string): boolean {
  return /^image\/hei[cf]\b/.test(mimeType);
}
