import { LOCALE } from '../../api/contract/common/language.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ANSWERS_PATH, type AnswerVideo, type SaveAnswerResponse } from '../../api/contract/interview/answers.js';
import type { InterviewQuestion } from '../../api/contract/interview/questions.js';
import { type RecordingDraft, RECORDING_DRAFTS_PATH } from '../../api/contract/interview/recording-drafts.js';
import { HttpError } from '../shared/http/http-error.js';
import { FOLLOWING, readPath } from '../shared/http/query-client.js';
import { remove } from '../shared/http/remove.js';
import { PARTICIPANT_UPLOADS } from '../shared/http/upload-file.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import { useRowFocus } from '../shared/ui/use-row-focus.js';
import type { AnswerSaving } from './saving/answer-savings.js';
import type { LocalDraft } from './local-drafts/local-draft-store.js';
import { RecordingsDialog } from './stored-recordings/recordings-dialog.js';
import { RECORDER_TOASTS } from './recorder/recorder.messages.js';
import { saveDraft } from './saving/save-answer.js';
import { toastOfSaved } from './saving/use-answer-savings.js';
import { isOfThisPage } from './sent-drafts/open-upload.js';
import { isUnwanted } from './sent-drafts/unwanted-uploads.js';
import { SENT_DRAFT_MESSAGES as TEXT } from './sent-drafts/sent-drafts.messages.js';

interface SentDraftsNoticeProps {
  questions: InterviewQuestion[];
  answers: AnswerVideo[];
  /** What this browser keeps itself, and offers with it. */
  keptHere: readonly LocalDraft[];
  savings: readonly AnswerSaving[];
}

/** Offers what was recorded on a device that is gone, or cannot be reached: the server has it for a day. */
export function SentDraftsNotice({ questions, answers, keptHere, savings }: SentDraftsNoticeProps) {
  const { data: known = [] } = useQuery({
    queryKey: [RECORDING_DRAFTS_PATH],
    queryFn: readPath<RecordingDraft[]>({ on401: 'throw' }),
    ...FOLLOWING,
  });
  const data = known.filter(({ uploadId }) => !isUnwanted(uploadId));
  /** At which question it is asked which recording is the answer, and where the offer stood. */
  const [asked, setAsked] = useState<{ questionId: number; index: number } | null>(null);
  const { fallback: headingRef, list, keepFocusAt } = useRowFocus<HTMLHeadingElement>();
  const goOnAt = (index: number) => {
    headingRef.current = document.querySelector<HTMLHeadingElement>('main h2');
    keepFocusAt(index);
  };
  const answerAt = (id: number | undefined) => answers.find(({ questionId }) => questionId === id) ?? null;
  const isKeptHere = (id: string) => isOfThisPage(id) || keptHere.some(({ uploadId }) => uploadId === id);
  const others = [
    // What this page has sent, and is over, is offered nowhere.
    ...data.filter(({ uploadId, isGrowing }) => isGrowing || !isOfThisPage(uploadId)),
    ...keptHere,
    ...savings.map(({ question, recording: { isAddition } }) => ({ questionId: question.id, isAddition })),
  ];
  const firstParts = new Set(others.filter(({ isAddition }) => !isAddition).map(({ questionId }) => questionId));
  const offered = questions.flatMap((question, at) =>
    data
      .filter(
        ({ questionId, uploadId, isGrowing }) => questionId === question.id && !isGrowing && !isKeptHere(uploadId),
      )
      .toSorted(inOrderOfUse)
      .map((draft) => ({ draft, question, number: at + 1 })),
  );
  const askedAnswer = answerAt(asked?.questionId);
  return (
    <>
      <div aria-live="polite" className="text-sm not-empty:my-2">
        {offered.length > 0 && (
          <ul ref={list} className="grid gap-2">
            {offered.map(({ draft, question, number }, index) => (
              <SentDraftOffer
                key={draft.uploadId}
                {...{ draft, question, number }}
                answer={answerAt(question.id)}
                isHeld={draft.isAddition && firstParts.has(question.id)}
                onSaved={({ isChosen }) => (isChosen ? goOnAt(index) : setAsked({ questionId: question.id, index }))}
                onDiscarded={() => goOnAt(index)}
              />
            ))}
          </ul>
        )}
      </div>
      {asked && askedAnswer && (
        <RecordingsDialog
          answer={askedAnswer}
          open
          asks
          onClose={() => {
            setAsked(null);
            goOnAt(asked.index);
          }}
        />
      )}
    </>
  );
}

