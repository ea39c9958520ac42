import { useState } from 'react';
import type { ShowcaseVideo } from '../../../../api/contract/videos/showcase.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { Button } from '../../../shared/ui/button.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { toast } from '../../../shared/ui/toast-store.js';
import { DRAFT_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { useRejectDraft, useRetryDraft } from '../../common/video-requests.js';

interface DraftLineProps {
  video: ShowcaseVideo;
  onReview: () => void;
  /** The button may have gone by then. */
  onTried: () => void;
}

/** How far the automatic transcript of a video is, and what can be decided about it. */
export function DraftLine({ video, onReview, onTried }: DraftLineProps) {
  const { draft, title, id } = video;
  const reject = useRejectDraft();
  const retry = useRetryDraft();
  const [isRejecting, setRejecting] = useState(false);
  const act = async ({ mutateAsync }: typeof reject, done: string, failed: string) => {
    try {
      await mutateAsync(id);
      toast({ title: done });
      setRejecting(false);
    } catch (error) {
      tellFailure(error, failed, MESSAGES.failedHint);
    }
    onTried();
  };
  if (!draft) return null;
  switch (draft.state) {
    case 'waiting':
      return (
        <p className="text-sm text-muted">{draft.problem ? MESSAGES.waitingAgain(draft.problem) : MESSAGES.waiting}</p>
      );
    case 'failed':
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-sm text-warn">{MESSAGES.failed(draft.problem)}</p>
          <Button
            variant="quiet"
            size="compact"
            pending={retry.isPending}
            onClick={() => void act(retry, MESSAGES.trying(title), MESSAGES.tryAgainFailed)}
          >
            {MESSAGES.tryAgain}
          </Button>
        </div>
      );
    case 'ready':
      return (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p className="text-sm">{MESSAGES.ready(draft.cues.length, draft.cues.filter(({ doubt }) => doubt).length)}</p>
          <Button variant="outline" size="compact" aria-label={MESSAGES.reviewing} onClick={onReview}>
            {MESSAGES.review}
          </Button>
          <Button variant="quiet" size="compact" aria-label={MESSAGES.rejectIt} onClick={() => setRejecting(true)}>
            {MESSAGES.reject}
          </Button>
          <ConfirmDialog
            open={isRejecting}
            danger
            title={MESSAGES.rejectTitle}
            description={MESSAGES.rejectHint(title)}
            confirmLabel={MESSAGES.rejectIt}
            pending={reject.isPending}
            pendingLabel={MESSAGES.rejecting}
            onConfirm={() => void act(reject, MESSAGES.rejected(title), MESSAGES.rejectFailed)}
            onOpenChange={(open) => !reject.isPending && setRejecting(open)}
          />
        </div>
      );
  }
}
