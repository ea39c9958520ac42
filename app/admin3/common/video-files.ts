import { HOSTED_VIDEO_EXPECTED, parseHostedVideo } from '../../../api/contract/media/hosted-video.js';
import { VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import { isVideo } from '../../shared/files.js';
import { UPLOAD_MESSAGES } from './upload.messages.js';

/** Files whose type or name says that they are videos; what a file really holds is for the server to find out. */
export function keepVideos<T extends Pick<File, 'name' | 'type'>>(files: readonly T[]): T[] {
  return files.filter(isVideo);
}

/** Whether the server would refuse the file at its first byte. */
export function isTooLarge({ size }: Pick<File, 'size'>): boolean {
  return size > VIDEO_MAX_BYTES;
}

/** True, or what is wrong with the chosen file. */
export function checkFile(files: ArrayLike<File> | null): true | string {
  const file = files?.[0];
  if (file === undefined || keepVideos([file]).length === 0) return UPLOAD_MESSAGES.notAVideo;
  return isTooLarge(file) ? UPLOAD_MESSAGES.tooLarge(file.name, file.size) : true;
}

/** True, or what is wrong with the given address. */
export function checkAddress(address: string): true | string {
  return parseHostedVideo(address) ? true : HOSTED_VIDEO_EXPECTED;
}
