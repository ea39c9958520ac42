import { Download, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { saveFile } from '../../shared/files.js';
import { Button } from '../../shared/ui/button.js';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.js';
import { RECORDER_MESSAGES as TEXT } from './recorder.messages.js';
import type { Take } from './take.js';
import type { RecorderActions } from './use-recorder.js';

interface ReviewControlsProps {
  take: Take;
  isSaving: boolean;
  actions: RecorderActions;
}

/** What can be done with a take before it is the answer. */
export function ReviewControls({ take, isSaving, actions }: ReviewControlsProps) {
  const [asksToDiscard, setAsksToDiscard] = useState(false);
  // A file that was chosen stays on the device as it is.
  const isOnlyHere = take.origin === 'recorded';
  return (
    <div className="grid grid-cols-[2fr_3fr] gap-2">
      <Button variant="outline" disabled={isSaving} onClick={actions.redo} className="px-2">
        <RotateCcw size={20} aria-hidden />
        {TEXT.redo}
      </Button>
      <Button pending={isSaving} pendingLabel={TEXT.saving} onClick={actions.save} className="px-2">
        {TEXT.use}
      </Button>
      <Button
        variant="quiet"
        disabled={isSaving}
        onClick={isOnlyHere ? () => setAsksToDiscard(true) : actions.discard}
        className="px-2"
      >
        <Trash2 size={20} aria-hidden />
        {TEXT.discard}
      </Button>
      {isOnlyHere && (
        <Button variant="quiet" onClick={() => saveFile(take.blob, take.filename)} className="px-2">
          <Download size={20} aria-hidden />
          {TEXT.download}
        </Button>
      )}
      <ConfirmDialog
        open={asksToDiscard}
        onOpenChange={setAsksToDiscard}
        title={TEXT.confirmDiscard}
        description={TEXT.confirmDiscardHint}
        confirmLabel={TEXT.discard}
        cancelLabel={TEXT.keep}
        danger
        onConfirm={actions.discard}
      />
    </div>
  );
}
