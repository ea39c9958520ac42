import { type ReactNode, useState } from 'react';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

interface HalfDays {
  /** Looks at the form that is sent. @returns the first such field, into which the person is led */
  findIn: (form: HTMLFormElement) => HTMLInputElement | undefined;
  /** Something was typed. */
  forget: () => void;
  /** What stands at the field of that name. */
  errorOf: (name: string) => ReactNode;
}

/** Date fields whose day is half typed, or in no calendar: each has no value, as if no day were given. */
export function useHalfDays(): HalfDays {
  const [names, setNames] = useState<string[]>([]);
  const findIn = (form: HTMLFormElement) => {
    const days = [...form.querySelectorAll<HTMLInputElement>('input[type=date]')];
    const half = days.filter(({ validity }) => !validity.valid);
    setNames(half.map(({ name }) => name));
    return half[0];
  };
  // Read out, as whoever pressed Enter in that field is there already.
  const errorOf = (name: string) => names.includes(name) && <span role="alert">{TEXT.dayHalf}</span>;
  return { findIn, forget: () => setNames([]), errorOf };
}
