import { useState } from 'react';
import { request } from '../shared/http/request.js';
import { Button } from '../shared/ui/button.js';
import { ConfirmDialog } from '../shared/ui/confirm-dialog.js';
import { toast } from '../shared/ui/toast-store.js';
import { FORGET_DEVICE_MESSAGES as TEXT } from './interview.messages.js';

/** For a browser that others use, too: signs out and leaves nothing of the person behind. */
export function ForgetDevice({ onForget }: { onForget: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const [isForgetting, setIsForgetting] = useState(false);

  const forget = async () => {
    setIsForgetting(true);
    try {
      await request<void>('POST', '/api/auth/forget-device');
      // What cannot be removed is shown to nobody else all the same.
      await onForget().catch(() => undefined);
      location.replace('/');
    } catch {
      setIsForgetting(false);
      toast({ ...TEXT.failed, variant: 'destructive' });
    }
  };
  return (
    <>
      <Button variant="quiet" className="px-2 text-sm underline" onClick={() => setIsAsking(true)}>
        {TEXT.action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={TEXT.title}
        description={TEXT.description}
        confirmLabel={TEXT.action}
        cancelLabel={TEXT.cancel}
        danger
        pending={isForgetting}
        pendingLabel={TEXT.pending}
        onConfirm={() => void forget()}
      />
    </>
  );
}
