import type { UseMutationResult } from '@tanstack/react-query';
import { tellFailure } from '../../admin-gate/failures.js';
import { isPublishedLater } from '../../shared/http/http-error.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';

interface DeletionProps {
  /** What is going to be deleted, and what becomes of it. */
  description: string;
  deletion: Pick<UseMutationResult<unknown, Error, string>, 'mutateAsync' | 'isPending'>;
  /** What `deletion` deletes. */
  subject: string;
  /** It was gone back from, done, or has failed. */
  onClose: () => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

interface DeleteDialogProps extends DeletionProps {
  texts: { title: string; confirm: string; deleting: string; failed: string; failedHint: string };
  /** @param isBehind the public pages follow later */
  onDone: (isBehind: boolean) => void;
}

/** Asks before something is deleted for good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { texts, description, subject, onClose, onDone, onFailed } = props;
  const { mutateAsync, isPending } = props.deletion;
  const remove = async () => {
    try {
      await mutateAsync(subject);
      onClose();
      onDone(false);
    } catch (error) {
      onClose();
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

interface RemoveDialogProps extends DeletionProps {
  messages: Record<'remove' | 'removing' | 'removeFailed' | 'failedHint', string> &
    Record<'removeTitle' | 'removed', (name: string) => string>;
  /** Under which it stands in its list. */
  name: string;
  onDone: (text: string) => void;
}

/** Asks before something is taken off a list. */
export function RemoveDialog({ messages, name, onDone, ...deletion }: RemoveDialogProps) {
  const texts = {
    title: messages.removeTitle(name),
    confirm: messages.remove,
    deleting: messages.removing,
    failed: messages.removeFailed,
    failedHint: messages.failedHint,
  };
  return <DeleteDialog {...deletion} texts={texts} onDone={() => onDone(messages.removed(name))} />;
}
