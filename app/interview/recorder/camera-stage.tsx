import { type ReactNode, type Ref, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/answers.js';
import { AnswerPlayback } from './answer-playback.js';
import { LivePicture } from './live-picture.js';
import { PermissionPrompt } from './permission-prompt.js';
import { SOURCE_MESSAGES } from './recorder.messages.js';
import type { RecorderState } from './recorder-state.js';
import { TakePlayer } from './take-player.js';
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

/** The 9:16 picture: the camera, the take under review, the stored answer; or words that ask for something. */
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
  if ('take' in state) return <TakePlayer take={state.take} headingRef={props.reviewRef} />;
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
  if ('take' in state) return state.take.mimeType.startsWith('audio/');
  return isOff(state) ? answer?.id === soundOnlyId : source === 'microphone';
}

function isOff({ phase }: RecorderState): boolean {
  return phase === 'idle' || phase === 'replacing';
}
