import { type ComponentProps, useState } from 'react';
import { findPlaybackFailure, type PlaybackFailure } from '../http/playback-failure.js';
import { StatusLine } from './status-line.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

interface WatchedVideoProps extends Omit<ComponentProps<'video'>, 'src' | 'onError'> {
  src: string;
  /** What the file there is by now: with another, a failure of before counts no more, and it is loaded anew. */
  version?: string;
  whyNot?: (failure: PlaybackFailure) => string;
  /** Of the player and the words below it. */
  frame?: string;
}

/** A player, and below it why it does not play. */
export function WatchedVideo({
  src,
  version = '',
  whyNot = whyNotPlayed,
  frame = '',
  onLoadedMetadata,
  children,
  ...player
}: WatchedVideoProps) {
  const [failed, setFailed] = useState<{ file: string; failure: PlaybackFailure } | null>(null);
  const [loads, setLoads] = useState(1);
  const file = `${src} ${version}`;
  if (failed && failed.file !== file) {
    setFailed(null);
    setLoads(loads + 1);
  }
  const explain = async (video: HTMLVideoElement) => {
    const failure = await findPlaybackFailure(src, video.error?.code);
    if (video.getAttribute('src') === src) setFailed({ file, failure });
  };
  return (
    <div className={`grid content-start gap-2 ${frame}`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words stand beside it, where there are any */}
      <video
        {...player}
        key={loads}
        controls
        playsInline
        src={src}
        onError={({ currentTarget }) => void explain(currentTarget)}
        onLoadedMetadata={(event) => {
          setFailed(null);
          onLoadedMetadata?.(event);
        }}
      >
        {children}
      </video>
      <StatusLine tone="warn" className={failed ? 'bg-surface text-sm' : 'sr-only'}>
        {failed && whyNot(failed.failure)}
      </StatusLine>
    </div>
  );
}

function whyNotPlayed(failure: PlaybackFailure): string {
  return failure === 'not-loaded' ? TEXT.videoNotLoaded : TEXT.videoNotPlayable;
}
