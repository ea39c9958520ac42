import { useId, type ComponentProps } from 'react';
import { describedBy, Field } from './field.js';

export interface TextFieldProps extends ComponentProps<'input'> {
  label: string;
  hint?: string;
  error?: string;
}

/** A labelled one-line input; `ref` and every input property go to the input. */
export function TextField({ label, hint, error, id, className = '', ...input }: TextFieldProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <Field id={inputId} label={label} hint={hint} error={error}>
      <input
        {...input}
        id={inputId}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(inputId, { hint, error })}
      />
    </Field>
  );
}
