import type { ComponentProps } from 'react';
import { isBeingPrepared } from '../../../../api/contract/media/preparation.js';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import type { PlaybackFailure } from '../../../shared/http/playback-failure.js';
import { WatchedVideo } from '../../../shared/ui/watched-video.js';
import { LIST_MESSAGES, VIEW_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';

interface OwnVideoProps extends Omit<ComponentProps<typeof WatchedVideo>, 'src' | 'whyNot' | 'frame'> {
  video: ShowcaseVideo;
  /** Of the player itself. */
  frame: string;
}

/** A video whose file is here, and below it why it does not play. */
export function OwnVideo({ video, frame, className = '', ...player }: OwnVideoProps) {
  return (
    <WatchedVideo
      {...player}
      preload="metadata"
      src={video.videoUrl ?? ''}
      version={video.preparation?.state === 'ready' ? 'prepared' : 'as uploaded'}
      aria-label={video.title}
      whyNot={(failure) => whyNotPlayed(video, failure)}
      frame={className}
      className={`mx-auto object-contain ${frame}`}
    />
  );
}

function whyNotPlayed({ preparation }: ShowcaseVideo, failure: PlaybackFailure): string {
  if (failure === 'not-loaded') return MESSAGES.notLoaded;
  if (!preparation || preparation.state === 'ready') return MESSAGES.notPlayable;
  if (preparation.state === 'failed') return LIST_MESSAGES.cannotBePlayed(preparation.problem ?? '');
  return isBeingPrepared(preparation) ? MESSAGES.notPlayableYet : MESSAGES.originalNotPlayable;
}
