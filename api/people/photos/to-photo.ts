import type { Photo as PhotoOnTheWire } from '../../contract/photos.js';
import type { Photo } from './photo.entity.js';

/** What a participant sees of a photo, with its small picture. */
export function toPhoto(photo: Photo, small: { mimeType: string; bytes: Buffer }): PhotoOnTheWire {
  const { id, filename, originalName, description, originalMedia } = photo;
  return {
    id,
    filename,
    originalName,
    imageData: `data:${small.mimeType};base64,${small.bytes.toString('base64')}`,
    mimeType: originalMedia.mimeType,
    fileSize: originalMedia.bytes,
    description,
  };
}
