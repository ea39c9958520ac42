import { useState } from 'react';
import { inTime } from '../shared/indexed-database.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { leaveUnasked } from '../shared/ui/use-leave-guard.js';
import { DELETED_MESSAGES as TEXT } from './common/interview.messages.js';
import type { KeptHere } from './device/kept-here.js';

interface DeletedStoryProps {
  isDeleted: boolean;
  drafts: KeptHere;
}

/** Tells that there is no story any more, and asks before what this browser keeps goes with it. */
export function DeletedStory({ isDeleted, drafts }: DeletedStoryProps) {
  const [isKept, setIsKept] = useState(false);
  return (
    <>
      {isDeleted && (
        <p role="alert" className="my-2 rounded-control border border-warn px-3 py-2 text-sm">
          {TEXT.notice}
        </p>
      )}
      <ForgetKept isAsked={isDeleted && !isKept} onKeep={() => setIsKept(true)} drafts={drafts} text={TEXT} />
    </>
  );
}

interface ForgetKeptProps {
  isAsked: boolean;
  onKeep: () => void;
  drafts: KeptHere;
  text: Record<'title' | 'description' | 'confirm' | 'keep' | 'deleting', string>;
}

/** The question before what this browser keeps goes; then the page begins anew. */
export function ForgetKept({ isAsked, onKeep, drafts, text }: ForgetKeptProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = async () => {
    setIsDeleting(true);
    // What cannot be removed is shown to nobody else all the same.
    await inTime(drafts.forgetAll(), () => undefined).catch(() => undefined);
    leaveUnasked('/');
  };
  return (
    <ConfirmDialog
      open={isAsked}
      onOpenChange={(isOpen) => !isOpen && onKeep()}
      title={text.title}
      description={text.description}
      confirmLabel={text.confirm}
      cancelLabel={text.keep}
      danger
      pending={isDeleting}
      pendingLabel={text.deleting}
      onConfirm={() => void remove()}
    />
  );
}
