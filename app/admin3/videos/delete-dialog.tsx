import { HOST_NAMES } from '../../../api/contract/hosted-video.js';
import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { VIDEO_MESSAGES as MESSAGES } from '../common/admin3.messages.js';
import { tellFailure } from '../../admin-gate/tell-failure.js';
import { useDeleteVideo } from '../common/showcase-mutations.js';
import { fullName } from '../../shared/text/format.js';
import { hostOf } from './hosted-label.js';

interface DeleteDialogProps {
  video: ShowcaseVideo;
  onClose: () => void;
  onDone: (written: string) => void;
}

export function DeleteDialog({ video, onClose, onDone }: DeleteDialogProps) {
  const { mutateAsync, isPending } = useDeleteVideo();
  const name = fullName(video.user);
  const host = hostOf(video);
  const hint = host
    ? MESSAGES.deleteHostedHint(video.title, name, HOST_NAMES[host])
    : MESSAGES.deleteHint(video.title, name);

  const remove = async () => {
    try {
      await mutateAsync(video.id);
      onDone(MESSAGES.deleted(video.title));
    } catch (error) {
      tellFailure(error, MESSAGES.deleteFailed, MESSAGES.deleteFailedHint);
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={MESSAGES.deleteTitle}
      description={video.isApproved ? `${hint} ${MESSAGES.deletePublicHint}` : hint}
      confirmLabel={MESSAGES.delete}
      pending={isPending}
      pendingLabel={MESSAGES.deleting}
      onConfirm={() => void remove()}
      onOpenChange={(open) => !open && !isPending && onClose()}
    />
  );
}
