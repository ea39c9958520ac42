import { Camera, EyeOff, Mic } from 'lucide-react';
import { type ReactNode, type Ref, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import { Button } from '../../shared/ui/button.js';
import { CameraAppButton } from './camera-app.js';
import type { ChooseFile } from './recording.js';
import { AnswerPlayback, CalmSurface, fitOf, type Picture, pictureOf, RecordingPlayer } from './playback.js';
import {
  isRolling,
  type RecorderState,
  type RecordingProblem,
  type RecordingSource,
  type SourceRefusal,
} from './recorder-state.js';
import { RECORDER_MESSAGES as TEXT, SOURCE_MESSAGES } from './recorder.messages.js';
import type { Recorder } from './use-recorder.js';

interface CameraStageProps {
  recorder: Recorder;
  /** The stored answer to the question, when there is one. */
  answer: AnswerVideo | null;
  /** What is to be decided first, in words. */
  offer: ReactNode;
  asksForRoom: boolean;
  hidesPicture: boolean;
  reviewRef: Ref<HTMLHeadingElement>;
  /** A recording that was made elsewhere. */
  onChooseFile: ChooseFile;
}

/** The 9:16 picture: the camera, the recording under review, the stored answer; or words that ask for something. */
export function CameraStage(props: CameraStageProps) {
  const [soundOnlyId, setSoundOnlyId] = useState<string | null>(null);
  const isWords = props.offer !== null || needsPrompt(props) || isSoundOnly(props, soundOnlyId);
  return (
    <div className="stage" data-kind={isWords ? 'words' : 'picture'}>
      <section aria-label={SOURCE_MESSAGES[props.recorder.state.source].label} className="stage-panel">
        {props.offer ?? <StageContent {...props} onSoundOnly={setSoundOnlyId} />}
      </section>
    </div>
  );
}

function StageContent(props: CameraStageProps & { onSoundOnly: (answerId: string) => void }) {
  const { answer } = props;
  const { state, stream, actions } = props.recorder;
  if (needsPrompt(props)) {
    const refusal = state.phase === 'refused' ? state.reason : null;
    const isAsking = state.phase === 'asking';
    return (
      <PermissionPrompt
        source={state.source}
        refusal={refusal}
        isAsking={isAsking}
        isPending={props.asksForRoom}
        onAllow={actions.allow}
        onChooseFile={props.onChooseFile}
      />
    );
  }
  if ('recording' in state) return <RecordingPlayer recording={state.recording} headingRef={props.reviewRef} />;
  if (answer && isOff(state)) {
    return <AnswerPlayback key={answer.id} answer={answer} onSoundOnly={() => props.onSoundOnly(answer.id)} />;
  }
  return <LivePicture {...props} state={state} stream={stream} />;
}

function needsPrompt({ recorder: { state }, answer }: CameraStageProps): boolean {
  return state.phase === 'asking' || state.phase === 'refused' || (isOff(state) && !answer);
}

/** Of a stored answer it is known only when it has been loaded. */
function isSoundOnly({ recorder: { state }, answer }: CameraStageProps, soundOnlyId: string | null): boolean {
  if ('recording' in state) return state.recording.mimeType.startsWith('audio/');
  return isOff(state) ? answer?.id === soundOnlyId : state.source === 'microphone';
}

function isOff({ phase }: RecorderState): boolean {
  return phase === 'idle' || phase === 'replacing';
}

const PROBLEMS: Record<RecordingProblem, string> = {
  'not-started': TEXT.startFailed,
  'nothing-recorded': TEXT.nothingRecorded,
  'tried-in-vain': TEXT.triedInVain,
};

interface LivePictureProps {
  state: RecorderState;
  stream: MediaStream | null;
  /** The person would rather not see themselves while they record. */
  hidesPicture: boolean;
  onChooseFile: ChooseFile;
}

/** What is recorded, as it is now, with the countdown on it. */
function LivePicture({ state, stream, hidesPicture, onChooseFile }: LivePictureProps) {
  return (
    <>
      <LiveSurface source={state.source} stream={stream} isHidden={hidesPicture && isRolling(state)} />
      {state.phase === 'countdown' && (
        <p
          aria-hidden
          className="absolute inset-0 m-auto grid size-32 place-items-center rounded-full bg-ground font-serif text-3xl"
        >
          {state.secondsLeft}
        </p>
      )}
      {state.phase === 'ready' && state.problem !== null && (
        <div className="absolute inset-x-3 top-3 grid gap-3 rounded-control bg-ground p-3 text-sm">
          <p role="alert">{PROBLEMS[state.problem]}</p>
          <CameraAppButton onChooseFile={onChooseFile} />
        </div>
      )}
    </>
  );
}

function LiveSurface({
  source,
  stream,
  isHidden,
}: Pick<LivePictureProps, 'stream'> & { source: RecordingSource; isHidden: boolean }) {
  if (source === 'microphone') return <CalmSurface icon={Mic}>{TEXT.voiceOnly}</CalmSurface>;
  return isHidden ? <CalmSurface icon={EyeOff}>{TEXT.pictureHidden}</CalmSurface> : <Mirror stream={stream} />;
}

/** The camera's picture, mirrored as people know themselves, and all of it that is recorded. */
function Mirror({ stream }: { stream: MediaStream | null }) {
  const video = useRef<HTMLVideoElement>(null);
  const [picture, setPicture] = useState<Picture>('upright');
  const look = ({ currentTarget }: SyntheticEvent<HTMLVideoElement>) => setPicture(pictureOf(currentTarget));
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <video
      ref={video}
      autoPlay
      muted
      playsInline
      onLoadedMetadata={look}
      onResize={look}
      className={`size-full -scale-x-100 ${fitOf(picture)}`}
    />
  );
}

interface PermissionPromptProps {
  source: RecordingSource;
  refusal: SourceRefusal | null;
  /** The browser's own question is open. */
  isAsking: boolean;
  isPending: boolean;
  onAllow: () => void;
  onChooseFile: ChooseFile;
}

/** Says that the camera or the microphone is needed, or why it could not be opened, and asks for it. */
function PermissionPrompt({ source, refusal, isAsking, isPending, onAllow, onChooseFile }: PermissionPromptProps) {
  const { permissionRequired, allow, refusals } = SOURCE_MESSAGES[source];
  const { title, description } = refusal ? refusals[refusal] : permissionRequired;
  const Icon = source === 'camera' ? Camera : Mic;
  const isHopeless = refusal === 'unsupported' || refusal === 'not-possible';
  return (
    <div className="stage-words">
      <Icon size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg" role={refusal ? 'alert' : undefined}>
        {title}
      </h3>
      <p className="text-sm text-muted">{isAsking ? TEXT.asking : description}</p>
      {isHopeless && <p className="text-sm">{TEXT.wayOut}</p>}
      {isHopeless && <CameraAppButton onChooseFile={onChooseFile} />}
      {!isHopeless && (
        <Button pending={isAsking || isPending} onClick={onAllow} className="px-3">
          {refusal ? TEXT.tryAgain : allow}
        </Button>
      )}
    </div>
  );
}
