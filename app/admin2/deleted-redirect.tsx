import { Undo2 } from 'lucide-react';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { Button } from '../shared/ui/button.js';
import { toast } from '../shared/ui/toast-store.js';
import { FORM_MESSAGES, LIST_MESSAGES as MESSAGES } from './admin2.messages.js';
import { questionLabel } from './question-labels.js';
import type { RedirectRow } from './redirect-rows.js';
import { useAddRedirect } from './use-redirects.js';

interface DeletedRedirectProps {
  row: RedirectRow;
  onUndone: () => void;
}

/**
 * Says which redirect is gone and offers to take that back. One that was not in use stays gone:
 * added again it would be the newest of its question, and count.
 */
export function DeletedRedirect({ row: { redirect, isInUse }, onUndone }: DeletedRedirectProps) {
  const { mutateAsync, isPending, isSuccess } = useAddRedirect();
  const { question, redirectUrl, description } = redirect;
  const label = questionLabel(question);

  const undo = async () => {
    try {
      await mutateAsync({ question, redirectUrl, description });
      toast({ title: MESSAGES.undone(label) });
      onUndone();
    } catch (error) {
      tellFailure(error, FORM_MESSAGES.failed, MESSAGES.undoFailedHint);
    }
  };
  if (isSuccess) return <p className="text-good">{MESSAGES.undone(label)}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <p className="text-good">{MESSAGES.deleted(label)}</p>
      {isInUse && (
        <Button
          variant="quiet"
          size="compact"
          className="pointer-coarse:min-h-12"
          pending={isPending}
          onClick={() => void undo()}
        >
          <Undo2 size={18} aria-hidden />
          {MESSAGES.undo}
        </Button>
      )}
    </div>
  );
}
