import { tellFailure } from '../../admin-gate/failures.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { ASK_ANEW_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { useAskAnew } from '../common/people-requests.js';
import type { Person } from '../common/people.js';

interface AskAnewDialogProps {
  person: Person;
  /** It was gone back from, done, or has failed. */
  onClose: () => void;
  onDone: () => void;
  /** With what may stay written of it. */
  onFailed: (written: string | null) => void;
}

/** Asks before what was said of a parent or guardian counts no more, and the person is asked anew. */
export function AskAnewDialog({ person, onClose, onDone, onFailed }: AskAnewDialogProps) {
  const { mutateAsync, isPending } = useAskAnew();
  const ask = async () => {
    try {
      await mutateAsync(person.id);
      onClose();
      onDone();
    } catch (error) {
      onClose();
      onFailed(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };
  return (
    <ConfirmDialog
      open
      title={MESSAGES.title(person.name)}
      description={MESSAGES.hint(person.firstName)}
      confirmLabel={MESSAGES.confirm}
      pending={isPending}
      pendingLabel={MESSAGES.asking}
      onConfirm={() => void ask()}
      onOpenChange={(open) => !open && !isPending && onClose()}
    >
      <p className="mt-3">{MESSAGES.stays}</p>
      <p className="mt-3">{MESSAGES.sure}</p>
    </ConfirmDialog>
  );
}
