import { AudioLines, type LucideIcon, Play } from 'lucide-react';
import { type ComponentProps, type Ref, type RefObject, useRef, useState } from 'react';
import { type AnswerPiece, answerStreamPath, type AnswerVideo } from '../../../api/contract/interview/answers.js';
import { useFileSource } from '../../shared/files.js';
import { findPlaybackFailure, type PlaybackFailure } from '../../shared/http/playback-failure.js';
import { Button } from '../../shared/ui/button.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';
import { isPhone, readDeviceTraits } from './recording-settings.js';
import type { Recording } from './recording.js';

interface RecordingPlayerProps {
  recording: Recording;
  headingRef: Ref<HTMLHeadingElement>;
}

/** Plays a recording from memory. */
export function RecordingPlayer({ recording, headingRef }: RecordingPlayerProps) {
  const video = useFileSource<HTMLVideoElement>(recording.blob);
  const [picture, setPicture] = useState<Picture>('upright');
  // A file that was chosen may be of a kind which only other programs know.
  const [canShow, setCanShow] = useState(true);
  return (
    <>
      <h3
        ref={headingRef}
        tabIndex={-1}
        className="absolute inset-x-0 top-0 z-10 bg-surface p-1 text-center font-sans text-sm leading-tight font-semibold outline-none"
      >
        {TEXT.review}
      </h3>
      {canShow ? (
        <PlayableVideo
          videoRef={video}
          aria-label={TEXT.reviewVideo}
          className={`size-full ${fitOf(picture)}`}
          onLoadedMetadata={({ currentTarget }) => {
            setPicture(pictureOf(currentTarget));
            measureDuration(currentTarget);
          }}
          onError={() => setCanShow(false)}
        />
      ) : (
        <p className="grid size-full place-content-center p-4 text-center text-sm text-muted">{TEXT.cannotShow}</p>
      )}
      {canShow && picture === 'none' && (
        <CalmSurface icon={AudioLines} isAboveControls>
          {TEXT.soundOnly}
        </CalmSurface>
      )}
    </>
  );
}

interface PlayableVideoProps extends Omit<ComponentProps<'video'>, 'ref'> {
  videoRef: RefObject<HTMLVideoElement | null>;
}

/**
 * A video with a large Play in its middle: browsers draw none on a picture as small as a phone's. Their own controls are
 * there from the first time it plays.
 */
function PlayableVideo({ videoRef, ...video }: PlayableVideoProps) {
  const [play, setPlay] = useState<'none-yet' | 'running' | 'paused'>('none-yet');
  const start = () => {
    // Refused, or cut short by another press: the button is still there.
    void videoRef.current?.play().catch(() => undefined);
    videoRef.current?.focus();
  };
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- answers get captions only once they are published */}
      <video
        {...video}
        ref={videoRef}
        controls={play !== 'none-yet'}
        tabIndex={0}
        playsInline
        preload="metadata"
        onPlaying={() => setPlay('running')}
        onPause={() => setPlay('paused')}
        onEnded={(event) => {
          setPlay('paused');
          video.onEnded?.(event);
        }}
      />
      {play !== 'running' && (
        <div className="stage-play">
          <button type="button" aria-label={TEXT.play} onClick={start}>
            <Play size={32} aria-hidden />
          </button>
        </div>
      )}
    </>
  );
}

/** A recorder writes no duration; a jump to beyond the end makes the browser find it, so that its time line works. */
function measureDuration(video: HTMLVideoElement): void {
  if (Number.isFinite(video.duration)) return;
  video.addEventListener('durationchange', () => (video.currentTime = 0), { once: true });
  video.currentTime = Number.MAX_SAFE_INTEGER;
}

