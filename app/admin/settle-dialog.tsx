import { type FormEvent, useState } from 'react';
import { type RemovalElsewhere, type SettleRemovalRequest, STAFF_OUTCOMES } from '../../api/contract/elsewhere.js';
import { REMOVAL_NOTE_MAX_LENGTH } from '../../api/contract/limits.js';
import { tellFailure } from '../admin-gate/failures.js';
import { Button } from '../shared/ui/button.js';
import { Dialog } from '../shared/ui/dialog.js';
import { Select } from '../shared/ui/select.js';
import { TextArea } from '../shared/ui/text-field.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import type { TellProps } from './elsewhere-section.js';
import { useSettleRemoval } from './elsewhere-requests.js';

interface SettleDialogProps extends TellProps {
  removal: RemovalElsewhere;
  onClose: () => void;
}

/** What came of a removal at another place. */
export function SettleDialog({ removal: { id, place }, onClose, onDone, onFailed }: SettleDialogProps) {
  const [outcome, setOutcome] = useState<SettleRemovalRequest['outcome']>('removed');
  const [note, setNote] = useState('');
  const { mutateAsync, isPending } = useSettleRemoval();

  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await mutateAsync({ id, outcome, note: note.trim() });
      onDone(MESSAGES.saved(place));
    } catch (error) {
      onFailed(tellFailure(error, MESSAGES.saveFailed, MESSAGES.failedHint));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={MESSAGES.settleTitle(place)}
      description={MESSAGES.settleHint}
    >
      <form onSubmit={(event) => void save(event)} className="grid gap-4">
        <Select
          label={MESSAGES.outcome}
          value={outcome}
          onChange={({ target }) => setOutcome(STAFF_OUTCOMES.find((known) => known === target.value) ?? 'removed')}
        >
          {STAFF_OUTCOMES.map((known) => (
            <option key={known} value={known}>
              {MESSAGES.outcomes[known]}
            </option>
          ))}
        </Select>
        <TextArea
          label={MESSAGES.note}
          value={note}
          maxLength={REMOVAL_NOTE_MAX_LENGTH}
          onChange={(event) => setNote(event.target.value)}
        />
        <Button type="submit" className="justify-self-end" pending={isPending} pendingLabel={MESSAGES.saving}>
          {MESSAGES.save}
        </Button>
      </form>
    </Dialog>
  );
}
