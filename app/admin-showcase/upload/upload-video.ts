import { CHUNKED_UPLOAD_OVER_BYTES } from '../../../api/contract/limits.js';
import type { CreateShowcaseVideoFields, ShowcaseVideo } from '../../../api/contract/showcase.js';
import { uploadFile, type UploadRoutes } from '../../shared/http/upload-file.js';
import { uploadForm } from '../../shared/http/upload-form.js';

const SHOWCASE_PATH = '/api/admin/showcase-videos';

const STAFF_UPLOADS: UploadRoutes = {
  start: `${SHOWCASE_PATH}/start-upload`,
  chunk: `${SHOWCASE_PATH}/chunk`,
  process: (uploadId) => `${SHOWCASE_PATH}/process/${uploadId}`,
  status: (uploadId) => `${SHOWCASE_PATH}/uploads/${uploadId}`,
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
 * A chunked upload of the same file with the same fields goes on where an earlier try was cut off.
 * Throws UploadError, or the signal's AbortError.
 */
export function uploadVideo(upload: UploadVideoRequest): Promise<ShowcaseVideo> {
  return upload.file.size > CHUNKED_UPLOAD_OVER_BYTES ? uploadInChunks(upload) : uploadAtOnce(upload);
}

function uploadAtOnce({ file, fields, onProgress, signal }: UploadVideoRequest): Promise<ShowcaseVideo> {
  const form = new FormData();
  for (const [name, value] of Object.entries(toTexts(fields))) form.set(name, value);
  form.set('video', file);
  return uploadForm<ShowcaseVideo>(SHOWCASE_PATH, form, { onProgress, signal });
}

/** Sessions that have not led to a video yet. The server keeps the fields with the session, so other fields need another one. */
const openSessions = new WeakMap<File, { fields: string; uploadId: string }>();

async function uploadInChunks({ file, fields, onProgress, signal }: UploadVideoRequest): Promise<ShowcaseVideo> {
  const { userId, questionId, ...texts } = fields;
  const key = JSON.stringify(fields);
  const earlier = openSessions.get(file);
  const video = await uploadFile<ShowcaseVideo>(STAFF_UPLOADS, file, {
    filename: file.name,
    mimeType: file.type,
    extraFields: toTexts({ userId, questionId }),
    startFields: toTexts(texts),
    uploadId: earlier?.fields === key ? earlier.uploadId : undefined,
    onSession: (uploadId) => openSessions.set(file, { fields: key, uploadId }),
    onProgress,
    signal,
  });
  openSessions.delete(file);
  return video;
}

/** The fields as multipart texts; an empty one is left out. */
function toTexts(fields: Partial<CreateShowcaseVideoFields>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value ?? '')] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}