type Playback = 'loading' | 'ready' | PlaybackFailure;

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
  const video = useRef<HTMLVideoElement>(null);
  const { pieces, isJoined } = answer;
  // Until they are one recording, its pieces are played one after the other.
  const [reached, setReached] = useState<AnswerPiece | null>(null);
  const reachedIndex = pieces.findIndex(({ id }) => id === reached?.id);
  // What was reached may have been moved, or removed.
  const pieceIndex = Math.max(0, reachedIndex);
  const piece = isJoined ? undefined : pieces[pieceIndex];
  const whole = isPhone(readDeviceTraits()) ? answer.videoUrl : answerStreamPath(answer.id);
  const source = piece?.videoUrl ?? whole;

  const tryAgain = () => {
    setPlayback('loading');
    setTries(tries + 1);
  };
  const explain = async (error: MediaError | null) => setPlayback(await findPlaybackFailure(source, error?.code));

  if (playback === 'not-loaded' || playback === 'not-playable') {
    return <FailedPlayback failure={playback} onTryAgain={tryAgain} />;
  }
  return (
    <>
      <PlayableVideo
        // The same one for all pieces: it keeps the keyboard, and the whole screen.
        key={tries}
        videoRef={video}
        src={source}
        autoPlay={piece !== undefined && reachedIndex !== -1}
        aria-label={TEXT.answerVideo}
        onEnded={() => piece && setReached(pieces[pieceIndex + 1] ?? null)}
        className={`size-full ${fitOf(picture)}`}
        onLoadedMetadata={({ currentTarget }) => {
          const shown = pictureOf(currentTarget);
          setPicture(shown);
          if (shown === 'none') onSoundOnly();
          setPlayback('ready');
        }}
        onError={({ currentTarget }) => void explain(currentTarget.error)}
      />
      {picture === 'none' && (
        <CalmSurface icon={AudioLines} isAboveControls>
          {TEXT.soundOnly}
        </CalmSurface>
      )}
      {piece && (
        <p className="absolute inset-x-0 top-0 bg-surface p-1 text-center text-sm leading-tight">
          {TEXT.pieceOf(pieceIndex + 1, pieces.length)}
        </p>
      )}
      {playback === 'loading' && (
        <p className="absolute inset-0 grid place-items-end-safe justify-center bg-surface p-3 text-sm text-muted">
          {TEXT.videoLoading}
        </p>
      )}
    </>
  );
}

interface FailedPlaybackProps {
  failure: PlaybackFailure;
  onTryAgain: () => void;
}

function FailedPlayback({ failure, onTryAgain }: FailedPlaybackProps) {
  const isOfDevice = failure === 'not-playable';
  return (
    <div role="alert" className="stage-words size-full">
      <h3 className="text-lg">{isOfDevice ? TEXT.playbackError : TEXT.videoNotLoaded}</h3>
      {isOfDevice && <p className="text-sm text-muted">{TEXT.playbackErrorHint}</p>}
      <Button variant="outline" onClick={onTryAgain}>
        {TEXT.tryAgain}
      </Button>
    </div>
  );
}

interface CalmSurfaceProps {
  icon: LucideIcon;
  /** One line at the top: leaves Play and the controls of a player free. */
  isAboveControls?: boolean;
  children: string;
}

/** Stands where there is no picture to see, or none is wanted. */
export function CalmSurface({ icon: Icon, isAboveControls = false, children }: CalmSurfaceProps) {
  return (
    <div
      className={`pointer-events-none absolute inset-x-0 flex items-center justify-center text-center text-sm text-muted ${isAboveControls ? 'top-8 gap-2' : 'inset-y-0 flex-col gap-3 p-4'}`}
    >
      <Icon size={isAboveControls ? 20 : 32} aria-hidden />
      <p>{children}</p>
    </div>
  );
}

/** What a loaded video shows: nothing but sound, a picture wider than high, or an upright one. */
export type Picture = 'none' | 'wide' | 'upright';

export function pictureOf({ videoWidth, videoHeight }: HTMLVideoElement): Picture {
  if (videoWidth === 0) return 'none';
  return videoWidth > videoHeight ? 'wide' : 'upright';
}

/** An upright picture fills its frame; of a wide one that would cut off the sides, so it lies on a dark ground. */
export function fitOf(picture: Picture): string {
  if (picture === 'upright') return 'object-cover';
  return picture === 'wide' ? 'bg-stage object-contain' : 'object-contain';
}
