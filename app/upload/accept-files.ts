import { PUBLIC_IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '../../api/contract/limits.js';

type FileFacts = Pick<File, 'type' | 'size'>;

/** Chosen files, by what becomes of them. What a file really holds is for the server to find out. */
export interface SortedFiles<T> {
  accepted: T[];
  /** Neither picture nor video by their type. */
  otherKinds: T[];
  tooLarge: T[];
}

export function sortFiles<T extends FileFacts>(files: readonly T[]): SortedFiles<T> {
  const sorted: SortedFiles<T> = { accepted: [], otherKinds: [], tooLarge: [] };
  for (const file of files) sorted[fate(file)].push(file);
  return sorted;
}

export function isVideo({ type }: Pick<File, 'type'>): boolean {
  return type.startsWith('video/');
}

function fate(file: FileFacts): keyof SortedFiles<FileFacts> {
  if (isVideo(file)) return file.size > VIDEO_MAX_BYTES ? 'tooLarge' : 'accepted';
  if (file.type.startsWith('image/')) return file.size > PUBLIC_IMAGE_MAX_BYTES ? 'tooLarge' : 'accepted';
  return 'otherKinds';
}
