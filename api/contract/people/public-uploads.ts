import type { StartUploadRequest } from '../media/uploads.js';

/** The page for sending photos and videos, by whoever has an e-mail. */
export const UPLOAD_PATH = '/upload';
export const PUBLIC_UPLOAD_API = '/api/public/upload';

/**
 * POST /api/public/upload: a multipart form with `submitterEmail`, `fileCount` and, for each number from 0, a file, its
 * description and its id, in any order: at most PUBLIC_UPLOAD_MAX_FILES, together of at most VIDEO_MAX_BYTES; a picture
 * has at most PUBLIC_IMAGE_MAX_BYTES. Files that are nothing that is kept here are named in the response, and the others
 * are kept.
 */
export interface PublicUploadFields {
  submitterEmail: string;
  /** How many files were sent, against a form that arrives without all of them. */
  fileCount?: number;
  /** Version of the words in `privacy.ts` that the sender said yes to. Left out: they were not asked, which is noted. */
  consent?: string;
}

/** Name of the part that holds the file of that number. */
export function publicFileField(number: number): string {
  return `file${number}`;
}

/** Name of the field that holds the description of that file; it may be left out. */
export function publicDescriptionField(number: number): string {
  return `description${number}`;
}

/**
 * Name of the field that holds the id of that file: a UUID that the sender has made, the same at every try. It may be left
 * out. Within a day a file that comes again with it, and with all the same beside it, is not kept again: a form whose response
 * was lost can be sent once more, also with other files.
 */
export function publicFileIdField(number: number): string {
  return `fileId${number}`;
}

/** A file as the page sends it. */
interface NewPublicFile {
  file: File;
  description: string;
  /** See `publicFileIdField`. */
  id: string;
}

/** The form, whole. Its texts come first, so that a server can decide by them before it reads the files. */
export function publicUploadForm(
  sender: Omit<PublicUploadFields, 'fileCount'>,
  files: readonly NewPublicFile[],
): FormData {
  const form = new FormData();
  form.set('submitterEmail', sender.submitterEmail);
  if (sender.consent !== undefined) form.set('consent', sender.consent);
  form.set('fileCount', String(files.length));
  for (const [number, { description }] of files.entries()) form.set(publicDescriptionField(number), description);
  for (const [number, { id }] of files.entries()) form.set(publicFileIdField(number), id);
  for (const [number, { file }] of files.entries()) form.set(publicFileField(number), file);
  return form;
}

/** 201 of POST /api/public/upload, 200 of POST /api/public/upload/process/{uploadId}. */
export interface PublicUploadResponse {
  /** How many of the files are kept, those that were before among them. */
  received: number;
  /** Those that are not, where there are any. When all are refused there is no such response but an error. */
  refused?: RefusedFile[];
}

/** A file that is not kept, whatever came with it. */
export interface RefusedFile {
  /** As in the name of its part. */
  number: number;
  /** Names the file, and says why. */
  message: string;
}

/** POST /api/public/upload/start: one file that comes in chunks. Whoever knows the `uploadId` may go on with it. */
export interface StartPublicUploadRequest extends StartUploadRequest {
  submitterEmail: string;
  description?: string;
  /** As in `PublicUploadFields`. */
  consent?: string;
}