/** Used first, an addition would become the answer. */
function inOrderOfUse(one: RecordingDraft, next: RecordingDraft): number {
  return Number(one.isAddition) - Number(next.isAddition) || Date.parse(one.recordedAt) - Date.parse(next.recordedAt);
}

/** Who is signed out, and a conflict, is told so in words. */
const TOLD = new Set([401, 409]);
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

interface SentDraftOfferProps {
  draft: RecordingDraft;
  question: InterviewQuestion;
  number: number;
  answer: AnswerVideo | null;
  /** What it goes on from is not saved yet. */
  isHeld: boolean;
  onSaved: (answer: SaveAnswerResponse) => void;
  onDiscarded: () => void;
}

function SentDraftOffer({ draft, question, number, answer, isHeld, onSaved, onDiscarded }: SentDraftOfferProps) {
  const name = useId();
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<'waiting' | 'using' | 'asking' | 'discarding'>('waiting');
  const [hears, setHears] = useState(false);
  const until = MOMENT.format(new Date(draft.keptUntil));
  const attempt = async (next: 'using' | 'discarding', work: () => Promise<void>) => {
    setPhase(next);
    try {
      await work();
    } catch (error) {
      const said = error instanceof HttpError && TOLD.has(error.status) ? error.serverMessage : null;
      toast({ ...RECORDER_TOASTS.saveFailed, description: said ?? TEXT.failed, variant: 'destructive' });
    }
    setPhase('waiting');
  };
  const readAgain = async () => {
    for (const path of [ANSWERS_PATH, RECORDING_DRAFTS_PATH]) {
      await queryClient.invalidateQueries({ queryKey: [path] });
    }
  };
  const use = async () => {
    const saved = await saveDraft(draft, question, answer);
    toast(toastOfSaved(saved));
    await readAgain();
    onSaved(saved);
  };
  const discard = async () => {
    await remove(PARTICIPANT_UPLOADS.status(draft.uploadId));
    await readAgain();
    onDiscarded();
  };
  return (
    <li aria-labelledby={name} tabIndex={-1} className="grid gap-2 rounded-control border border-warn px-3 py-2">
      <p id={name}>{(draft.isAddition ? TEXT.keptFurther : TEXT.kept)(number, until)}</p>
      {isHeld && <p>{TEXT.goesOnFrom}</p>}
      {draft.mayGoOn && <p>{TEXT.mayGoOn}</p>}
      {hears && (
        <video controls playsInline src={draft.videoUrl} aria-label={TEXT.player} className="max-h-[50vh] rounded-card">
          <track kind="captions" />
        </video>
      )}
      <div className="flex flex-wrap gap-2">
        {!isHeld && (
          <Button
            pending={phase === 'using'}
            pendingLabel={TEXT.using}
            className="px-3 text-sm"
            onClick={() => void attempt('using', use)}
          >
            {TEXT.use}
          </Button>
        )}
        <Button variant="outline" className="px-3 text-sm" disabled={hears} onClick={() => setHears(true)}>
          {TEXT.hear}
        </Button>
        <Button
          variant="quiet"
          className="px-3 text-sm"
          disabled={phase === 'using'}
          onClick={() => setPhase('asking')}
        >
          {TEXT.discard}
        </Button>
      </div>
      <ConfirmDialog
        open={phase === 'asking' || phase === 'discarding'}
        onOpenChange={(isOpen) => !isOpen && setPhase('waiting')}
        title={TEXT.confirmDiscard}
        description={TEXT.confirmDiscardHint}
        confirmLabel={TEXT.discard}
        cancelLabel={TEXT.keep}
        danger
        pending={phase === 'discarding'}
        pendingLabel={TEXT.discarding}
        onConfirm={() => void attempt('discarding', discard)}
      />
    </li>
  );
}
