import { LeaveChoice } from '../../shared/drafts/leave-choice.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { CUE_MESSAGES as MESSAGES, EDIT_MESSAGES } from '../common/admin3.messages.js';

interface CueDialogFooterProps {
  /** Closing was asked for while something is unsaved. */
  isLeaving: boolean;
  /** Somebody else was faster. */
  isOvertaken: boolean;
  isSaving: boolean;
  saveLabel: string;
  canUndo: boolean;
  lines: number;
  onUndo: () => void;
  onCancel: () => void;
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

export function CueDialogFooter({ isLeaving, isOvertaken, isSaving, saveLabel, canUndo, ...on }: CueDialogFooterProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
      {isLeaving ? (
        <LeaveChoice onStay={on.onStay} onKeep={on.onKeep} onDiscard={on.onDiscard} />
      ) : (
        <>
          <StatusLine tone={isOvertaken ? 'warn' : 'muted'} className="min-w-40 flex-1 text-sm">
            {isOvertaken ? EDIT_MESSAGES.overtaken : MESSAGES.counted(on.lines)}
          </StatusLine>
          {canUndo && (
            <Button variant="quiet" onClick={on.onUndo}>
              {MESSAGES.undo}
            </Button>
          )}
          <Button variant="quiet" onClick={on.onCancel}>
            {EDIT_MESSAGES.cancel}
          </Button>
          <Button type="submit" pending={isSaving} pendingLabel={EDIT_MESSAGES.saving}>
            {saveLabel}
          </Button>
        </>
      )}
    </div>
  );
}
