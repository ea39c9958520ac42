import { PUBLIC_IMAGE_MAX_BYTES } from '../../contract/limits.js';
import { AppError } from '../../platform/http/app-error.js';
import { sniffMedia } from '../../media/store/sniff-media.js';
import type { SubmittedFile } from './public-uploads.service.js';

/**
 * Refuses what is neither picture nor video by its bytes, and pictures over the limit. The message names the file: several
 * may have come together.
 * @throws AppError 415 `unsupported_media`, 413 `too_large`
 */
export async function checkMedia({ path, bytes, originalName }: SubmittedFile): Promise<void> {
  const type = await sniffMedia(path);
  if (type === null) {
    const message = `"${originalName}" is not a picture or a video of a kind that we can keep. Nothing was saved.`;
    throw new AppError(415, 'unsupported_media', message);
  }
  if (type.family === 'image' && bytes > PUBLIC_IMAGE_MAX_BYTES) {
    const limit = `Pictures can have up to ${PUBLIC_IMAGE_MAX_BYTES / 1024 / 1024}MB.`;
    throw new AppError(413, 'too_large', `"${originalName}" is too large. ${limit} Nothing was saved.`);
  }
}
