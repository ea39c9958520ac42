import { EyeOff, Mic } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { CalmSurface } from './calm-surface.js';
import { formatDuration } from './format-duration.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';
import type { RecorderState } from './recorder-state.js';
import type { RecordingSource } from './recording-source.js';

interface LivePictureProps {
  state: RecorderState;
  source: RecordingSource;
  stream: MediaStream | null;
  /** The person would rather not see themselves while they record. */
  hidesPicture: boolean;
}

/** What is recorded, as it is now, with the countdown or the recording time on it. */
export function LivePicture({ state, source, stream, hidesPicture }: LivePictureProps) {
  const isRecording = state.phase === 'recording' || state.phase === 'stopping';
  return (
    <>
      <LiveSurface source={source} stream={stream} isHidden={hidesPicture && isRecording} />
      {state.phase === 'countdown' && (
        <p
          aria-hidden
          className="absolute inset-0 m-auto grid size-32 place-items-center rounded-full bg-ground font-serif text-3xl"
        >
          {state.secondsLeft}
        </p>
      )}
      {isRecording && <RecSign elapsedSeconds={state.elapsedSeconds} />}
      {state.phase === 'ready' && state.problem === 'not-started' && (
        <p role="alert" className="absolute inset-x-3 top-3 rounded-control bg-ground p-3 text-sm">
          {TEXT.startFailed}
        </p>
      )}
    </>
  );
}

function LiveSurface({
  source,
  stream,
  isHidden,
}: Pick<LivePictureProps, 'source' | 'stream'> & { isHidden: boolean }) {
  if (source === 'microphone') return <CalmSurface icon={Mic}>{TEXT.voiceOnly}</CalmSurface>;
  return isHidden ? <CalmSurface icon={EyeOff}>{TEXT.pictureHidden}</CalmSurface> : <Mirror stream={stream} />;
}

/** The camera's picture, mirrored as people know themselves. */
function Mirror({ stream }: { stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return <video ref={video} autoPlay muted playsInline className="size-full -scale-x-100 object-cover" />;
}

function RecSign({ elapsedSeconds }: { elapsedSeconds: number }) {
  return (
    <p className="absolute top-2 left-2 flex items-center gap-2 rounded-full bg-ground px-3 py-1 text-sm">
      <span aria-hidden className="size-2.5 rounded-full bg-danger" />
      <span className="font-semibold text-danger">{TEXT.rec}</span>
      <span role="timer" aria-label={TEXT.elapsed} className="tabular-nums">
        {formatDuration(elapsedSeconds)}
      </span>
    </p>
  );
}
