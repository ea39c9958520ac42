import { useState } from 'react';
import { FORGET_DEVICE_PATH, HELD_DRAFT_TOLD } from '../../../api/contract/people/sign-in.js';
import { inTime } from '../../shared/indexed-database.js';
import { request } from '../../shared/http/request.js';
import { isSignedOut } from '../../shared/http/http-error.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { toast } from '../../shared/ui/toast-store.js';
import { FORGET_DEVICE_MESSAGES as TEXT } from '../common/interview.messages.js';
import type { KeptHere } from './kept-here.js';

interface ForgetDeviceProps {
  /** Whose this browser is known to be, where the page itself is nobody's. */
  owner?: string;
  drafts: KeptHere;
  onForgotten: () => void;
}

/** For a browser that others use, too: signs out and leaves nothing of the person behind. */
export function ForgetDevice({ owner, drafts, onForgotten }: ForgetDeviceProps) {
  /** What would be lost: how many recordings, and whether photos; null while nothing is asked. */
  const [asked, setAsked] = useState<{ recordings: number; hasPhotos: boolean } | null>(null);
  const [isForgetting, setIsForgetting] = useState(false);

  // Where nothing can be read, nothing is kept.
  const ask = async () => {
    const [recordings, hasPhotos] = await Promise.all([
      drafts.count().catch(() => 0),
      inTime(drafts.hasPhotosLeft(), () => false).catch(() => false),
    ]);
    setAsked({ recordings, hasPhotos });
  };
  const forget = async () => {
    setIsForgetting(true);
    try {
      await forgetOnServer(owner, drafts.findHeldDraftsTold());
      // What cannot be removed is shown to nobody else all the same.
      await inTime(drafts.forgetAll(), () => undefined).catch(() => undefined);
      onForgotten();
    } catch {
      toast({ ...TEXT.failed, variant: 'destructive' });
    }
    setIsForgetting(false);
  };
  return (
    <>
      <Button variant="quiet" className="px-2 text-sm underline" onClick={() => void ask()}>
        {TEXT.action}
      </Button>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(isOpen) => !isOpen && setAsked(null)}
        title={TEXT.title}
        description={[
          TEXT.description,
          TEXT.lost(asked?.recordings ?? 0),
          drafts.hasUnsentWords() && TEXT.wordsLost,
          asked?.hasPhotos && TEXT.photosLeft,
        ]
          .filter(Boolean)
          .join(' ')}
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

async function forgetOnServer(owner: string | undefined, heldDraftsTold: string[]): Promise<void> {
  const query = heldDraftsTold.length > 0 ? `?${HELD_DRAFT_TOLD}=${heldDraftsTold.join()}` : '';
  try {
    await request<void>('POST', FORGET_DEVICE_PATH + query, undefined, { owner });
  } catch (error) {
    // Somebody else is signed in or known here by now: of this person the server knows nothing in this browser any more.
    if (!isSignedOut(error)) throw error;
  }
}
