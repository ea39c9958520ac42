import type { ComponentProps } from 'react';

export interface RadioProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string;
}

/** One of several choices, with its words; the whole line is the target. `ref` goes to the input. */
export function Radio({ label, ...input }: RadioProps) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input {...input} type="radio" className="size-5 flex-none accent-accent" />
      <span>{label}</span>
    </label>
  );
}
