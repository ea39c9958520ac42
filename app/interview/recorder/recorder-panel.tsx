import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerVideo } from '../../../api/contract/interview/answers.js';
import { AGREED_FRAGMENT } from '../../../api/contract/consent/consent.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { Dock } from './dock.js';
import { CameraStage } from './camera-stage.js';
import { AddControl, OtherWays, PauseControl, RecordControl, ReviewControls, WaysOut } from './recorder-controls.js';
import { holdsUnsavedRecording, isAtRest, isRolling, type RecorderState } from './recorder-state.js';
import { writtenStatus } from './recorder-status.js';
import { RECORDER_MESSAGES as TEXT, RECORDER_TOASTS, STATUS_MESSAGES } from './recorder.messages.js';
import { type ChooseFile, formatDuration } from './recording.js';
import { SavingDetail } from './saving-detail.js';
import type { Recorder } from './use-recorder.js';
import { useMissing } from './what-is-missing.js';

interface RecorderPanelProps {
  recorder: Recorder;
  /** The stored answer to the question, when there is one. */
  answer: AnswerVideo | null;
  /** This browser keeps what is recorded as a local draft. */
  isDraftStored: boolean;
  /** After which day it may delete that. */
  storageEnd: string | null;
  /** The server could not take another recording. */
  hasNoRoom: boolean;
  /** See StatusCircumstances. */
  waiting: string | null;
  /** The server is asked whether it could. */
  asksForRoom: boolean;
  /** All recordings to the question, where there are several. */
  recordings: ReactNode;
  /** The way to answer in words, also where nothing may be recorded. */
  written: ReactNode;
  /** The recordings that together are the answer, where there are several. */
  pieces: ReactNode;
  /** What can be done when the story was submitted meanwhile. */
  reopen: ReactNode;
  /** In place of all that records, where nothing may be recorded. */
  gate: ReactNode;
  /** A local draft that waits for a decision, or what is on its way, in place of the picture. */
  offer: ReactNode;
  /** A recording to the question is on its way. */
  isOnItsWay: boolean;
  onChooseFile: ChooseFile;
  /** The ways to the questions before and after, either side of the big control. */
  previous: ReactNode;
  next: ReactNode;
}

/** What is said while something stands in place of the picture. */
const OFFERED = {
  status: { text: STATUS_MESSAGES.offered, tone: 'warn' },
  toast: RECORDER_TOASTS.draftFirst,
} as const;
const ON_ITS_WAY = {
  status: { text: STATUS_MESSAGES.onItsWay, tone: 'muted' },
  toast: RECORDER_TOASTS.savingFirst,
} as const;

