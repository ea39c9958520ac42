import { useState } from 'react';
import { DraftChoice } from '../../shared/drafts/draft-notice.js';
import { useDraftDialog } from '../../shared/drafts/use-draft-dialog.js';
import { Dialog } from '../../shared/ui/dialog.js';
import { CORRECT_MESSAGES as MESSAGES, FIELD_MESSAGES } from '../common/admin.messages.js';
import type { Person } from '../common/people.js';
import { CorrectForm } from './correct-form.js';
import { type CorrectionFields, differingFields, mergeFields, toFields } from './correction.js';

const LABELS: Record<keyof CorrectionFields, string> = {
  firstName: MESSAGES.firstName,
  lastName: MESSAGES.lastName,
  email: FIELD_MESSAGES.email,
  tag: FIELD_MESSAGES.tag,
  instagram: FIELD_MESSAGES.instagram,
  tiktok: FIELD_MESSAGES.tiktok,
};

interface CorrectDialogProps {
  person: Person;
  onClose: () => void;
  onDone: (written: string) => void;
}

/** Corrects a person's data. What was typed outlives the dialog and the page until it is saved or given up. */
export function CorrectDialog({ person, onClose, onDone }: CorrectDialogProps) {
  const saved = toFields(person);
  const draft = `person:${person.id}:correct`;
  const { offered, settle, takeTheirs, onOpenChange, formProps } = useDraftDialog({ form: draft, saved, onClose });
  const [chosen, setChosen] = useState<CorrectionFields | null>(null);

  const mine = offered && mergeFields(offered, saved);
  const differing = mine ? differingFields(mine, saved) : [];
  const dialog = { open: true, wide: true, title: MESSAGES.title(person.name), description: MESSAGES.hint };
  if (offered?.isStale && differing.length > 0) {
    const takeMine = () => {
      setChosen(mine);
      settle();
    };
    return (
      <Dialog {...dialog} onOpenChange={(open) => !open && onClose()}>
        <DraftChoice keptAt={offered.keptAt} onMine={takeMine} onTheirs={takeTheirs}>
          <dl className="grid gap-2">
            {differing.map((field) => (
              <div key={field}>
                <dt className="text-sm font-semibold">{LABELS[field]}</dt>
                <dd className="wrap-anywhere">
                  <del className="text-muted">{inWords(saved[field])}</del> <ins>{inWords(mine![field])}</ins>
                </dd>
              </div>
            ))}
          </dl>
        </DraftChoice>
      </Dialog>
    );
  }
  return (
    <Dialog {...dialog} onOpenChange={onOpenChange}>
      <CorrectForm {...formProps} person={person} draft={draft} initial={chosen ?? mine ?? saved} onDone={onDone} />
    </Dialog>
  );
}

function inWords(value: string | boolean): string {
  if (typeof value === 'boolean') return value ? FIELD_MESSAGES.yes : FIELD_MESSAGES.no;
  return value || FIELD_MESSAGES.none;
}
