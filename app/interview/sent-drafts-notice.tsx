import { LOCALE } from '../../api/contract/language.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerVideo, SaveAnswerRequest, SaveAnswerResponse } from '../../api/contract/answers.js';
import type { InterviewQuestion } from '../../api/contract/questions.js';
import { type RecordingDraft, RECORDING_DRAFTS_PATH } from '../../api/contract/recording-drafts.js';
import type { CloseUploadRequest, ProcessUploadResponse } from '../../api/contract/uploads.js';
import { HttpError, isTransient } from '../shared/http/http-error.js';
import { FOLLOWING, readPath } from '../shared/http/query-client.js';
import { request } from '../shared/http/request.js';
import { PARTICIPANT_UPLOADS } from '../shared/http/upload-file.js';
import { DEFAULT_RETRY_DELAYS_MS, withRetries } from '../shared/http/with-retries.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import { RECORDER_TOASTS } from './recorder/recorder.messages.js';
import { answerTitle } from './save-answer.js';
import { ANSWERS_PATH } from './use-interview-data.js';
import { isOfThisPage } from './sent-drafts/open-upload.js';
import { SENT_DRAFT_MESSAGES as TEXT } from './sent-drafts/sent-drafts.messages.js';

interface SentDraftsNoticeProps {
  questions: InterviewQuestion[];
  answers: AnswerVideo[];
  /** Uploads of what this browser keeps itself, and offers with it. */
  keptHere: readonly (string | undefined)[];
}

/** Offers what was recorded on a device that is gone, or cannot be reached: the server has it for a day. */
export function SentDraftsNotice({ questions, answers, keptHere }: SentDraftsNoticeProps) {
  const { data = [] } = useQuery({
    queryKey: [RECORDING_DRAFTS_PATH],
    queryFn: readPath<RecordingDraft[]>({ on401: 'throw' }),
    ...FOLLOWING,
  });
  const offered = data.filter(
    ({ uploadId, isGrowing }) => !isGrowing && !isOfThisPage(uploadId) && !keptHere.includes(uploadId),
  );
  return (
    <div aria-live="polite" className="grid gap-2 text-sm not-empty:my-2">
      {offered.map((draft) => {
        const question = questions.find(({ id }) => id === draft.questionId);
        const answer = answers.find(({ questionId }) => questionId === draft.questionId) ?? null;
        return question && <SentDraftOffer key={draft.uploadId} {...{ draft, question, answer, questions }} />;
      })}
    </div>
  );
}

/** Who is signed out, and a conflict, is told so in words. */
const TOLD = new Set([401, 409]);
const MOMENT = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

interface SentDraftOfferProps {
  draft: RecordingDraft;
  question: InterviewQuestion;
  answer: AnswerVideo | null;
  questions: InterviewQuestion[];
}

function SentDraftOffer({ draft, question, answer, questions }: SentDraftOfferProps) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<'waiting' | 'using' | 'asking' | 'discarding'>('waiting');
  const [hears, setHears] = useState(false);
  const until = MOMENT.format(new Date(draft.keptUntil));
  const attempt = async (next: 'using' | 'discarding', work: () => Promise<void>) => {
    setPhase(next);
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: [ANSWERS_PATH] });
      await queryClient.invalidateQueries({ queryKey: [RECORDING_DRAFTS_PATH] });
    } catch (error) {
      const said = error instanceof HttpError && TOLD.has(error.status) ? error.serverMessage : null;
      toast({ ...RECORDER_TOASTS.saveFailed, description: said ?? TEXT.failed, variant: 'destructive' });
    }
    setPhase('waiting');
  };
  return (
    <div className="grid gap-2 rounded-control border border-warn px-3 py-2">
      <p>{TEXT.kept(questions.indexOf(question) + 1, until)}</p>
      {hears && (
        <video controls playsInline src={draft.videoUrl} aria-label={TEXT.player} className="max-h-[50vh] rounded-card">
          <track kind="captions" />
        </video>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          pending={phase === 'using'}
          pendingLabel={TEXT.using}
          className="px-3 text-sm"
          onClick={() =>
            void attempt('using', async () => {
              await saveDraft(draft, question, answer);
              toast(RECORDER_TOASTS.saved);
            })
          }
        >
          {TEXT.use}
        </Button>
        <Button variant="outline" className="px-3 text-sm" disabled={hears} onClick={() => setHears(true)}>
          {TEXT.hear}
        </Button>
        <Button variant="quiet" className="px-3 text-sm" onClick={() => setPhase('asking')}>
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
        onConfirm={() =>
          void attempt('discarding', () => request<void>('DELETE', PARTICIPANT_UPLOADS.status(draft.uploadId)))
        }
      />
    </div>
  );
}

/** Makes it the answer, or a further piece of it, as it was meant. How long it became on a slow device, only that one knew. */
async function saveDraft(
  draft: RecordingDraft,
  question: InterviewQuestion,
  answer: AnswerVideo | null,
): Promise<void> {
  const { uploadId, bytes, totalChunks, isAddition, mimeType } = draft;
  const totals: CloseUploadRequest = { totalSize: bytes, totalChunks };
  await retried(() => request<ProcessUploadResponse>('POST', PARTICIPANT_UPLOADS.process(uploadId), totals));
  const place = isAddition && answer ? { isAddition } : { insteadOf: answer?.id ?? null };
  const body: SaveAnswerRequest = {
    questionId: question.id,
    title: answerTitle(question),
    uploadId,
    mimeType,
    ...place,
    // What its device had not sent any more is known to be missing.
    keepsFlawed: true,
    asksProof: true,
  };
  await retried(() => request<SaveAnswerResponse>('POST', '/api/videos/upload-cloud', body));
}

/** Each may be asked again: it comes to the same. */
function retried<T>(run: () => Promise<T>): Promise<T> {
  return withRetries(run, { delaysMs: DEFAULT_RETRY_DELAYS_MS, isTransient });
}
