import { useId, type ComponentProps } from 'react';
import { describedBy, Field } from './field.js';

export interface SelectProps extends Omit<ComponentProps<'select'>, 'size'> {
  label: string;
  hint?: string;
  error?: string;
  size?: 'touch' | 'compact';
}

/** A labelled native select (phones draw their own list); children are its options. */
export function Select({ label, hint, error, id, size = 'touch', className = '', children, ...select }: SelectProps) {
  const ownId = useId();
  const selectId = id ?? ownId;
  return (
    <Field id={selectId} label={label} hint={hint} error={error}>
      <select
        {...select}
        id={selectId}
        data-size={size}
        className={`input ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(selectId, { hint, error })}
      >
        {children}
      </select>
    </Field>
  );
}
