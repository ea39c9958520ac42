import { Fragment, type ReactNode, type Ref, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AnswerVideo } from '../../api/contract/interview/answers.js';
import { ADVANCE_DELAY_MS } from '../../api/contract/common/screen-numbers.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { toast } from '../shared/ui/toast-store.js';
import { Tooltip } from '../shared/ui/tooltip.js';
import { useIsDialogOpen } from '../shared/ui/use-is-dialog-open.js';
import { useKeptFocus } from '../shared/ui/use-kept-focus.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { PiecesButton } from './stored-recordings/pieces-dialog.js';
import { RecordingsButton, RecordingsDialog } from './stored-recordings/recordings-dialog.js';
import { InterviewFrame, InterviewProgressBar, type InterviewSurroundings } from './frame/interview-frame.js';
import { INTERVIEW_MESSAGES as TEXT } from './common/interview.messages.js';
import { LocalDraftOffer } from './local-drafts/local-draft-offer.js';
import { useStorageEnd } from './local-drafts/storage-end.js';
import { offerAt } from './local-drafts/local-drafts-state.js';
import type { OfferedDrafts } from './local-drafts/use-local-drafts.js';
import { QUIET_MESSAGES } from './quiet/quiet.messages.js';
import { useHandsFree } from './quiet/use-hands-free.js';
import { useDelay } from './recorder/recorder-effects.js';
import { RecorderPanel } from './recorder/recorder-panel.js';
import { holdsUnsavedRecording, isAtRest, isLostByLeaving } from './recorder/recorder-state.js';
import { ReopenStory } from './submit/reopen-story.js';
import { SendingChoiceLine } from './sent-drafts/sending-choice-line.js';
import type { Recorder } from './recorder/use-recorder.js';
import { type HelpedWords, HelpedWordsWay } from './written/helped-words.js';
import { isUnsent, type WordsInProgress, type Writing } from './written/words-in-progress.js';
import { WrittenAnswerWay } from './written/written-answer.js';
import { SavingOnItsWay } from './saving/saving-on-its-way.js';
import type { Savings } from './saving/use-answer-savings.js';
import { useQuestionRecorder } from './use-question-recorder.js';

interface QuestionStepProps {
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  words: WordsInProgress;
  /** What helpers wrote to it. */
  helped: HelpedWords[];
  drafts: OfferedDrafts;
  savings: Savings;
  /** See StatusCircumstances. */
  waiting: string | null;
  place: { number: number; count: number; percent: number };
  /** Words of the way on: to the next question or to the last step. */
  nextLabel: string;
  /** The page opens with this question. */
  isOpening: boolean;
  /** Camera and microphone are asked for at once. */
  asksForCamera: boolean;
  surroundings: InterviewSurroundings;
  /** In place of all that records, where nothing may be recorded. */
  gate: ReactNode;
  /** Answers in words are taken. */
  mayWrite: boolean;
  /** What is due as soon as nothing is recorded, reviewed, saved or open here. */
  onFree: (() => void) | null;
  onPrevious: () => void;
  onNext: () => void;
}

