import type { AnswerVideo } from '../../api/contract/answers.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { toast } from '../shared/ui/toast-store.js';
import { PROBLEM_MESSAGES, RECORDER_TOASTS, SOURCE_MESSAGES } from './recorder/recorder.messages.js';
import type { BegunTake } from './recorder/take.js';
import { type Recorder, useRecorder } from './recorder/use-recorder.js';
import { isAcceptableVideo, takeOfFile } from './takes/choose-file.js';
import type { TakeOffer } from './takes/kept-takes-state.js';
import type { TakeKeeping } from './takes/use-kept-takes.js';
import { useRoom } from './use-room.js';
import { useSaveTake } from './use-save-take.js';

interface QuestionRecorderOptions {
  participantId: string;
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  keeping: TakeKeeping;
}

interface QuestionRecorder {
  recorder: Recorder;
  /** The server has no room for another recording: told before one is begun. */
  hasNoRoom: boolean;
  chooseFile: (file: File) => void;
  /** Takes up a kept take: to watch it, or to save it at once. */
  takeUp: (offer: TakeOffer, next: 'review' | 'saving') => Promise<void>;
}

/** The recorder at one question: what goes wrong is also said in a toast, and what is recorded is kept in this browser. */
export function useQuestionRecorder(options: QuestionRecorderOptions): QuestionRecorder {
  const { participantId, question, answer, keeping } = options;
  const beginCopy = (take: BegunTake) => keeping.begin({ ...take, questionId: question.id });
  const recorder = useRecorder({
    questionId: question.id,
    hasAnswer: answer !== null,
    beginCopy,
    saveTake: useSaveTake({ participantId, question, isCopyKept: keeping.canKeep }),
    onRefused: (reason, source) => toast({ ...SOURCE_MESSAGES[source].refusals[reason], variant: 'destructive' }),
    onProblem: (problem) => toast({ ...PROBLEM_MESSAGES[problem], variant: 'destructive' }),
  });

  const { hasNoRoom, whileRoom } = useRoom();
  const { allow, record, replace } = recorder.actions;
  const actions = {
    ...recorder.actions,
    allow: whileRoom(allow),
    record: whileRoom(record),
    replace: whileRoom(replace),
  };

  const chooseFile = (file: File) => {
    if (isAcceptableVideo(file)) recorder.actions.bring(takeOfFile(file, beginCopy), 'review');
    else toast({ ...RECORDER_TOASTS.invalidFile, variant: 'destructive' });
  };
  const takeUp = async (offer: TakeOffer, next: 'review' | 'saving') => {
    const take = await keeping.open(offer);
    if (take) recorder.actions.bring(take, next);
  };
  return { recorder: { ...recorder, actions }, hasNoRoom, chooseFile, takeUp };
}
