import { useId, type ComponentProps } from 'react';
import { describedBy, Field } from './field.js';

export interface TextAreaProps extends ComponentProps<'textarea'> {
  label: string;
  hint?: string;
  error?: string;
}

/** A labelled input of several lines; `ref` and every textarea property go to the textarea. */
export function TextArea({ label, hint, error, id, className = '', rows = 3, ...textarea }: TextAreaProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <Field id={inputId} label={label} hint={hint} error={error}>
      <textarea
        {...textarea}
        id={inputId}
        rows={rows}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
      />
    </Field>
  );
}
