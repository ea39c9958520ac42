import { History } from 'lucide-react';
import type { InterviewQuestion } from '../../../api/contract/interview/questions.js';
import { shortDateTime } from '../../shared/text/format.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { formatDuration } from '../recorder/recording.js';
import type { LocalDraft } from './local-draft-store.js';
import { useStorageEnd } from './storage-end.js';
import { type LocalDraftsState, offerAt, type DraftOffer } from './local-drafts-state.js';
import { LOCAL_DRAFT_MESSAGES as TEXT } from './local-drafts.messages.js';

interface LocalDraftOfferProps {
  offer: DraftOffer;
  onSave: () => void;
  onWatch: () => void;
  onAskToDiscard: () => void;
  onCancelDiscard: () => void;
  onDiscard: () => void;
}

/** What can be done with a local draft, at the question to which it belongs. */
export function LocalDraftOffer({ offer: { draft, phase }, ...on }: LocalDraftOfferProps) {
  const isOpening = phase === 'opening';
  const storageEnd = useStorageEnd();
  return (
    <div className="stage-words">
      <History size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg">{TEXT.heading}</h3>
      <p className="text-sm text-muted">{describeLocalDraft(draft)}</p>
      {storageEnd && <p className="text-sm text-warn">{TEXT.keptUntil(storageEnd)}</p>}
      {phase === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          {TEXT.failed}
        </p>
      )}
      <Button pending={isOpening} pendingLabel={TEXT.opening} onClick={on.onSave} className="px-3">
        {TEXT.save}
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="outline" disabled={isOpening} onClick={on.onWatch}>
          {TEXT.watch}
        </Button>
        <Button variant="quiet" disabled={isOpening} onClick={on.onAskToDiscard}>
          {TEXT.discard}
        </Button>
      </div>
      <ConfirmDialog
        open={phase === 'asking' || phase === 'discarding'}
        onOpenChange={(isOpen) => !isOpen && on.onCancelDiscard()}
        title={TEXT.confirmDiscard}
        description={TEXT.confirmDiscardHint}
        confirmLabel={TEXT.discard}
        cancelLabel={TEXT.keep}
        danger
        pending={phase === 'discarding'}
        pendingLabel={TEXT.discarding}
        onConfirm={on.onDiscard}
      />
    </div>
  );
}

interface LocalDraftsNoticeProps {
  drafts: LocalDraftsState;
  questions: InterviewQuestion[];
  /** The question on the screen; null at another step. */
  shown: InterviewQuestion | null;
  /** Null once the story is handed in: then nothing can be added to it. */
  onGo: ((index: number) => void) | null;
  /** Until it is reopened. */
  mayReopen: boolean;
}

/** Says at every other step that a recording was kept, and leads to it; and which one is open in another tab. */
export function LocalDraftsNotice({ drafts, questions, shown, onGo, mayReopen }: LocalDraftsNoticeProps) {
  const index = questions.findIndex((question) => question.id !== shown?.id && offerAt(drafts, question.id));
  const isElsewhere = drafts.elsewhere.some(({ questionId }) => questionId === shown?.id);
  return (
    <div aria-live="polite" className="grid gap-2 text-sm not-empty:my-2">
      {isElsewhere && <p className={BOX}>{TEXT.elsewhere}</p>}
      {index !== -1 && (
        <p className={BOX}>
          {onGo ? TEXT.atQuestion(index + 1) : TEXT.besideStory(index + 1, mayReopen)}
          {onGo && (
            <Button variant="quiet" className="-my-2 min-h-11 px-0 text-sm underline" onClick={() => onGo(index)}>
              {TEXT.goToQuestion(index + 1)}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

const BOX = 'flex flex-wrap items-center justify-between gap-x-4 rounded-control border border-warn px-3 py-2';

/** What tells a local draft from others, in a sentence or two. */
export function describeLocalDraft({ origin, filename, durationSeconds, recordedAt, isWhole }: LocalDraft): string {
  if (origin === 'chosen') return TEXT.chosen(filename);
  if (origin === 'camera-app') return isWhole ? TEXT.ofCameraApp : TEXT.ofCameraAppInPart;
  const what = TEXT.recorded(formatDuration(durationSeconds ?? 0), shortDateTime(recordedAt));
  return isWhole ? what : `${what} ${TEXT.cutShort}`;
}
