import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CurrentUser, REOPEN_PATH, type ReopenResponse } from '../../../api/contract/people/participants.js';
import { isSignedOut, SIGNED_OUT } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { toast } from '../../shared/ui/toast-store.js';
import { REOPEN_MESSAGES as TEXT } from '../common/interview.messages.js';
import { STATUS_KEY } from '../common/use-interview-data.js';

interface ReopenStoryProps {
  onReopened: () => void;
}

/** The one way to change what was submitted: asks first, as staff see it. */
export function ReopenStory({ onReopened }: ReopenStoryProps) {
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<'closed' | 'asking' | 'reopening'>('closed');

  const reopen = async () => {
    setPhase('reopening');
    try {
      const { status, openSince } = await request<ReopenResponse>('POST', REOPEN_PATH);
      // What was asked before is answered with what was so before.
      await queryClient.cancelQueries({ queryKey: STATUS_KEY });
      queryClient.setQueryData<CurrentUser>(STATUS_KEY, (user) => user && { ...user, status, openSince });
      setPhase('closed');
      toast(TEXT.reopened);
      onReopened();
    } catch (error) {
      setPhase('asking');
      toast({ ...TEXT.failed, ...(isSignedOut(error) && { description: SIGNED_OUT }), variant: 'destructive' });
    }
  };
  return (
    <>
      <Button variant="quiet" className="-mx-2 px-2 text-sm underline" onClick={() => setPhase('asking')}>
        {TEXT.action}
      </Button>
      <ConfirmDialog
        open={phase !== 'closed'}
        onOpenChange={(isOpen) => !isOpen && setPhase('closed')}
        title={TEXT.title}
        description={TEXT.description}
        confirmLabel={TEXT.action}
        cancelLabel={TEXT.cancel}
        pending={phase === 'reopening'}
        pendingLabel={TEXT.pending}
        onConfirm={() => void reopen()}
      />
    </>
  );
}
