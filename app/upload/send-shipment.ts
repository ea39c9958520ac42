import {
  publicDescriptionField,
  publicFileField,
  type PublicUploadResponse,
} from '../../api/contract/public-uploads.js';
import { uploadFile, type UploadRoutes } from '../shared/http/upload-file.js';
import { uploadForm } from '../shared/http/send-form.js';
import type { Shipment } from './shipments.js';
import type { UploadItem } from './upload-list.js';

const PUBLIC_UPLOAD_PATH = '/api/public/upload';

const PUBLIC_UPLOADS: UploadRoutes = {
  start: `${PUBLIC_UPLOAD_PATH}/start`,
  chunk: `${PUBLIC_UPLOAD_PATH}/chunk`,
  process: (uploadId) => `${PUBLIC_UPLOAD_PATH}/process/${uploadId}`,
  status: (uploadId) => `${PUBLIC_UPLOAD_PATH}/${uploadId}`,
};

interface SendOptions {
  email: string;
  /** Percent of the shipment. */
  onProgress: (percent: number) => void;
  signal: AbortSignal;
}

/**
 * Sends the files of a shipment; when it returns they are kept, when it throws none of them is.
 * A file in chunks goes on where an earlier try was cut off. Throws UploadError, or the signal's AbortError.
 */
export async function sendShipment(shipment: Shipment, options: SendOptions): Promise<void> {
  if (shipment.by === 'chunks') await sendInChunks(shipment.item, options);
  else await uploadForm<PublicUploadResponse>(PUBLIC_UPLOAD_PATH, formOf(shipment.items, options.email), options);
}

/** The multipart form of SPEC 7. The texts come first, so that a server can decide by them before it reads the files. */
export function formOf(items: readonly UploadItem[], email: string): FormData {
  const form = new FormData();
  form.set('submitterEmail', email);
  form.set('fileCount', String(items.length));
  for (const [number, { description }] of items.entries()) form.set(publicDescriptionField(number), description);
  for (const [number, { file }] of items.entries()) form.set(publicFileField(number), file);
  return form;
}

/** Sessions that are not finished. The server keeps e-mail and description with a session, so others need another one. */
const openSessions = new WeakMap<File, { fields: string; uploadId: string }>();

async function sendInChunks({ file, description }: UploadItem, { email, onProgress, signal }: SendOptions) {
  const startFields = { submitterEmail: email, description };
  const fields = JSON.stringify(startFields);
  const earlier = openSessions.get(file);
  await uploadFile<PublicUploadResponse>(PUBLIC_UPLOADS, file, {
    filename: file.name,
    mimeType: file.type,
    startFields,
    uploadId: earlier?.fields === fields ? earlier.uploadId : undefined,
    onSession: (uploadId) => openSessions.set(file, { fields, uploadId }),
    onProgress,
    signal,
  });
  openSessions.delete(file);
}
