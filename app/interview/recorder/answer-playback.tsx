import { AudioLines } from 'lucide-react';
import { useState } from 'react';
import { type AnswerVideo, answerStreamPath } from '../../../api/contract/answers.js';
import { Button } from '../../shared/ui/button.js';
import { CalmSurface } from './calm-surface.js';
import { isPhone, readDeviceTraits } from './is-phone.js';
import { fitOf, type Picture, pictureOf } from './picture.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';

type Playback = 'loading' | 'ready' | 'not-loaded' | 'not-playable';

interface AnswerPlaybackProps {
  answer: AnswerVideo;
  /** Told that there is nothing to see, once that is known. */
  onSoundOnly: () => void;
}

/** Plays the stored answer to a question. */
export function AnswerPlayback({ answer, onSoundOnly }: AnswerPlaybackProps) {
  const [playback, setPlayback] = useState<Playback>('loading');
  const [picture, setPicture] = useState<Picture>('upright');
  const [tries, setTries] = useState(0);
  const source = isPhone(readDeviceTraits()) ? answer.videoUrl : answerStreamPath(answer.id);

  const tryAgain = () => {
    setPlayback('loading');
    setTries(tries + 1);
  };
  const explainFailure = async () => setPlayback((await isReachable(source)) ? 'not-playable' : 'not-loaded');

  if (playback === 'not-loaded' || playback === 'not-playable') {
    return <PlaybackFailure isReachable={playback === 'not-playable'} onTryAgain={tryAgain} />;
  }
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- answers get captions only once they are published */}
      <video
        key={tries}
        src={source}
        controls
        playsInline
        preload="metadata"
        aria-label={TEXT.answerVideo}
        className={`size-full ${fitOf(picture)}`}
        onLoadedMetadata={({ currentTarget }) => {
          const shown = pictureOf(currentTarget);
          setPicture(shown);
          if (shown === 'none') onSoundOnly();
          setPlayback('ready');
        }}
        onError={() => void explainFailure()}
      />
      {picture === 'none' && (
        <CalmSurface icon={AudioLines} isAboveControls>
          {TEXT.soundOnly}
        </CalmSurface>
      )}
      {playback === 'loading' && (
        <p className="absolute inset-0 grid place-items-center bg-surface text-muted">{TEXT.videoLoading}</p>
      )}
    </>
  );
}

interface PlaybackFailureProps {
  /** The file is there, but this device cannot show it. */
  isReachable: boolean;
  onTryAgain: () => void;
}

function PlaybackFailure({ isReachable: fileIsThere, onTryAgain }: PlaybackFailureProps) {
  return (
    <div role="alert" className="flex size-full flex-col items-center justify-center gap-3 p-4 text-center">
      <h3 className="text-lg">{fileIsThere ? TEXT.playbackError : TEXT.videoNotLoaded}</h3>
      {fileIsThere && <p className="text-sm text-muted">{TEXT.playbackErrorHint}</p>}
      <Button variant="outline" onClick={onTryAgain}>
        {TEXT.tryAgain}
      </Button>
    </div>
  );
}

/** A video element reports a missing file and an unknown format alike. */
async function isReachable(source: string): Promise<boolean> {
  try {
    return (await fetch(source, { method: 'HEAD' })).ok;
  } catch {
    return false;
  }
}
