import { tellFailure } from '../../admin-gate/tell-failure.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { DELETE_MESSAGES as MESSAGES } from '../admin-participants.messages.js';
import { useDeleteUser } from '../participant-mutations.js';
import type { Person } from '../people/person.js';

interface DeleteDialogProps {
  person: Person;
  onClose: () => void;
  onDone: () => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

/** Asks before a person is deleted with all data. */
export function DeleteDialog({ person: { id, name, email }, onClose, onDone, onFailed }: DeleteDialogProps) {
  const { mutateAsync, isPending } = useDeleteUser();
  const remove = async () => {
    try {
      await mutateAsync(id);
      onDone();
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title={MESSAGES.title}
      description={MESSAGES.hint(name, email)}
      confirmLabel={MESSAGES.confirm}
      pending={isPending}
      pendingLabel={MESSAGES.deleting}
      onConfirm={() => void remove()}
      onOpenChange={(open) => !open && !isPending && onClose()}
    />
  );
}
