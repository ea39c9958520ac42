import { PUBLIC_IMAGE_MAX_BYTES } from '../../contract/common/limits.js';
import { PUBLIC_IMAGE_TOO_LARGE } from '../../contract/common/wordings.js';
import { AppError } from '../../platform/http/app-error.js';
import { refusalOf, sniffWanted } from '../../media/store/sniff-media.js';
import type { SubmittedFile } from './public-uploads.service.js';

/**
 * What is said of a file that is neither picture nor video by its bytes, or not all of one, and of a picture over the limit: 415
 * `unsupported_media`, 413 `too_large`, naming the file, as several may have come together. Null for what can be kept.
 */
export async function findRefusal({ path, bytes, originalName }: SubmittedFile): Promise<AppError | null> {
  const type = await sniffWanted(path, 'media');
  if (type === null) {
    return new AppError(415, 'unsupported_media', `"${originalName}" ${await refusalOf(path, 'media')}`);
  }
  if (type.family === 'image' && bytes > PUBLIC_IMAGE_MAX_BYTES) {
    return new AppError(413, 'too_large', `"${originalName}" is too large. ${PUBLIC_IMAGE_TOO_LARGE}`);
  }
  return null;
}

/** All that came together was refused: with the status and the code of the first. */
export function nothingSaved(first: AppError, ...others: AppError[]): AppError {
  const messages = [first, ...others].map(({ message }) => message).join(' ');
  return new AppError(first.status, first.code, `${messages} Nothing was saved.`);
}
