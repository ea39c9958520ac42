import { VIDEO_MAX_BYTES } from '../../../api/contract/limits.js';

type FileFacts = Pick<File, 'type' | 'size'>;

/** Files whose type says that they are videos; what a file really holds is for the server to find out. */
export function keepVideos<T extends Pick<File, 'type'>>(files: readonly T[]): T[] {
  return files.filter((file) => file.type.startsWith('video/'));
}

/** Whether the server would refuse the file at its first byte. */
export function isTooLarge({ size }: Pick<FileFacts, 'size'>): boolean {
  return size > VIDEO_MAX_BYTES;
}
