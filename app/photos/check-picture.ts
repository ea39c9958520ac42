import { PHOTO_MAX_BYTES } from '../../api/contract/limits.js';

/** Of telephones' cameras; not every system knows a type for it. */
const HEIC_NAME = /\.hei[cf]$/i;

/** Whether a chosen file can be a photo: an image, not empty, at most 10 MB. The server looks into the file itself. */
export function isAcceptablePicture({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>): boolean {
  const isImage = type.startsWith('image/') || (type === '' && HEIC_NAME.test(name));
  return isImage && size > 0 && size <= PHOTO_MAX_BYTES;
}
