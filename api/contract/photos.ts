/** GET /api/photos: one photo of the signed-in participant. */
export interface Photo {
  id: string;
  filename: string;
  originalName: string;
  /** Data URL of a small picture; the full one is at GET /api/photos/stream/{id}. */
  imageData: string;
  mimeType: string;
  fileSize: number;
  description: string;
}

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

/** Path of the full picture of one photo, only for the participant it belongs to. */
export function photoStreamPath(photoId: string): string {
  return `/api/photos/stream/${photoId}`;
}
