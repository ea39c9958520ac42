import { useState } from 'react';
import { useLeaveGuard } from '../shared/ui/use-leave-guard.js';

type Fields<Form> = Record<keyof Form, string | boolean>;

/**
 * The fields of a form, filled with what is kept. What is kept may change meanwhile, on another device or elsewhere on the
 * page: a field that nobody has changed here follows it, and is not among what is to be saved.
 */
export function useKeptFields<Form extends Fields<Form>>(kept: Form) {
  const [{ seen, filled, fields }, setForm] = useState({ seen: kept, filled: kept, fields: kept });
  const changed = differing(fields, filled);
  if (Object.keys(differing(kept, seen)).length > 0) {
    setForm({ seen: kept, filled: kept, fields: { ...kept, ...changed } });
  }
  return {
    fields,
    changed: trimmed(changed),
    type: (typed: Partial<Form>) => setForm((form) => ({ ...form, fields: { ...form.fields, ...typed } })),
    /** These are kept from now on, also where that cannot be read again. */
    noteSaved: (saved: Partial<Form>) =>
      setForm((form) => ({
        ...form,
        filled: { ...form.filled, ...saved },
        fields: { ...form.fields, ...saved },
      })),
  };
}

/** What is typed and not saved yet: the browser asks before it is left, and nothing says of it that it is saved. */
export function useUnsaved(save: { reset: () => void }) {
  const [isUnsaved, setIsUnsaved] = useState(false);
  useLeaveGuard(isUnsaved);
  return {
    noteTyped: () => {
      setIsUnsaved(true);
      save.reset();
    },
    /** Not told of what was saved while more was typed. */
    onSuccess: () => setIsUnsaved(false),
  };
}

/** The fields of a form that are other ones in `other`. */
function differing<Form extends Fields<Form>>(form: Form, other: Form): Partial<Form> {
  const entries = Object.entries(form).filter(([name, value]) => value !== other[name as keyof Form]);
  return Object.fromEntries(entries) as Partial<Form>;
}

function trimmed<Form>(fields: Partial<Form>): Partial<Form> {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  return Object.fromEntries(entries) as Partial<Form>;
}