/** One question with its recorder. It stays in place from question to question, so that the camera stays on. */
export function QuestionStep(props: QuestionStepProps) {
  const { question, answer, words, helped, drafts, savings, place, nextLabel, isOpening, surroundings } = props;
  const { onFree, onPrevious, onNext } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { recorder, hasAnswer, onItsWay, isHeldBack, hasNoRoom, asksForRoom, chooseFile, openDraft } =
    useQuestionRecorder(props);
  const asksWhich = savings.all.some((saving) => saving.phase === 'undecided' && saving.question.id === question.id);
  const [showsRecordings, setShowsRecordings] = useState(false);
  const closeRecordings = () => {
    setShowsRecordings(false);
    savings.queue.decide(question.id);
  };
  const offer = offerAt(drafts, question.id);
  const isUnsaved = holdsUnsavedRecording(recorder.state);
  const unsaved = unsavedText(recorder, drafts.canStore);
  const storageEnd = useStorageEnd(isUnsaved && unsaved === TEXT.recordingIsStored);
  const isFirst = place.number === 1;
  // What could not be sent is never hidden.
  const showsWords = props.mayWrite || words.isTypedHere(question.id);
  const isTold = words.onServer(question.id).text !== '' || helped.length > 0;
  const isAnswered = hasAnswer || isTold;
  useFocusAfter(question.id, heading, !isOpening);
  useKeptFocus(heading, props.gate ? 'gate' : 'recorder');
  useDelay(recorder.state.phase === 'saved' && !recorder.state.goesOn && !asksWhich, ADVANCE_DELAY_MS, onNext);
  useDelay(recorder.state.phase === 'left' && !recorder.state.goesOn, 0, onNext);
  const isDialogOpen = useIsDialogOpen();
  const isFree = !asksWhich && !isDialogOpen && isAtRest(recorder.state);
  useDelay(onFree !== null && isFree, 0, () => onFree?.());
  useLeaveGuard(isLostByLeaving(recorder.state, drafts.canStore));
  const mayAsk = props.asksForCamera && answer === null && !offer && !onItsWay && recorder.state.phase === 'idle';
  useDelay(mayAsk, 0, () => void whereAsked(recorder.actions.allow));
  const mayBegin = !props.gate && !offer && !onItsWay && !hasNoRoom;
  const handsFree = useHandsFree(recorder, surroundings.quiet?.settings.isHandsFree === true, mayBegin);

  return (
    <InterviewFrame
      {...surroundings}
      {...(isUnsaved && {
        notice: null,
        unsaved,
        storageEnd,
      })}
    >
      <div className="interview-step" data-folded={'recording' in recorder.state || undefined}>
        <InterviewProgressBar label={TEXT.questionOf(place.number, place.count)} percent={place.percent} />
        <QuestionView question={question} headingRef={heading}>
          {handsFree && <StatusLine className="text-sm">{QUIET_MESSAGES[handsFree]}</StatusLine>}
        </QuestionView>
        <RecorderPanel
          recorder={recorder}
          answer={answer}
          isDraftStored={drafts.canStore}
          storageEnd={storageEnd}
          hasNoRoom={hasNoRoom}
          waiting={props.waiting}
          asksForRoom={asksForRoom}
          gate={props.gate}
          recordings={answer && <RecordingsButton answer={answer} onPress={() => setShowsRecordings(true)} />}
          written={
            (showsWords || helped.length > 0) && (
              <Fragment key={question.id}>
                {showsWords && (
                  <WrittenAnswerWay
                    words={words}
                    question={question}
                    reopen={<ReopenStory onReopened={() => void words.send(question.id)} />}
                  />
                )}
                {helped.length > 0 && <HelpedWordsWay question={question} helped={helped} />}
              </Fragment>
            )
          }
          pieces={answer && <PiecesButton answer={answer} />}
          reopen={<ReopenStory onReopened={recorder.actions.save} />}
          offer={
            (onItsWay && <SavingOnItsWay saving={onItsWay} isDraftStored={drafts.canStore} />) ??
            (offer && (
              <LocalDraftOffer
                offer={offer}
                onSave={() => void openDraft(offer, 'saving')}
                onWatch={() => void openDraft(offer, 'review')}
                onAskToDiscard={() => drafts.askToDiscard(offer)}
                onCancelDiscard={() => drafts.cancelDiscard(offer)}
                onDiscard={() => void drafts.discard(offer)}
              />
            ))
          }
          isOnItsWay={onItsWay !== null}
          onChooseFile={chooseFile}
          previous={<PreviousButton isDisabled={isFirst || isUnsaved} onPress={onPrevious} />}
          next={
            <NextButton
              label={nextLabel}
              isAnswered={isAnswered}
              isUnsaved={isUnsaved}
              writing={words.of(question.id)}
              onPress={onNext}
            />
          }
        />
        {answer && (
          <RecordingsDialog
            answer={answer}
            open={showsRecordings || asksWhich}
            asks={asksWhich}
            onClose={closeRecordings}
          />
        )}
        <div className="interview-note grid gap-1 text-center text-sm text-muted md:text-left">
          {!props.gate && <SendingChoiceLine isHeldBack={isHeldBack} />}
          <p>{TEXT.note}</p>
        </div>
      </div>
    </InterviewFrame>
  );
}

