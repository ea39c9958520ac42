import type { RemovalElsewhere } from '../../../api/contract/staff/elsewhere.js';
import { useDraftDialog } from '../../shared/drafts/use-draft-dialog.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import { SettleForm, UNSETTLED } from './settle-form.js';

interface SettleDialogProps {
  removal: RemovalElsewhere;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** What came of a removal at another place. What was typed outlives the dialog and the page until it is saved or given up. */
export function SettleDialog({ removal, onClose, onDone }: SettleDialogProps) {
  const draft = `removal:${removal.id}:settle`;
  const { offered, onOpenChange, formProps } = useDraftDialog({ form: draft, saved: UNSETTLED, onClose });
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={MESSAGES.settleTitle(removal.place)}
      description={MESSAGES.settleHint}
    >
      <SettleForm
        {...formProps}
        removal={removal}
        draft={draft}
        initial={offered?.words ?? UNSETTLED}
        onDone={onDone}
      />
    </Dialog>
  );
}
