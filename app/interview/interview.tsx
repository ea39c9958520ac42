import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ANSWERS_PATH, type AnswerVideo } from '../../api/contract/interview/answers.js';
import type { CurrentUser } from '../../api/contract/people/participants.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { RECORDING_DRAFTS_PATH } from '../../api/contract/interview/recording-drafts.js';
import type { WrittenAnswer } from '../../api/contract/interview/written-answers.js';
import { isSending as isSendingPhotos } from '../photos/photo-queue.js';
import { usePhotos } from '../photos/use-photos.js';
import { toast } from '../shared/ui/toast-store.js';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';
import { questionOfFragment } from '../../api/contract/people/resume.js';
import { useFragment } from '../shared/ui/use-fragment.js';
import { ConsentGate, PhotosGate } from './consent/consent-step.js';
import { DeletedStory } from './deleted-story.js';
import { FinishStep } from './finish-step.js';
import { INTERVIEW_MESSAGES as TEXT, REOPEN_MESSAGES, SUBMITTED_ELSEWHERE } from './common/interview.messages.js';
import {
  answeredPercent,
  FINISH,
  type InterviewStep,
  nextOpenStep,
  openingStep,
  stepAfter,
  stepBefore,
  THANKS,
} from './common/interview-steps.js';
import { forgetKept, type KeptHere } from './device/kept-here.js';
import { isOnItsWay } from './saving/answer-savings.js';
import { useWakeLock } from './recorder/recorder-effects.js';
import { useQuietSettings } from './quiet/quiet-settings.js';
import { QuestionStep } from './question-step.js';
import type { Permitted } from './consent/permitted.js';
import { type Missing, unconfirmedSubmissions, waitingSubmissions } from './submit/submission.js';
import { useStorageEnd } from './local-drafts/storage-end.js';
import { LocalDraftsNotice } from './local-drafts/local-draft-offer.js';
import { useLocalDrafts } from './local-drafts/use-local-drafts.js';
import { consumeWantedQuestion } from './wanted-question.js';
import { SentDraftsNotice } from './sent-drafts-notice.js';
import { useUnwantedRemoved } from './sent-drafts/unwanted-uploads.js';
import { ThanksStep } from './thanks-step.js';
import { describeSavings, describeWaiting } from './saving/saving-on-its-way.js';
import { allKept, findUsed, isOnItsOwn, useAnswerSavings, useUsedDrafts } from './saving/use-answer-savings.js';
import { findHeldDraftsTold, useHeldDraft } from './device/use-held-draft.js';
import type { HelpedWords } from './written/helped-words.js';
import { WithdrawnNotice, WithdrawnStory } from './withdrawn-story.js';
import { WordsBesideStory } from './written/words-beside-story.js';
import { useWords } from './written/use-words.js';
import { answeredBy, STATUS_KEY, useAnswerPrefetch, useFreshOpenStep, useStatus } from './common/use-interview-data.js';

/**
 * How the interview is come to: the page opens with it; something was asked in its place, from where the focus goes along; or
 * they have just agreed to be recorded, and are on their way to do so.
 */
export type Arrival = 'opened' | 'asked' | 'just-agreed';

interface InterviewProps {
  user: CurrentUser;
  questions: InterviewQuestion[];
  answers: AnswerVideo[];
  written: WrittenAnswer[];
  helped: HelpedWords[];
  documentaryUrl: string | null;
  permitted: Permitted;
  /** What is to be agreed to is looked at, in place of the interview. */
  onLookAtAgreed: () => void;
  arrival: Arrival;
  /** Said above every step. */
  notice: ReactNode;
}

