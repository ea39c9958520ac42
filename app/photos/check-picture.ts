import { PHOTO_MAX_BYTES } from '../../api/contract/limits.js';

/** Whether a chosen file can be a photo: an image, not empty, at most 10 MB. The server looks into the file itself. */
export function isAcceptablePicture({ type, size }: Pick<File, 'type' | 'size'>): boolean {
  return type.startsWith('image/') && size > 0 && size <= PHOTO_MAX_BYTES;
}
