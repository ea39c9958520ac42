import { type ReactNode, useId } from 'react';

/** What every labelled control takes beside its own properties. */
export interface FieldProps {
  label: string;
  hint?: string;
  error?: ReactNode;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** Label above a control, hint and error below it; the control takes what it is called with. */
export function Field(props: FieldProps & { id?: string; children: (control: ControlProps) => ReactNode }) {
  const { label, hint, error, children } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(' ') || undefined;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
