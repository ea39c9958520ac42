import { type FormEvent, useEffect, useState } from 'react';
import {
  type RemovalElsewhere,
  type SettleRemovalRequest,
  STAFF_OUTCOMES,
} from '../../../api/contract/staff/elsewhere.js';
import { REMOVAL_NOTE_MAX_LENGTH } from '../../../api/contract/common/limits.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { DraftNotice } from '../../shared/drafts/draft-notice.js';
import { LeaveChoice } from '../../shared/drafts/leave-choice.js';
import type { DraftFormProps } from '../../shared/drafts/use-draft-dialog.js';
import { settleDraft, useKeptDraft } from '../../shared/drafts/use-form-draft.js';
import { Button } from '../../shared/ui/button.js';
import { Select } from '../../shared/ui/select.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { TextArea } from '../../shared/ui/text-field.js';
import { ELSEWHERE_MESSAGES as MESSAGES } from './elsewhere.messages.js';
import { useSettleRemoval } from './elsewhere-requests.js';

type Settlement = Required<SettleRemovalRequest>;

export const UNSETTLED: Settlement = { outcome: 'removed', note: '' };

interface SettleFormProps extends DraftFormProps {
  removal: RemovalElsewhere;
  /** The name of its form draft. */
  draft: string;
  initial: Settlement;
  onDone: (written: string) => void;
}

/** The result of a removal, with a note. A failure keeps what was typed. */
export function SettleForm({ removal, draft, initial, keptAt, onChanged, onBusy, onDone, ...leave }: SettleFormProps) {
  const { id, place } = removal;
  const [words, setWords] = useState(initial);
  const [failure, setFailure] = useState<string | null>(null);
  const { mutateAsync, isPending } = useSettleRemoval();
  const isChanged = words.outcome !== UNSETTLED.outcome || words.note !== UNSETTLED.note;
  useKeptDraft(draft, words, UNSETTLED);
  useEffect(() => onChanged(isChanged), [isChanged, onChanged]);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    onBusy(true);
    try {
      await mutateAsync({ id, ...words, note: words.note.trim() });
      settleDraft(draft, words);
      onDone(MESSAGES.saved(place));
    } catch (error) {
      setFailure(tellFailure(error, MESSAGES.saveFailed, MESSAGES.failedHint));
    } finally {
      onBusy(false);
    }
  };
  const discardDraft = () => {
    setWords(UNSETTLED);
    leave.onDiscardDraft();
  };
  return (
    <form onSubmit={(event) => void save(event)} className="grid gap-4">
      {keptAt !== null && <DraftNotice keptAt={keptAt} onDiscard={discardDraft} />}
      <Select
        label={MESSAGES.outcome}
        value={words.outcome}
        onChange={({ target }) =>
          setWords({ ...words, outcome: STAFF_OUTCOMES.find((known) => known === target.value) ?? 'removed' })
        }
      >
        {STAFF_OUTCOMES.map((known) => (
          <option key={known} value={known}>
            {MESSAGES.outcomes[known]}
          </option>
        ))}
      </Select>
      <TextArea
        label={MESSAGES.note}
        value={words.note}
        maxLength={REMOVAL_NOTE_MAX_LENGTH}
        onChange={({ target }) => setWords({ ...words, note: target.value })}
      />
      <StatusLine isSaid tone="danger" className="text-sm">
        {failure}
      </StatusLine>
      <div className="flex flex-wrap items-center justify-end gap-3">
        {leave.isLeaving ? (
          <LeaveChoice onStay={leave.onStay} onKeep={leave.onKeep} onDiscard={leave.onDiscard} />
        ) : (
          <Button type="submit" pending={isPending} pendingLabel={MESSAGES.saving}>
            {MESSAGES.save}
          </Button>
        )}
      </div>
    </form>
  );
}
