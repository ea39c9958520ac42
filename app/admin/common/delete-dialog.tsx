import type { UseMutationResult } from '@tanstack/react-query';
import { tellFailure } from '../../admin-gate/failures.js';
import { isPublishedLater } from '../../shared/http/http-error.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

interface DeleteDialogProps {
  texts: { title: string; confirm: string; deleting: string; failed: string; failedHint: string };
  /** What is going to be deleted. */
  description: string;
  deletion: Pick<UseMutationResult<unknown, Error, string>, 'mutateAsync' | 'isPending'>;
  /** What `deletion` deletes. */
  subject: string;
  onClose: () => void;
  /** @param isBehind the public pages follow later */
  onDone: (isBehind: boolean) => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

/** Asks before something is deleted for good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { texts, description, subject, onClose, onDone, onFailed } = props;
  const { mutateAsync, isPending } = props.deletion;
  const remove = async () => {
    try {
      await mutateAsync(subject);
      onDone(false);
    } catch (error) {
      if (isPublishedLater(error)) onDone(true);
      else onFailed(tellFailure(error, texts.failed, texts.failedHint));
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={texts.title}
      description={description}
      confirmLabel={texts.confirm}
      pending={isPending}
      pendingLabel={texts.deleting}
      onConfirm={() => void remove()}
      onOpenChange={(open) => !open && !isPending && onClose()}
    />
  );
}
