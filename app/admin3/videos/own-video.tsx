import { type ComponentProps, useState } from 'react';
import { isBeingPrepared } from '../../../api/contract/preparation.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { findPlaybackFailure, type PlaybackFailure } from '../../shared/http/playback-failure.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { LIST_MESSAGES, VIEW_MESSAGES as MESSAGES } from '../common/admin3.messages.js';

interface OwnVideoProps extends Omit<ComponentProps<'video'>, 'src' | 'onError'> {
  video: ShowcaseVideo;
  /** Of the player itself. */
  frame: string;
}

/** A video whose file is here, and below it why it does not play. */
export function OwnVideo({ video, frame, className = '', children, ...player }: OwnVideoProps) {
  const [failure, setFailure] = useState<PlaybackFailure | null>(null);
  const source = video.videoUrl ?? '';
  const explain = async (error: MediaError | null) => setFailure(await findPlaybackFailure(source, error?.code));
  return (
    <div className={`grid content-start gap-2 ${className}`}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its whole transcript stands beside it */}
      <video
        {...player}
        controls
        playsInline
        preload="metadata"
        src={source}
        aria-label={video.title}
        onError={({ currentTarget }) => void explain(currentTarget.error)}
        className={`mx-auto object-contain ${frame}`}
      >
        {children}
      </video>
      <StatusLine tone="warn" className={failure ? 'bg-surface' : 'sr-only'}>
        {failure && whyNotPlayed(video, failure)}
      </StatusLine>
    </div>
  );
}

function whyNotPlayed({ preparation }: ShowcaseVideo, failure: PlaybackFailure): string {
  if (failure === 'not-loaded') return MESSAGES.notLoaded;
  if (!preparation || preparation.state === 'ready') return MESSAGES.notPlayable;
  if (preparation.state === 'failed') return LIST_MESSAGES.cannotBePlayed(preparation.problem ?? '');
  return isBeingPrepared(preparation) ? MESSAGES.notPlayableYet : MESSAGES.originalNotPlayable;
}
