import type { AdminVideoData } from '../../api/contract/admin-participants.js';
import { SentVideo } from './sent-video.js';

interface LoadedVideoProps {
  video: AdminVideoData;
  label: string;
}

/** A video that came through the public page; only its beginning is read before it is played. */
export function LoadedVideo({ video: { imageData, videoUrl }, label }: LoadedVideoProps) {
  return <SentVideo src={videoUrl} poster={imageData} preload="metadata" aria-label={label} />;
}
