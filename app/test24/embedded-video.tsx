import { Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../shared/ui/button.js';
import { TEST24_MESSAGES as TEXT } from './test24.messages.js';
import { type Embed, embedAddress } from './embed-address.js';

interface EmbeddedVideoProps {
  embed: Embed;
  /** Null until someone has pressed play: until then nothing of the host is loaded. */
  startSeconds: number | null;
  onPlay: () => void;
}

/** The host's player in a frame, which is not there before it is asked for. */
export function EmbeddedVideo({ embed, startSeconds, onPlay }: EmbeddedVideoProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (startSeconds !== null) frame.current?.focus();
  }, [startSeconds]);

  if (startSeconds === null) {
    return (
      <div className="grid min-h-64 w-full place-content-center justify-items-center gap-4 rounded-card bg-surface p-6 text-center md:aspect-video">
        <Button onClick={onPlay}>
          <Play size={20} aria-hidden />
          {TEXT.play}
        </Button>
        <p className="measure text-sm text-muted">{TEXT.privacy(new URL(embed.origin).host)}</p>
        <p className="text-sm text-muted">{TEXT.film}</p>
      </div>
    );
  }
  return (
    <iframe
      // Another start is another visit: the player reads it only when it is loaded.
      key={startSeconds}
      ref={frame}
      title={TEXT.frameTitle}
      src={embedAddress(embed, startSeconds)}
      allow="autoplay; fullscreen; picture-in-picture"
      // What a player needs, and not to lead this page away.
      // oxlint-disable-next-line react/iframe-missing-sandbox -- only a frame of this page's own origin could take its sandbox off
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      referrerPolicy="no-referrer"
      className="aspect-video w-full rounded-card bg-surface"
    />
  );
}
