import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ShowcaseVideo, VideoChanged } from '../../../../api/contract/videos/showcase.js';
import { HttpError, isPublishedLater } from '../../../shared/http/http-error.js';
import { shortDateTime } from '../../../shared/text/format.js';
import { Button } from '../../../shared/ui/button.js';
import { APPROVE_CHANGED_MESSAGES, VIDEO_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { noteSeen } from '../../common/seen-videos.js';
import { firstMomentAhead, livePath } from '../common/video-label.js';
import { useApproveVideo, useUnapproveVideo } from '../../common/video-requests.js';
import { Dialog } from '../../../shared/ui/dialog.js';
import { Differences, SavedBy } from '../common/difference.js';

/** What was done to a video, and where the public now sees it. */
export interface Written {
  text: string;
  livePath?: string;
  /** It was not done. */
  isFailure?: boolean;
}

interface ApprovalButtonProps {
  video: ShowcaseVideo;
  describedBy: string;
  /** With what stays written of it, also where it failed. */
  onDone: (done: Written) => void;
}

/** Approve for a waiting video, Unapprove for an approved one. */
export function ApprovalButton({ video, describedBy, onDone }: ApprovalButtonProps) {
  const approve = useApproveVideo();
  const unapprove = useUnapproveVideo();
  const { isApproved, id, title } = video;
  const words = isApproved ? UNAPPROVE : APPROVE;
  const { mutateAsync, isPending } = isApproved ? unapprove : approve;
  const [changed, setChanged] = useState<VideoChanged | null>(null);
  const Icon = isApproved ? Undo2 : Check;

  const change = async () => {
    try {
      const changedVideo = await mutateAsync(id);
      onDone(isApproved ? { text: MESSAGES.unapproved(title) } : writtenOfApproval(changedVideo));
    } catch (error) {
      if (isVideoChanged(error)) setChanged(JSON.parse(error.body) as VideoChanged);
      else if (isPublishedLater(error)) onDone({ text: words.behind(title) });
      else {
        const text = tellFailure(error, words.failed, words.failedHint);
        if (text !== null) onDone({ text: MESSAGES.failedOf(title, text), isFailure: true });
      }
    }
  };
  const approveChanged = (seen: VideoChanged) => {
    setChanged(null);
    noteSeen(seen.video);
    void change();
  };
  return (
    <>
      <Button
        variant="outline"
        size="compact"
        aria-describedby={describedBy}
        pending={isPending}
        pendingLabel={words.pending}
        onClick={() => void change()}
      >
        <Icon size={18} aria-hidden />
        {words.label}
      </Button>
      {changed && (
        <ApproveChangedDialog
          changed={changed}
          onApprove={() => approveChanged(changed)}
          onClose={() => setChanged(null)}
        />
      )}
    </>
  );
}

/** What stays written of a video that was approved, which is not always public at once. */
function writtenOfApproval(video: ShowcaseVideo): Written {
  const { title, isShown, isWatchable } = video;
  const from = firstMomentAhead(video);
  if (!isShown)
    return { text: from ? MESSAGES.approvedLater(title, shortDateTime(from)) : MESSAGES.approvedUnseen(title) };
  return { text: (isWatchable ? MESSAGES.approved : MESSAGES.approvedWithout)(title), livePath: livePath(video) };
}

/** It is not what was seen any more. */
export function isVideoChanged(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code === 'video_changed';
}

const APPROVE = {
  label: MESSAGES.approve,
  pending: MESSAGES.approving,
  behind: MESSAGES.approvedBehind,
  failed: MESSAGES.approveFailed,
  failedHint: MESSAGES.approveFailedHint,
};

const UNAPPROVE = {
  label: MESSAGES.unapprove,
  pending: MESSAGES.unapproving,
  behind: MESSAGES.unapprovedBehind,
  failed: MESSAGES.unapproveFailed,
  failedHint: MESSAGES.unapproveFailedHint,
};

interface ApproveChangedDialogProps {
  changed: VideoChanged;
  onApprove: () => void;
  onClose: () => void;
}

/** A video that was to be approved is not what was seen any more: what is other now, and the approval of that. */
function ApproveChangedDialog({ changed, onApprove, onClose }: ApproveChangedDialogProps) {
  const { differences, video } = changed;
  return (
    <Dialog
      open
      title={APPROVE_CHANGED_MESSAGES.heading}
      description={APPROVE_CHANGED_MESSAGES.hint}
      onOpenChange={(open) => !open && onClose()}
    >
      <div className="grid gap-5">
        <SavedBy videoId={video.id} />
        <Differences differences={differences} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            {APPROVE_CHANGED_MESSAGES.notNow}
          </Button>
          <Button onClick={onApprove}>{APPROVE_CHANGED_MESSAGES.approve}</Button>
        </div>
      </div>
    </Dialog>
  );
}