/** What is kept is said only of what has come. */
function unsavedText({ state, flow }: Recorder, canStore: boolean): string {
  const isRolling = state.phase === 'recording' || state.phase === 'stopping' || state.phase === 'paused';
  if (isRolling && (flow === 'begun' || flow === 'at-stop' || flow === 'none')) return TEXT.nothingYet;
  return canStore ? TEXT.recordingIsStored : TEXT.recordingIsUnsaved;
}

interface QuestionViewProps {
  question: InterviewQuestion;
  headingRef: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** The question, and words to begin with as a quiet quotation. While a recording is looked at, a phone shows the title alone. */
function QuestionView({ question, headingRef, children }: QuestionViewProps) {
  const { title, text, starterPhrase } = question;
  return (
    <div className="interview-question">
      <h2 ref={headingRef} tabIndex={-1} className="text-lg outline-none tall:md:text-2xl tall:lg:text-3xl">
        {title}
      </h2>
      <p className="interview-fold measure leading-snug tall:md:text-lg">{text}</p>
      {starterPhrase && (
        <p className="interview-fold text-muted">
          <span className="sr-only">{TEXT.starterHint} </span>
          <q className="font-serif italic tall:md:text-xl">{starterPhrase} …</q>
        </p>
      )}
      {children}
    </div>
  );
}

interface PreviousButtonProps {
  isDisabled: boolean;
  onPress: () => void;
}

function PreviousButton({ isDisabled, onPress }: PreviousButtonProps) {
  return (
    <Button variant="quiet" className="min-w-11 px-1 text-sm md:text-base" disabled={isDisabled} onClick={onPress}>
      {TEXT.previous}
    </Button>
  );
}

interface NextButtonProps {
  label: string;
  isAnswered: boolean;
  /** A recording is under way or not saved yet. */
  isUnsaved: boolean;
  writing: Writing;
  onPress: () => void;
}

/** The way on. While it is disabled it still takes the press, to say what is missing. */
function NextButton({ label, isAnswered, isUnsaved, writing, onPress }: NextButtonProps) {
  const why = isUnsaved ? TEXT.unsavedRecording : whyNotAnswered(writing);
  const explain = () => toast(why === TEXT.notAnswered ? { ...why, variant: 'destructive' } : why);
  const isDisabled = isUnsaved || !isAnswered;
  return (
    <Tooltip text={isDisabled ? why.description : null}>
      <button
        type="button"
        className="button min-w-11 px-1 text-sm md:text-base"
        data-variant="primary"
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? explain : onPress}
      >
        {label}
      </button>
    </Tooltip>
  );
}

/** Words that the server has not are an answer to their person. */
function whyNotAnswered({ text, state }: Writing) {
  if (state === 'saved' || text.trim() === '') return TEXT.notAnswered;
  const needsPerson = isUnsent(state) && state !== 'unsent';
  return needsPerson ? TEXT.wordsNeedYou : TEXT.wordsNotSent;
}

/**
 * Moves the focus to an element whenever `key` changes, and at first when `atFirst`: people who do not see the screen
 * are told what is new. Where the page opens the focus is left alone.
 */
function useFocusAfter(key: string | number, target: RefObject<HTMLElement | null>, atFirst: boolean): void {
  const focused = useRef<string | number | null>(atFirst ? null : key);
  const focus = useEffectEvent(() => target.current?.focus());
  useEffect(() => {
    if (focused.current === key) return;
    focused.current = key;
    focus();
  }, [key]);
}

/** The camera stays off until its person turns it on: where the browser remembers a yes of another day, that is a press here. */
async function whereAsked(allow: () => void): Promise<void> {
  const permissions = navigator.permissions as Permissions | undefined;
  const state = await permissions?.query({ name: 'camera' }).then(
    (status) => status.state,
    () => null,
  );
  if (state === 'prompt') allow();
}
