import { Camera, EyeOff, Mic } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/answers.js';
import { Button } from '../../shared/ui/button.js';
import { AnswerPlayback, CalmSurface, RecordingPlayer } from './playback.js';
import type { RecorderState, RecordingSource, SourceRefusal } from './recorder-state.js';
import { RECORDER_MESSAGES as TEXT, SOURCE_MESSAGES } from './recorder.messages.js';
import { formatDuration } from './recording.js';
import type { Recorder } from './use-recorder.js';

interface CameraStageProps {
  recorder: Recorder;
  /** The stored answer to the question, when there is one. */
  answer: AnswerVideo | null;
  /** What is to be decided first, in words. */
  offer: ReactNode;
  hidesPicture: boolean;
  reviewRef: Ref<HTMLHeadingElement>;
}

/** The 9:16 picture: the camera, the recording under review, the stored answer; or words that ask for something. */
export function CameraStage(props: CameraStageProps) {
  const [soundOnlyId, setSoundOnlyId] = useState<string | null>(null);
  const isWide = props.offer !== null || needsPrompt(props) || isSoundOnly(props, soundOnlyId);
  return (
    <div className="grid h-full place-items-center [container-type:size]">
      <section
        aria-label={SOURCE_MESSAGES[props.recorder.source].label}
        className={`relative overflow-hidden rounded-card bg-surface ${isWide ? WIDE : UPRIGHT}`}
      >
        {props.offer ?? <StageContent {...props} onSoundOnly={setSoundOnlyId} />}
      </section>
    </div>
  );
}

/** As large as the room allows, whichever side is short. */
const UPRIGHT = 'aspect-[9/16] w-[min(100cqw,56.25cqh)]';
/** Words, and the controls of a sound, need more width than a small phone's upright picture has. */
const WIDE = 'size-full md:aspect-[9/16] md:h-auto md:w-[min(100cqw,56.25cqh)]';

function StageContent(props: CameraStageProps & { onSoundOnly: (answerId: string) => void }) {
  const { answer } = props;
  const { state, source, stream, actions } = props.recorder;
  if (needsPrompt(props)) {
    const refusal = state.phase === 'refused' ? state.reason : null;
    const isAsking = state.phase === 'asking';
    return <PermissionPrompt source={source} refusal={refusal} isAsking={isAsking} onAllow={actions.allow} />;
  }
  if ('recording' in state) return <RecordingPlayer recording={state.recording} headingRef={props.reviewRef} />;
  if (answer && isOff(state)) {
    return <AnswerPlayback key={answer.id} answer={answer} onSoundOnly={() => props.onSoundOnly(answer.id)} />;
  }
  return <LivePicture state={state} source={source} stream={stream} hidesPicture={props.hidesPicture} />;
}

function needsPrompt({ recorder: { state }, answer }: CameraStageProps): boolean {
  return state.phase === 'asking' || state.phase === 'refused' || (isOff(state) && !answer);
}

/** Of a stored answer it is known only when it has been loaded. */
function isSoundOnly({ recorder: { state, source }, answer }: CameraStageProps, soundOnlyId: string | null): boolean {
  if ('recording' in state) return state.recording.mimeType.startsWith('audio/');
  return isOff(state) ? answer?.id === soundOnlyId : source === 'microphone';
}

function isOff({ phase }: RecorderState): boolean {
  return phase === 'idle' || phase === 'replacing';
}

interface LivePictureProps {
  state: RecorderState;
  source: RecordingSource;
  stream: MediaStream | null;
  /** The person would rather not see themselves while they record. */
  hidesPicture: boolean;
}

/** What is recorded, as it is now, with the countdown or the recording time on it. */
function LivePicture({ state, source, stream, hidesPicture }: LivePictureProps) {
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

interface PermissionPromptProps {
  source: RecordingSource;
  refusal: SourceRefusal | null;
  /** The browser's own question is open. */
  isAsking: boolean;
  onAllow: () => void;
}

/** Says that the camera or the microphone is needed, or why it could not be opened, and asks for it. */
function PermissionPrompt({ source, refusal, isAsking, onAllow }: PermissionPromptProps) {
  const { permissionRequired, allow, refusals } = SOURCE_MESSAGES[source];
  const { title, description } = refusal ? refusals[refusal] : permissionRequired;
  const Icon = source === 'camera' ? Camera : Mic;
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center">
      <Icon size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg" role={refusal ? 'alert' : undefined}>
        {title}
      </h3>
      <p className="text-sm text-muted">{isAsking ? TEXT.asking : description}</p>
      {refusal !== 'unsupported' && (
        <Button pending={isAsking} onClick={onAllow} className="px-3">
          {refusal ? TEXT.tryAgain : allow}
        </Button>
      )}
    </div>
  );
}
