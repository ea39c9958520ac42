import { findMediaType } from './media-types.js';

const EXTENSION = /\.[a-z0-9]{1,5}$/i;

/** A person's own name of their file, ended by what the file really is: a picture opens as nothing else on a desktop. */
export function originalFileName(originalName: string, mimeType: string): string {
  const type = findMediaType(mimeType);
  const stem = originalName.replace(EXTENSION, '') || (type?.family === 'video' ? 'video' : 'photo');
  return `${stem}.${type?.extension ?? 'bin'}`;
}
