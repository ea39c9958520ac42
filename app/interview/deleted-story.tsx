import { useState } from 'react';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { leaveUnasked } from '../shared/ui/use-leave-guard.js';
import { DELETED_MESSAGES as TEXT } from './interview.messages.js';
import type { KeptHere } from './kept-of-person.js';

interface DeletedStoryProps {
  isDeleted: boolean;
  drafts: KeptHere;
}

/** Tells that there is no story any more, and asks before what this browser keeps goes with it. */
export function DeletedStory({ isDeleted, drafts }: DeletedStoryProps) {
  const [phase, setPhase] = useState<'asking' | 'deleting' | 'kept'>('asking');
  const remove = async () => {
    setPhase('deleting');
    // What cannot be removed is shown to nobody else all the same.
    await drafts.forgetAll().catch(() => undefined);
    leaveUnasked('/');
  };
  return (
    <>
      {isDeleted && (
        <p role="alert" className="my-2 rounded-control border border-warn px-3 py-2 text-sm">
          {TEXT.notice}
        </p>
      )}
      <ConfirmDialog
        open={isDeleted && phase !== 'kept'}
        onOpenChange={(isOpen) => !isOpen && setPhase('kept')}
        title={TEXT.title}
        description={TEXT.description}
        confirmLabel={TEXT.confirm}
        cancelLabel={TEXT.keep}
        danger
        pending={phase === 'deleting'}
        pendingLabel={TEXT.deleting}
        onConfirm={() => void remove()}
      />
    </>
  );
}
