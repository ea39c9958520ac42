import { parseHostedVideo, type VideoHost } from '../../../api/contract/hosted-video.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';

/** Where a video stands that was not uploaded; null of an uploaded one. */
export function hostOf({ videoUrl, mimeType }: Pick<ShowcaseVideo, 'videoUrl' | 'mimeType'>): VideoHost | null {
  return mimeType === null ? (parseHostedVideo(videoUrl)?.host ?? null) : null;
}
