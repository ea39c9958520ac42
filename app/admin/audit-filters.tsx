import type { AuditKind } from '../../api/contract/audit.js';
import { Select } from '../shared/ui/select.js';
import { AUDIT_MESSAGES as MESSAGES } from './admin.messages.js';
import type { Person } from './person.js';
import { type AuditFilter, useProducers } from './use-audit-entries.js';

interface AuditFiltersProps {
  filter: AuditFilter;
  people: readonly Person[];
  onChange: (filter: AuditFilter) => void;
}

/** Finds staff actions by who did them, about whom, and of what kind they were. */
export function AuditFilters({ filter, people, onChange }: AuditFiltersProps) {
  const { data: producers = [] } = useProducers();
  const byName = people.toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="mb-4 grid gap-4 sm:grid-cols-3 lg:max-w-4xl">
      <Select
        label={MESSAGES.about}
        value={filter.person}
        onChange={(event) => onChange({ ...filter, person: event.target.value })}
      >
        <option value="">{MESSAGES.anyone}</option>
        {byName.map(({ id, name, email }) => (
          <option key={id} value={id}>
            {MESSAGES.person(name, email)}
          </option>
        ))}
      </Select>
      <Select
        label={MESSAGES.by}
        value={filter.producer}
        onChange={(event) => onChange({ ...filter, producer: event.target.value })}
      >
        <option value="">{MESSAGES.anyone}</option>
        {producers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        label={MESSAGES.kind}
        value={filter.kind}
        onChange={({ target }) => onChange({ ...filter, kind: toKind(target.value) })}
      >
        <option value="">{MESSAGES.everything}</option>
        {Object.entries(MESSAGES.kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  );
}

function toKind(value: string): AuditKind | '' {
  return value in MESSAGES.kinds ? (value as AuditKind) : '';
}
