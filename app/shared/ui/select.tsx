import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.js';

export type SelectProps = FieldProps & Omit<ComponentProps<'select'>, 'size'> & { size?: 'touch' | 'compact' };

/** A labelled native select (phones draw their own list); children are its options. */
export function Select({ label, hint, error, id, size = 'touch', className = '', children, ...select }: SelectProps) {
  return (
    <Field {...{ id, label, hint, error }}>
      {(control) => (
        <select {...select} {...control} data-size={size} className={`input ${className}`}>
          {children}
        </select>
      )}
    </Field>
  );
}
