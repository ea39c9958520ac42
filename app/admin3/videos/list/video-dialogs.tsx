import { useState } from 'react';
import type { ShowcaseVideo, VideoChanged } from '../../../../api/contract/videos/showcase.js';
import { isVideoChanged, type Written } from '../approval/approval-button.js';
import { ApproveAllDialog } from '../approval/approve-all.js';
import { CueDialog } from '../captions/cue-dialog.js';
import { Differences } from '../common/difference.js';
import { HistoryDialog } from './history-dialog.js';
import { MoveDialog } from './move-dialog.js';
import { PaperDialog } from './paper-dialog.js';
import { EditDialog } from '../editing/edit-dialog.js';
import type { VideoRowAction } from './video-row-actions.js';
import { ViewDialog } from '../watching/view-dialog.js';
import { HOST_NAMES } from '../../../../api/contract/media/hosted-video.js';
import { isPublishedLater } from '../../../shared/http/http-error.js';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.js';
import { APPROVE_CHANGED_MESSAGES, VIDEO_MESSAGES as MESSAGES } from '../../common/admin3.messages.js';
import { tellFailure } from '../../../admin-gate/failures.js';
import { withBehind } from '../../../admin-gate/gate.messages.js';
import { useDeleteVideo } from '../../common/video-requests.js';
import { fullName } from '../../../shared/text/format.js';
import { hostOf, whatShowsInstead } from '../common/video-label.js';

/** The video whose dialog is open, as it was then, and where its row stood. The list may change under it. */
export interface OpenedVideo {
  action: VideoRowAction | 'approve all';
  video: ShowcaseVideo;
  index: number;
}

interface VideoDialogsProps {
  opened: OpenedVideo;
  onClose: () => void;
  onEdited: (written: string) => void;
  onMoved: (written: string) => void;
  onApproved: (written: Written) => void;
  onDeleted: (written: string) => void;
}

export function VideoDialogs({ opened: { action, video }, onClose, ...done }: VideoDialogsProps) {
  const { onEdited, onMoved, onApproved, onDeleted } = done;
  switch (action) {
    case 'view':
      return <ViewDialog video={video} onClose={onClose} />;
    case 'edit':
      return <EditDialog video={video} onClose={onClose} onDone={onEdited} />;
    case 'captions':
      return <CueDialog video={video} cues={video.cues ?? []} onClose={onClose} onDone={onEdited} />;
    case 'draft': {
      const cues = video.draft?.state === 'ready' ? video.draft.cues : [];
      return <CueDialog isDraft video={video} cues={cues} onClose={onClose} onDone={onEdited} />;
    }
    case 'history':
      return <HistoryDialog video={video} onClose={onClose} onDone={onEdited} />;
    case 'move':
      return <MoveDialog video={video} onClose={onClose} onDone={onMoved} />;
    case 'paper':
      return <PaperDialog video={video} onClose={onClose} />;
    case 'approve all':
      return <ApproveAllDialog video={video} onClose={(written) => (written ? onApproved(written) : onClose())} />;
    case 'delete':
      return <DeleteDialog video={video} onClose={onClose} onDone={onDeleted} />;
  }
}

interface DeleteDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** Asks first; and again, with what is other, where somebody has changed the video meanwhile. */
function DeleteDialog({ video: opened, onClose, onDone }: DeleteDialogProps) {
  const { mutateAsync, isPending } = useDeleteVideo();
  const [changed, setChanged] = useState<VideoChanged | null>(null);
  const video = changed?.video ?? opened;
  const name = fullName(video.user);
  const host = hostOf(video);
  const hint = host
    ? MESSAGES.deleteHostedHint(video.title, name, HOST_NAMES[host])
    : MESSAGES.deleteHint(video.title, name);

  const remove = async () => {
    try {
      await mutateAsync(video);
      onDone(MESSAGES.deleted(video.title));
    } catch (error) {
      if (isVideoChanged(error)) setChanged(JSON.parse(error.body) as VideoChanged);
      else if (isPublishedLater(error)) onDone(withBehind(MESSAGES.deleted(video.title), true));
      else tellFailure(error, MESSAGES.deleteFailed, MESSAGES.deleteFailedHint);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={changed ? APPROVE_CHANGED_MESSAGES.heading : MESSAGES.deleteTitle}
      description={[hint, video.isApproved && MESSAGES.deletePublicHint, whatShowsInstead(video)]
        .filter(Boolean)
        .join(' ')}
      confirmLabel={changed ? MESSAGES.deleteChanged : MESSAGES.delete}
      pending={isPending}
      pendingLabel={MESSAGES.deleting}
      onConfirm={() => void remove()}
      onOpenChange={(open) => !open && !isPending && onClose()}
    >
      {changed && (
        <div className="mt-5 grid gap-4">
          <p>{MESSAGES.deleteChangedHint}</p>
          <Differences differences={changed.differences} />
        </div>
      )}
    </ConfirmDialog>
  );
}
