import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  hint?: string;
  error?: string;
  children: ReactNode;
}

/** Label above a control, hint and error below it. The control describes itself by `describedBy(id, …)`. */
export function Field({ id, label, hint, error, children }: FieldProps) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children}
      {hint && (
        <p id={hintId(id)} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId(id)} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Value of `aria-describedby` for the control of a field. */
export function describedBy(id: string, { hint, error }: { hint?: string; error?: string }): string | undefined {
  return [hint && hintId(id), error && errorId(id)].filter(Boolean).join(' ') || undefined;
}

const hintId = (id: string) => `${id}-hint`;
const errorId = (id: string) => `${id}-error`;
