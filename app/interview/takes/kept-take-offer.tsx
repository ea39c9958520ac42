import { History } from 'lucide-react';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { describeKeptTake } from './describe-kept-take.js';
import { KEPT_TAKES_MESSAGES as TEXT } from './kept-takes.messages.js';
import type { TakeOffer } from './kept-takes-state.js';

interface KeptTakeOfferProps {
  offer: TakeOffer;
  onSave: () => void;
  onWatch: () => void;
  onAskToDiscard: () => void;
  onCancelDiscard: () => void;
  onDiscard: () => void;
}

/** What can be done with a take that this browser kept, at the question to which it belongs. */
export function KeptTakeOffer({ offer: { kept, phase }, ...on }: KeptTakeOfferProps) {
  const isOpening = phase === 'opening';
  return (
    <div className="flex size-full flex-col items-center justify-center gap-3 overflow-y-auto p-4 text-center">
      <History size={28} aria-hidden className="text-muted" />
      <h3 className="text-lg">{TEXT.heading}</h3>
      <p className="text-sm text-muted">{describeKeptTake(kept)}</p>
      {phase === 'failed' && (
        <p role="alert" className="text-sm text-danger">
          {TEXT.failed}
        </p>
      )}
      <Button pending={isOpening} pendingLabel={TEXT.opening} onClick={on.onSave} className="px-3">
        {TEXT.save}
      </Button>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="outline" disabled={isOpening} onClick={on.onWatch}>
          {TEXT.watch}
        </Button>
        <Button variant="quiet" disabled={isOpening} onClick={on.onAskToDiscard}>
          {TEXT.discard}
        </Button>
      </div>
      <ConfirmDialog
        open={phase === 'asking' || phase === 'discarding'}
        onOpenChange={(isOpen) => !isOpen && on.onCancelDiscard()}
        title={TEXT.confirmDiscard}
        description={TEXT.confirmDiscardHint}
        confirmLabel={TEXT.discard}
        cancelLabel={TEXT.keep}
        danger
        pending={phase === 'discarding'}
        pendingLabel={TEXT.discarding}
        onConfirm={on.onDiscard}
      />
    </div>
  );
}
