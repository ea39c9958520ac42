import { Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ShowcaseVideo, VideoChanged } from '../../../api/contract/showcase.js';
import { HttpError } from '../../shared/http/http-error.js';
import { Button } from '../../shared/ui/button.js';
import { VIDEO_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { tellFailure } from '../../admin-gate/tell-failure.js';
import type { Written } from './written-line.js';
import { noteLookedAt } from '../common/looked-at.js';
import { ApproveChangedDialog } from './approve-changed-dialog.js';
import { livePath } from './video-label.js';
import { useApproveVideo, useUnapproveVideo } from '../common/showcase-mutations.js';

interface ApprovalButtonProps {
  video: ShowcaseVideo;
  describedBy: string;
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
      const { isWatchable } = await mutateAsync(id);
      const done = !isApproved && !isWatchable ? MESSAGES.approvedWithout : words.done;
      onDone({ text: done(title), livePath: isApproved ? undefined : livePath(video) });
    } catch (error) {
      if (isVideoChanged(error)) setChanged(JSON.parse(error.body) as VideoChanged);
      else tellFailure(error, words.failed, words.failedHint);
    }
  };
  const approveChanged = (seen: VideoChanged) => {
    setChanged(null);
    noteLookedAt(seen.video);
    void change();
  };
  return (
    <>
      <Button
        variant="outline"
        size="compact"
        className="pointer-coarse:min-h-12"
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

function isVideoChanged(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code === 'video_changed';
}

const APPROVE = {
  label: MESSAGES.approve,
  pending: MESSAGES.approving,
  done: MESSAGES.approved,
  failed: MESSAGES.approveFailed,
  failedHint: MESSAGES.approveFailedHint,
};

const UNAPPROVE = {
  label: MESSAGES.unapprove,
  pending: MESSAGES.unapproving,
  done: MESSAGES.unapproved,
  failed: MESSAGES.unapproveFailed,
  failedHint: MESSAGES.unapproveFailedHint,
};
