import type { AdminVideoData } from '../../../api/contract/admin-participants.js';

interface LoadedVideoProps {
  video: AdminVideoData;
  label: string;
}

/** A video that came through the public page; only its beginning is read before it is played. */
export function LoadedVideo({ video: { imageData, videoUrl }, label }: LoadedVideoProps) {
  return (
    // People send their own clips, which nobody has transcribed.
    // eslint-disable-next-line jsx-a11y/media-has-caption
    <video
      controls
      playsInline
      preload="metadata"
      src={videoUrl}
      poster={imageData ?? undefined}
      aria-label={label}
      className="aspect-4/3 w-full rounded-control bg-ground object-contain"
    />
  );
}