/** The picture, the written status in its one place, and what can be done now. */
export function RecorderPanel(props: RecorderPanelProps) {
  const { recorder, answer, isDraftStored, storageEnd, isOnItsWay, hasNoRoom, waiting, asksForRoom } = props;
  const { previous, next, onChooseFile } = props;
  const { state, isSilent, flow, actions } = recorder;
  const [hidesPicture, setHidesPicture] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const review = useRef<HTMLHeadingElement>(null);
  const control = useRef<HTMLButtonElement>(null);
  const offer = isAtRest(state) ? props.offer : null;
  usePanelFocus(state, offer !== null, { panel, review, control });

  const hasAnswer = answer !== null;
  const missing = useMissing(state);
  const offered = isOnItsWay ? ON_ITS_WAY : OFFERED;
  const { text, tone } = offer
    ? offered.status
    : writtenStatus(state, {
        hasAnswer,
        preparation: answer?.preparation ?? null,
        proof: answer?.proof ?? null,
        isSilent,
        flow,
        missing,
        isDraftStored,
        storageEnd,
        hasNoRoom,
        waiting,
      });
  const isReviewed = state.phase === 'review' || state.phase === 'saving';
  const canKeepAnswer = hasAnswer && !offer && (state.phase === 'ready' || state.phase === 'refused');
  const canAdd = isReviewed || (hasAnswer && !offer && state.phase === 'idle');
  // What is recorded by then stays in view, to be downloaded or discarded.
  if (props.gate && !holdsUnsavedRecording(state)) {
    return (
      <div ref={panel} className="recorder">
        {props.gate}
        <Dock isRolling={false}>
          <div className="flex justify-between gap-2">
            {previous}
            {next}
          </div>
        </Dock>
        {props.written && (
          <div className="interview-ways" data-way-out>
            {props.written}
          </div>
        )}
      </div>
    );
  }
  return (
    <div ref={panel} className="recorder">
      <CameraStage {...{ recorder, answer, offer, asksForRoom, hidesPicture, onChooseFile }} reviewRef={review} />
      <Dock isRolling={isRolling(state)}>
        <div className="dock-status text-sm">
          {isRolling(state) && <RecSign elapsedSeconds={state.elapsedSeconds} isPaused={state.phase === 'paused'} />}
          <StatusLine tone={tone}>{text}</StatusLine>
          {state.phase === 'saving' && (
            <SavingDetail percent={state.percent} bytes={state.recording.blob.size} pace={state.pace} />
          )}
          {state.phase === 'review' && state.failure === 'submitted' && props.reopen}
          {state.phase === 'review' && state.failure === 'flawed' && (
            <Button variant="quiet" className="min-h-11 px-2 text-sm underline" onClick={actions.saveFlawed}>
              {STATUS_MESSAGES.keepWhatPlays}
            </Button>
          )}
          {state.phase === 'review' && state.failure === 'not-agreed' && (
            <a href={AGREED_FRAGMENT} className="grid min-h-11 place-items-center text-sm underline">
              {STATUS_MESSAGES.lookAtAgreed}
            </a>
          )}
          {state.phase === 'review' && state.failure === 'full' && props.recordings}
          {state.phase === 'review' && state.failure === 'pieces-full' && props.pieces}
          {state.phase === 'review' && state.failure === 'signed-out' && (
            // Without a local draft the recording is only on this page, which then stays open.
            <a
              href="/#resume"
              target={isDraftStored ? undefined : '_blank'}
              className="grid min-h-11 place-items-center text-sm underline"
            >
              {TEXT.signInAgain}
            </a>
          )}
        </div>
        {isReviewed ? (
          <ReviewControls isSaving={state.phase === 'saving'} actions={actions} />
        ) : (
          <div className="grid grid-cols-[minmax(min-content,1fr)_minmax(min-content,auto)_minmax(min-content,1fr)] items-center gap-2 max-[20rem]:flex max-[20rem]:flex-wrap max-[20rem]:justify-between">
            {isRolling(state) ? <PauseControl state={state} actions={actions} /> : previous}
            <RecordControl
              {...{ state, hasAnswer, asksForRoom, actions }}
              decideFirst={offer ? offered.toast : null}
              buttonRef={control}
            />
            {next}
          </div>
        )}
      </Dock>
      <div className="interview-ways" data-way-out={needsWayOut(state) || undefined}>
        {isReviewed && (
          <WaysOut recording={state.recording} isSaving={state.phase === 'saving'} onDiscard={actions.discard} />
        )}
        {isAtRest(state) && !offer && (
          <OtherWays
            source={state.source}
            hidesPicture={hidesPicture}
            onSwitch={actions.switchTo}
            onHidePicture={setHidesPicture}
            onChooseFile={onChooseFile}
          />
        )}
        {canAdd && <AddControl isDisabled={state.phase === 'saving'} isPending={asksForRoom} onPress={actions.add} />}
        {isAtRest(state) && !offer && props.written}
        {isAtRest(state) && !offer && props.pieces}
        {isAtRest(state) && !offer && props.recordings}
        {canKeepAnswer && (
          <Button variant="quiet" className="min-h-11 px-2 text-sm" onClick={actions.keepAnswer}>
            {TEXT.keepAnswer}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Words here or in a toast name another way to answer: the quiet way does not hide it then. */
function needsWayOut(state: RecorderState): boolean {
  if (state.phase === 'ready') return state.problem !== null || state.source === 'microphone';
  return state.phase === 'refused';
}

/** That something is recorded, and for how long: a steady dot with the word. */
function RecSign({ elapsedSeconds, isPaused }: { elapsedSeconds: number; isPaused: boolean }) {
  return (
    <div className="flex items-center gap-2 rounded-full bg-surface px-3 py-0.5 whitespace-nowrap">
      {!isPaused && (
        <>
          <span aria-hidden className="rec-dot size-2.5 rounded-full bg-danger" />
          <span className="font-semibold text-danger">{TEXT.rec}</span>
        </>
      )}
      <span role="timer" aria-label={TEXT.elapsed} className="tabular-nums">
        {formatDuration(elapsedSeconds)}
      </span>
    </div>
  );
}

interface PanelParts {
  panel: RefObject<HTMLElement | null>;
  /** The heading of the review. */
  review: RefObject<HTMLElement | null>;
  /** The one big control. */
  control: RefObject<HTMLElement | null>;
}

/**
 * Keeps the keyboard where the recorder goes on, when what had the focus has gone. Someone whose focus is
 * elsewhere on the page is left there. `isOffered`: a local draft is to be decided on first.
 */
function usePanelFocus(state: RecorderState, isOffered: boolean, { panel, review, control }: PanelParts): void {
  const part = isOffered ? 'words' : partOf(state);
  const shown = useRef(part);
  const follow = useEffectEvent(() => {
    const { activeElement } = document;
    const isElsewhere = activeElement !== document.body && !panel.current?.contains(activeElement);
    if (!isElsewhere) (part === 'control' ? control : review).current?.focus();
  });
  useEffect(() => {
    if (shown.current === part) return;
    shown.current = part;
    if (part !== 'words') follow();
  }, [part]);
}

/** Words with buttons of their own stand in place of the picture: they are read before anything is pressed. */
function partOf({ phase }: RecorderState): 'words' | 'review' | 'saved' | 'control' {
  if (phase === 'review' || phase === 'saving') return 'review';
  if (phase === 'saved') return phase;
  return phase === 'asking' || phase === 'refused' ? 'words' : 'control';
}
