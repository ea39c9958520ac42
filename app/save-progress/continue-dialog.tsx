import { Dialog } from '../shared/ui/dialog.js';
import { SAVE_PROGRESS_MESSAGES as TEXT } from './save-progress.messages.js';

/** Offers to go on with the interview by oneself. */
export function ContinueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={TEXT.dialogTitle}
      description={TEXT.dialogHint}
    >
      <a href="/resume" className="button w-full" data-variant="primary">
        {TEXT.answerNext}
      </a>
    </Dialog>
  );
}
