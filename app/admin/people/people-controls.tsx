import { Select } from '../../shared/ui/select.js';
import { TextField } from '../../shared/ui/text-field.js';
import { ALL_USERS_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import type { Stage } from '../common/people.js';
import { type PeopleView, type PeopleViewChange, SORT_CHOICES, sortChoiceOf } from '../common/people-view.js';

const STAGES: readonly { stage: Stage; label: string }[] = [
  { stage: 'interviewing', label: MESSAGES.interviewing },
  { stage: 'ready', label: MESSAGES.ready },
  { stage: 'done', label: MESSAGES.done },
];

interface PeopleControlsProps {
  view: PeopleView;
  onChange: (change: PeopleViewChange) => void;
}

/** Finds people by words, shows one stage only, and on a phone puts them into another order. */
export function PeopleControls({ view: { filter, sorting }, onChange }: PeopleControlsProps) {
  const choice = sortChoiceOf(sorting);
  return (
    <div className="mb-4 grid grid-cols-2 gap-4 max-md:*:first:col-span-2 lg:grid-cols-[minmax(0,24rem)_minmax(0,16rem)]">
      <TextField
        type="search"
        label={MESSAGES.find}
        value={filter.query}
        onChange={(event) => onChange({ type: 'filter', filter: { query: event.target.value } })}
      />
      <Select
        label={MESSAGES.show}
        value={filter.stage ?? ''}
        onChange={(event) => onChange({ type: 'filter', filter: { stage: toStage(event.target.value) } })}
      >
        <option value="">{MESSAGES.everyone}</option>
        {STAGES.map(({ stage, label }) => (
          <option key={stage} value={stage}>
            {label}
          </option>
        ))}
      </Select>
      <div className="md:hidden">
        <Select
          label={MESSAGES.sort}
          value={choice}
          onChange={(event) => {
            const chosen = SORT_CHOICES[Number(event.target.value)];
            if (chosen) onChange({ type: 'sorting', sorting: chosen.sorting });
          }}
        >
          {choice === -1 && <option value={-1}>{MESSAGES.sortedByColumn}</option>}
          {SORT_CHOICES.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}

function toStage(value: string): Stage | null {
  return STAGES.find(({ stage }) => stage === value)?.stage ?? null;
}
