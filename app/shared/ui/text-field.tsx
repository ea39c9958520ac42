import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.js';

export type TextFieldProps = FieldProps & ComponentProps<'input'>;

/** A labelled one-line input; `ref` and every input property go to the input. */
export function TextField({ label, hint, error, id, className = '', ...input }: TextFieldProps) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => <input {...input} {...control} className={`input ${className}`} />}
    </Field>
  );
}

/** A labelled input of several lines, in the direction of what is written; `ref` and every textarea property go to the textarea. */
export function TextArea({
  label,
  hint,
  error,
  id,
  className = '',
  rows = 3,
  ...textarea
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => <textarea dir="auto" {...textarea} {...control} rows={rows} className={`input ${className}`} />}
    </Field>
  );
}
