import { Play } from 'lucide-react';
import { useState } from 'react';
import { embedAddress, HOST_NAMES, parseHostedVideo } from '../../../../api/contract/media/hosted-video.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { Button } from '../../../shared/ui/button.js';
import { VIEW_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';

interface HostedVideoProps {
  video: ShowcaseVideo;
  className: string;
}

/** A video that stands at a host: its picture, and after a press of play the host's player in its place. */
export function HostedVideo({ video, className }: HostedVideoProps) {
  const [isPlaying, setPlaying] = useState(false);
  const hosted = video.videoUrl === null ? null : parseHostedVideo(video.videoUrl);
  if (!hosted) return null;
  const host = HOST_NAMES[hosted.host];
  if (!isPlaying) {
    return (
      <div
        className={`relative grid w-full place-content-center justify-items-center gap-2 p-4 text-center ${className}`}
      >
        {video.posterUrl && (
          <img src={video.posterUrl} alt="" className="absolute inset-0 size-full rounded-card object-contain" />
        )}
        <Button className="relative" onClick={() => setPlaying(true)}>
          <Play size={20} aria-hidden />
          {MESSAGES.play}
        </Button>
        <p className="relative rounded-control bg-ground px-2 text-sm">{MESSAGES.playsFrom(host)}</p>
      </div>
    );
  }
  return (
    <iframe
      title={MESSAGES.frameTitle(host, video.title)}
      src={embedAddress(hosted)}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      // What a player needs, and not to lead this page away.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- only a frame of this page's own origin could take its sandbox off
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
      // The host learns the site alone: makers of a video choose the sites that may show it.
      referrerPolicy="strict-origin"
      className={`w-full ${className}`}
    />
  );
}
