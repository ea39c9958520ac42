import type { Photo as PhotoOnTheWire } from '../contract/photos.js';
import type { Photo } from './photo.entity.js';

/** What a participant sees of a photo; `thumbnail` are the bytes of its small picture. */
export function toPhoto(photo: Photo, thumbnail: Buffer): PhotoOnTheWire {
  const { id, filename, originalName, description, originalMedia, thumbnailMedia } = photo;
  return {
    id,
    filename,
    originalName,
    imageData: `data:${thumbnailMedia.mimeType};base64,${thumbnail.toString('base64')}`,
    mimeType: originalMedia.mimeType,
    fileSize: originalMedia.bytes,
    description,
  };
}
