import { CHUNKED_UPLOAD_OVER_BYTES } from '../../../api/contract/common/limits.js';
import {
  type CreateShowcaseVideoFields,
  type LinkShowcaseVideoRequest,
  type SavedShowcaseVideo,
  SHOWCASE_VIDEOS_PATH,
} from '../../../api/contract/videos/showcase.js';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import { findInterrupted, forgetUpload, noteSending, rememberUpload } from './interrupted-uploads.js';
import { request } from '../../shared/http/request.js';
import { uploadFile, type UploadRoutes } from '../../shared/http/upload-file.js';
import { uploadForm } from '../../shared/http/send-body.js';
import { isTransient } from '../../shared/http/http-error.js';
import { UploadError } from '../../shared/http/upload-error.js';
import { withRetries } from '../../shared/http/with-retries.js';

const STAFF_UPLOADS: UploadRoutes = {
  start: `${SHOWCASE_VIDEOS_PATH}/start-upload`,
  chunk: `${SHOWCASE_VIDEOS_PATH}/chunk`,
  process: (uploadId) => `${SHOWCASE_VIDEOS_PATH}/process/${uploadId}`,
  status: (uploadId) => `${SHOWCASE_VIDEOS_PATH}/uploads/${uploadId}`,
};

export interface UploadVideoRequest {
  file: File;
  fields: CreateShowcaseVideoFields;
  /** Percent. */
  onProgress?: (percent: number) => void;
  signal?: AbortSignal;
}

/**
 * Uploads one finished video: in chunks when it is over 29 MB, else in one multipart request.
 * Either survives a cut connection. A chunked upload of the same file with the same fields goes on where an earlier try was
 * cut off.
 * Throws UploadError, or the signal's AbortError.
 */
export function uploadVideo(upload: UploadVideoRequest): Promise<SavedShowcaseVideo> {
  return upload.file.size > CHUNKED_UPLOAD_OVER_BYTES ? uploadInChunks(upload) : uploadAtOnce(upload);
}

/** Of files whose upload has not been answered: by these the server knows what it has already. */
const requestIds = new WeakMap<File, string>();

async function uploadAtOnce({ file, fields, onProgress, signal }: UploadVideoRequest): Promise<SavedShowcaseVideo> {
  const requestId = requestIds.get(file) ?? crypto.randomUUID();
  requestIds.set(file, requestId);
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...toTexts(fields), requestId })) form.set(name, value);
  form.set('video', file);
  const send = () => uploadForm<SavedShowcaseVideo>(SHOWCASE_VIDEOS_PATH, form, { onProgress, signal });
  const video = await withRetries(send, { isTransient: isTransientUpload, signal });
  requestIds.delete(file);
  return video;
}

function isTransientUpload(error: unknown): boolean {
  return error instanceof UploadError && isTransient(error.cause);
}

async function uploadInChunks({ file, fields, onProgress, signal }: UploadVideoRequest): Promise<SavedShowcaseVideo> {
  let session = findInterrupted(file, fields)?.uploadId;
  const { promise: over, resolve: end } = withResolvers<void>();
  if (session) noteSending(session, over);
  try {
    const video = await uploadFile<SavedShowcaseVideo>(STAFF_UPLOADS, file, {
      filename: file.name,
      mimeType: file.type,
      fields: toTexts(fields),
      uploadId: session,
      onSession: (uploadId) => {
        session = uploadId;
        noteSending(uploadId, over);
        rememberUpload(uploadId, file, fields);
      },
      onProgress,
      signal,
    });
    if (session) forgetUpload(session);
    return video;
  } finally {
    end();
  }
}

/** Ends an upload that was cut off: what the server has of it goes. If that fails, it goes by itself within a day. */
export function cancelUpload(uploadId: string): void {
  forgetUpload(uploadId);
  request<void>('DELETE', STAFF_UPLOADS.status(uploadId)).catch(() => {});
}

/** As `requestIds`, by all that is said of a video. */
const linkIds = new Map<string, string>();

/** Adds a video that stands at Vimeo or YouTube. */
export async function linkVideo(link: LinkShowcaseVideoRequest, signal?: AbortSignal): Promise<SavedShowcaseVideo> {
  const said = JSON.stringify(link);
  const requestId = linkIds.get(said) ?? crypto.randomUUID();
  linkIds.set(said, requestId);
  const video = await request<SavedShowcaseVideo>('POST', SHOWCASE_VIDEOS_PATH, { ...link, requestId }, { signal });
  linkIds.delete(said);
  return video;
}

/** The fields as multipart texts; an empty one is left out. */
function toTexts(fields: Partial<CreateShowcaseVideoFields>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value ?? '')] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
