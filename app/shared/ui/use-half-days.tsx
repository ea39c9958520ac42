import { type FocusEvent, type ReactNode, useState } from 'react';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

interface HalfDays {
  /** Looks at the form that is sent. @returns the first such field, into which the person is led */
  findIn: (form: HTMLFormElement) => HTMLInputElement | undefined;
  /** Something was typed. */
  forget: () => void;
  /** Of the field of that name. */
  fieldOf: (name: string) => {
    name: string;
    error: ReactNode;
    onBlur: (event: FocusEvent<HTMLInputElement>) => void;
  };
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
  const fieldOf = (name: string) => ({
    name,
    // Read out, as whoever pressed Enter in that field is there already.
    error: names.includes(name) && <span role="alert">{TEXT.dayHalf}</span>,
    // Whoever takes out the half of a day changes no value: it was empty before.
    onBlur: ({ target }: FocusEvent<HTMLInputElement>) => {
      if (target.validity.valid) setNames((half) => half.filter((other) => other !== name));
    },
  });
  return { findIn, forget: () => setNames([]), fieldOf };
}
