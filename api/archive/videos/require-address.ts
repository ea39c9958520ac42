import { HOSTED_VIDEO_EXPECTED, parseHostedVideo, watchAddress } from '../../contract/hosted-video.js';
import { AppError } from '../../platform/http/app-error.js';

/** The one address of the hosted video that a client named; null when it named none. 400 when it is no such address. */
export function requireAddress(given: string | undefined): string | null {
  if (given === undefined) return null;
  const video = parseHostedVideo(given);
  if (!video) throw new AppError(400, 'video_url_refused', HOSTED_VIDEO_EXPECTED);
  return watchAddress(video);
}
