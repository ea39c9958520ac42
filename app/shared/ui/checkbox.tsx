import type { ComponentProps } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
}

/** A tick box with its words; the whole line is the target. `ref` goes to the input. */
export function Checkbox({ label, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`flex min-h-12 items-center gap-3 ${className}`}>
      <input {...input} type="checkbox" className="size-5 flex-none accent-accent" />
      <span>{label}</span>
    </label>
  );
}
