import type { FromHelper } from './helpers.js';

export const PHOTOS_PATH = '/api/photos';

/** GET /api/photos: one photo of the signed-in participant. */
export interface Photo extends FromHelper {
  id: string;
  filename: string;
  originalName: string;
  /** Data URL of a small picture; larger ones are at GET /api/photos/stream/{id}?size=. */
  imageData: string;
  mimeType: string;
  fileSize: number;
  description: string;
}

/** GET /api/photos/known: the same without the pictures, for whoever follows which there are. */
export type KnownPhoto = Pick<Photo, 'id' | 'description'>;

export const KNOWN_PHOTOS_PATH = `${PHOTOS_PATH}/known`;

/** POST /api/photos. The picture is either `imageData` (a base64 data URL) or the `uploadId` of a finished upload session. */
export interface AddPhotoRequest {
  originalName: string;
  imageData?: string;
  uploadId?: string;
  filename?: string;
  mimeType?: string;
  fileSize?: number;
  description?: string;
}

/** 201 of POST /api/photos. */
export type AddPhotoResponse = Photo;

/** The longer edge of each is `PHOTO_…_EDGE_PX`, or that of the photo where that is shorter. */
export const PICTURE_SIZES = ['large', 'medium', 'thumbnail'] as const;
export type PictureSize = (typeof PICTURE_SIZES)[number];

/** Path of the picture of one photo, only for the participant it belongs to; the large one unless another is asked for. */
export function photoStreamPath(photoId: string, size?: PictureSize): string {
  return `${PHOTOS_PATH}/stream/${photoId}${size ? `?size=${size}` : ''}`;
}
