import type { StartUploadRequest } from './uploads.js';

/**
 * POST /api/public/upload: a multipart form with `submitterEmail`, `fileCount` and, for each number from 0, a file and
 * its description, in any order. All files are kept or none: at most PUBLIC_UPLOAD_MAX_FILES, together of at most
 * VIDEO_MAX_BYTES; a picture has at most PUBLIC_IMAGE_MAX_BYTES.
 */
export interface PublicUploadFields {
  submitterEmail: string;
  /** How many files were sent, against a form that arrives without all of them. */
  fileCount?: number;
}

/** Name of the part that holds the file of that number. */
export function publicFileField(number: number): string {
  return `file${number}`;
}

/** Name of the field that holds the description of that file; it may be left out. */
export function publicDescriptionField(number: number): string {
  return `description${number}`;
}

/** 201 of POST /api/public/upload, 200 of POST /api/public/upload/process/{uploadId}: how many files are kept. */
export interface PublicUploadResponse {
  received: number;
}

/** POST /api/public/upload/start: one file that comes in chunks. Whoever knows the `uploadId` may go on with it. */
export interface StartPublicUploadRequest extends StartUploadRequest {
  submitterEmail: string;
  description?: string;
}
