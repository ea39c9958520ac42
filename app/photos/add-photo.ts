import type { AddPhotoRequest, AddPhotoResponse } from '../../api/contract/photos.js';
import type { ProcessUploadResponse } from '../../api/contract/uploads.js';
import { PARTICIPANT_UPLOADS, uploadFile } from '../shared/http/upload-file.js';
import { HttpError } from '../shared/http/http-error.js';
import { request } from '../shared/http/request.js';

export const PHOTOS_PATH = '/api/photos';

/** Uploads one picture and keeps it with its description. Throws UploadError, HttpError or NetworkFailure. */
export async function addPhoto(
  file: File,
  description: string,
  onProgress: (percent: number) => void,
): Promise<AddPhotoResponse> {
  const add = async () => {
    const { name, type: mimeType, size } = file;
    const options = { filename: name, mimeType, onProgress };
    const { uploadId } = await uploadFile<ProcessUploadResponse>(PARTICIPANT_UPLOADS, file, options);
    const body: AddPhotoRequest = { uploadId, originalName: name, description, mimeType, fileSize: size };
    return request<AddPhotoResponse>('POST', PHOTOS_PATH, body);
  };
  try {
    return await add();
  } catch (error) {
    // Lost between the upload and its end: the picture is still here.
    if (error instanceof HttpError && error.status === 410) return add();
    throw error;
  }
}
