import { useRef } from 'react';
import type { AnswerVideo } from '../../api/contract/answers.js';
import { ADVANCE_DELAY_MS } from '../../api/contract/limits.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { INTERVIEW_MESSAGES as TEXT } from './interview.messages.js';
import { InterviewFrame, type InterviewSurroundings } from './interview-frame.js';
import { InterviewProgressBar } from './interview-progress.js';
import { QuestionView } from './question-view.js';
import { RecorderPanel } from './recorder/recorder-panel.js';
import { holdsUnsavedTake, isLostByLeaving } from './recorder/recorder-state.js';
import { useDelay } from './recorder/use-delay.js';
import { NextButton, PreviousButton } from './step-buttons.js';
import { KeptTakeOffer } from './takes/kept-take-offer.js';
import { offerAt } from './takes/kept-takes-state.js';
import type { TakeKeeping } from './takes/use-kept-takes.js';
import { useFocusAfter } from './use-focus-after.js';
import { useQuestionRecorder } from './use-question-recorder.js';

interface QuestionStepProps {
  participantId: string;
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  keeping: TakeKeeping;
  place: { number: number; count: number; percent: number };
  /** Words of the way on: to the next question or to the last step. */
  nextLabel: string;
  /** The page opens with this question. */
  isOpening: boolean;
  surroundings: InterviewSurroundings;
  onPrevious: () => void;
  onNext: () => void;
}

/** One question with its recorder. It stays in place from question to question, so that the camera stays on. */
export function QuestionStep(props: QuestionStepProps) {
  const { question, answer, keeping, place, nextLabel, isOpening, surroundings, onPrevious, onNext } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { recorder, hasNoRoom, chooseFile, takeUp } = useQuestionRecorder(props);
  const offer = offerAt(keeping, question.id);
  const isUnsaved = holdsUnsavedTake(recorder.state);
  const isFirst = place.number === 1;
  useFocusAfter(question.id, heading, !isOpening);
  useDelay(recorder.state.phase === 'saved', ADVANCE_DELAY_MS, onNext);
  useLeaveGuard(isLostByLeaving(recorder.state, keeping.canKeep));

  return (
    <InterviewFrame
      {...surroundings}
      {...(isUnsaved && {
        notice: null,
        unsaved: keeping.canKeep ? TEXT.recordingIsKept : TEXT.recordingIsUnsaved,
      })}
      isOneScreen
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 md:grid md:grid-cols-[1fr_auto] md:gap-x-10 md:py-4 lg:gap-x-16">
        <div className="flex flex-col gap-3 md:justify-center md:gap-10">
          <InterviewProgressBar label={TEXT.questionOf(place.number, place.count)} percent={place.percent} />
          <QuestionView question={question} headingRef={heading} />
        </div>
        <div className="flex min-h-0 flex-1 flex-col md:w-[22rem] lg:w-[26rem]">
          <RecorderPanel
            recorder={recorder}
            answer={answer}
            isCopyKept={keeping.canKeep}
            hasNoRoom={hasNoRoom}
            offer={
              offer && (
                <KeptTakeOffer
                  offer={offer}
                  onSave={() => void takeUp(offer, 'saving')}
                  onWatch={() => void takeUp(offer, 'review')}
                  onAskToDiscard={() => keeping.askToDiscard(offer)}
                  onCancelDiscard={() => keeping.cancelDiscard(offer)}
                  onDiscard={() => void keeping.discard(offer)}
                />
              )
            }
            onChooseFile={chooseFile}
            previous={<PreviousButton isDisabled={isFirst || isUnsaved} onPress={onPrevious} />}
            next={<NextButton label={nextLabel} isAnswered={answer !== null} isUnsaved={isUnsaved} onPress={onNext} />}
          />
        </div>
      </div>
      <p className="pt-2 text-center text-sm text-muted md:text-left">{TEXT.note}</p>
    </InterviewFrame>
  );
}