/** The interview of one person: which step is shown, and how one leads to another. */
export function Interview(props: InterviewProps) {
  const { user, questions, answers, written, helped, documentaryUrl, permitted, onLookAtAgreed, arrival, notice } =
    props;
  const answeredIds = answeredBy(answers, written, helped);
  const progress = { questions, answeredIds };
  const [step, setStep] = useState<InterviewStep>(() => {
    const wantedId = consumeWantedQuestion(location.hash);
    const isOver = user.status === 'submitted' || unconfirmedSubmissions.find(user.keptUnder[0]) !== null;
    if (!isOver && waitingSubmissions.find(user.keptUnder[0]) !== null) return FINISH;
    return openingStep(progress, isOver, wantedId);
  });
  const [asked, setAsked] = useState<InterviewStep | null>(null);
  useFragment((fragment) => {
    const index = questions.findIndex(({ id }) => id === questionOfFragment(fragment));
    if (index !== -1) setAsked({ kind: 'question', index });
    return index !== -1;
  });
  const [opening] = useState(step);
  const findOpenStep = useFreshOpenStep(questions);
  const queryClient = useQueryClient();
  const { isSubmitted, isDeleted, openSince, withdrawnAt, ...followed } = useStatus(user);
  const mayRecord = permitted.recording === 'open';
  const isWithdrawn = withdrawnAt !== undefined;
  const { keptUnder } = user;
  // A Submit that waits was pressed before; one that is pressed since is pressed again after a reload.
  useEffect(() => {
    if (isWithdrawn) waitingSubmissions.clear(keptUnder);
  }, [isWithdrawn, keptUnder]);
  // Where nothing may be recorded, or no more, what was used waits to be asked about.
  const isSending = mayRecord && !isSubmitted && !isDeleted && !isWithdrawn;
  const kept = useLocalDrafts(user.keptUnder, answers, () => {
    for (const path of [ANSWERS_PATH, RECORDING_DRAFTS_PATH]) void queryClient.invalidateQueries({ queryKey: [path] });
  });
  const drafts = { ...kept, offers: kept.offers.filter((offer) => !isSending || !isOnItsOwn(offer)) };
  const savings = useAnswerSavings(user.id, kept.canStore, isWithdrawn);
  useUsedDrafts(kept, savings.queue, isSending, questions, answers);
  useAnswerPrefetch(answers);
  useUnwantedRemoved();
  // Pictures that were chosen are still there after a look back at a question.
  const areNeeded = followed.photosNeeded && permitted.photos !== 'declined';
  const photos = usePhotos({
    needed: step.kind === 'finish' && areNeeded,
    keptUnder: user.keptUnder,
    mayReturn: permitted.photos === 'open' && !isDeleted,
    // Beside a recording they would take a phone's memory.
    mayRead: step.kind !== 'question',
  });
  const hasPhotosLeft = photos.queue.length > 0 || photos.kept.areUnread;
  // What is chosen stays in sight.
  const photosNeeded = areNeeded || hasPhotosLeft;
  const words = useWords(user, questions, written, isWithdrawn);
  const quiet = useQuietSettings();
  // A phone that goes to sleep would end what is sent.
  useWakeLock(savings.all.some((saving) => isOnItsWay(saving) && !saving.isWaiting));
  useHeldDraft(user.keptUnder[0], drafts.findHeld);
  // Who has sent one hears whether it has arrived.
  const isPhotoAtRisk = !photos.kept.isAllKept || isSendingPhotos(photos.queue);
  useLeaveGuard(isPhotoAtRisk || words.isLostByLeaving || kept.isCopying || (savings.all.length > 0 && !kept.canStore));

  /** Who leaves the last step has not submitted, whatever the Submit before waits for; another tab's waits on. */
  const goTo = (next: InterviewStep) => {
    if (step.kind !== 'question') waitingSubmissions.clear(user.keptUnder);
    setStep(next);
  };
  const thank = () => goTo(THANKS);
  const thankForElsewhere = () => {
    toast(SUBMITTED_ELSEWHERE);
    thank();
  };

  const goToQuestion = (index: number) => goTo({ kind: 'question', index });
  const goToAsked = () => {
    setAsked(null);
    if (asked) goTo(asked);
  };
  const inNeed = savings.all.find(({ isLeft, phase }) => phase === 'undecided' || (isLeft && phase === 'failed'));
  const indexInNeed = questions.findIndex(({ id }) => id === inNeed?.question.id);
  const goToNeed = indexInNeed === -1 ? null : () => goToQuestion(indexInNeed);
  const onFree = goToNeed ?? (isSubmitted ? thankForElsewhere : asked && goToAsked);

  const goToMissing = async ({ step: wanted, toast: said }: Missing) => {
    toast({ ...said, variant: 'destructive' });
    for (const key of [STATUS_KEY, [ANSWERS_PATH]]) void queryClient.invalidateQueries({ queryKey: key });
    if (typeof wanted === 'object') goToQuestion(questions.findIndex(({ id }) => id === wanted.questionId));
    else goTo(wanted === 'question' ? await findOpenStep() : FINISH);
  };

  const question = step.kind === 'question' ? questions[step.index] : undefined;
  const keptHere: KeptHere = {
    count: drafts.countAtRisk,
    hasUnsentWords: () => !words.isAllSaved,
    hasPhotosLeft: async () => hasPhotosLeft || photos.kept.has(user.keptUnder),
    findHeldDraftsTold: () => findHeldDraftsTold(user.keptUnder),
    forgetAll: () => {
      words.forgetAll();
      return forgetKept(user, drafts, photos.kept);
    },
  };
  const hasDrafts = kept.offers.length > 0 || kept.elsewhere.some(({ isStored }) => !isStored);
  const unsaved = unsavedText(hasDrafts, hasPhotosLeft, !words.isAllSaved);
  const numberOf = (questionId: number) => questions.findIndex(({ id }) => id === questionId) + 1;
  const onItsWay = describeSavings(savings, numberOf);
  const isKeptHere =
    unsaved === TEXT.recordingIsStored ||
    (unsaved === TEXT.photosAreUnsaved && photos.kept.isAllKept) ||
    (unsaved === TEXT.wordsAreUnsent && !words.isLostByLeaving) ||
    (onItsWay !== null && kept.canStore);
  const storageEnd = useStorageEnd(isKeptHere);
  const isGuardianRefused = permitted.recording === 'guardian-refused';
  // Nothing more becomes of the others.
  const mayReopen = !isWithdrawn && !isGuardianRefused;
  const isAnyKept = hasDrafts || hasPhotosLeft || words.hasWithheld;
  const surroundings = {
    quiet,
    // What another page left is known once it is looked for, where anything can be kept.
    unsaved: unsaved ?? (kept.isLookedFor || !kept.canStore ? null : undefined),
    onItsWay,
    storageEnd,
    notice: (
      <>
        {notice}
        {withdrawnAt !== undefined && (step.kind !== 'thanks' || isAnyKept) && (
          <WithdrawnNotice
            withdrawnAt={step.kind === 'thanks' ? null : withdrawnAt}
            drafts={isAnyKept ? keptHere : null}
          />
        )}
        {step.kind !== 'thanks' && (
          <SentDraftsNotice questions={questions} answers={answers} keptHere={allKept(kept)} savings={savings.all} />
        )}
        {step.kind === 'thanks' && hasPhotosLeft && (
          <p className="my-2 text-sm">{REOPEN_MESSAGES.photosKept(mayReopen)}</p>
        )}
        {step.kind === 'thanks' && <WordsBesideStory words={words} questions={questions} mayReopen={mayReopen} />}
        <LocalDraftsNotice
          drafts={drafts}
          questions={questions}
          shown={question ?? null}
          onGo={step.kind === 'thanks' ? null : goToQuestion}
          mayReopen={mayReopen}
        />
      </>
    ),
    urgent: <DeletedStory isDeleted={isDeleted} drafts={keptHere} />,
    drafts: keptHere,
  };
  const gate = <ConsentGate isGuardianAsked={permitted.recording === 'guardian-asked'} onLook={onLookAtAgreed} />;
  // What is on its way is not asked for again.
  const onTheWay = { questions, answeredIds: new Set([...answeredIds, ...savings.all.map((one) => one.question.id)]) };
  if (step.kind === 'question' && question) {
    const isLast = step.index === questions.length - 1;
    const lastLabel = photosNeeded ? TEXT.continueToPhotos : TEXT.continueToSubmit;
    return (
      <QuestionStep
        question={question}
        answer={answers.find((answer) => answer.questionId === question.id) ?? null}
        words={words}
        helped={helped.filter(({ questionId }) => questionId === question.id)}
        drafts={drafts}
        savings={savings}
        waiting={describeWaiting(savings, numberOf)}
        place={{ number: step.index + 1, count: questions.length, percent: answeredPercent(progress) }}
        nextLabel={isLast ? lastLabel : TEXT.next}
        isOpening={step === opening && arrival === 'opened'}
        asksForCamera={step === opening && arrival === 'just-agreed' && mayRecord}
        surroundings={surroundings}
        onFree={onFree}
        gate={mayRecord ? null : gate}
        mayWrite={permitted.words === 'open'}
        onPrevious={() => goTo(stepBefore(step, progress))}
        onNext={() => goTo(stepAfter(step.index, onTheWay))}
      />
    );
  }
  const photosGates: Record<Permitted['photos'], ReactNode> = {
    open: null,
    'asked-alone': <PhotosGate />,
    declined: <PhotosGate />,
    closed: gate,
  };
  const others = {
    user: { ...user, photosNeeded, ...(isWithdrawn && { withdrawnAt }) },
    surroundings,
    onMissing: (missing: Missing) => void goToMissing(missing),
  };
  if (step.kind === 'thanks' && withdrawnAt !== undefined)
    return <WithdrawnStory withdrawnAt={withdrawnAt} surroundings={surroundings} />;
  if (step.kind === 'thanks')
    return (
      <ThanksStep
        {...others}
        answerCount={progress.answeredIds.size}
        documentaryUrl={documentaryUrl}
        isRefused={isGuardianRefused}
        onReopened={() => {
          words.retryAll();
          goTo(nextOpenStep(progress));
        }}
      />
    );
  return (
    <FinishStep
      // Of a Submit that was pressed before the story was withdrawn nothing more becomes.
      key={withdrawnAt}
      {...others}
      photos={photos}
      words={words}
      savings={savings}
      usedDrafts={findUsed(kept, isSending)}
      lookForUsed={async () => findUsed(await kept.look(), isSending)}
      isDraftStored={kept.canStore}
      gate={photosGates[permitted.photos]}
      earlierIds={answers.flatMap(({ earlierRecordings }) => earlierRecordings.map(({ id }) => id))}
      isSubmittedElsewhere={isSubmitted}
      openSince={openSince}
      onPrevious={() => goTo(stepBefore(step, progress))}
      onFree={isSubmitted && hasPhotosLeft ? null : onFree}
      onSubmitted={thank}
    />
  );
}

/** What is not saved yet, the hardest to make again first. */
function unsavedText(hasDrafts: boolean, hasPhotos: boolean, hasWords: boolean): string | undefined {
  if (hasDrafts) return TEXT.recordingIsStored;
  if (hasPhotos) return TEXT.photosAreUnsaved;
  return hasWords ? TEXT.wordsAreUnsent : undefined;
}
