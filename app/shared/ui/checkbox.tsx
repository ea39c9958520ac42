import type { ComponentProps } from 'react';

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
}

/** A tick box beside the first line of its words; all of them are the target. `ref` goes to the input. */
export function Checkbox({ label, className = '', ...input }: CheckboxProps) {
  return (
    <label className={`flex min-h-12 items-start gap-3 py-2.5 ${className}`}>
      <input {...input} type="checkbox" className="mt-[0.2em] size-5 flex-none accent-accent" />
      <span>{label}</span>
    </label>
  );
}
