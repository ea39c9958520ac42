import { type KeyboardEvent, useRef } from 'react';

/**
 * Handlers that give the focus back to what had it when a dialog opened, put it at the beginning of one that opens, and
 * keep it in view.
 * Radix gives it back only in a dialog with a trigger of its own; ours are opened by their `open` property.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = menuTriggerOf(document.activeElement) ?? document.activeElement;
      if (event.currentTarget instanceof HTMLElement && focusBeginning(event.currentTarget)) event.preventDefault();
    },
    onCloseAutoFocus: () => {
      if (opener.current instanceof HTMLElement) opener.current.focus();
    },
    // At either end Radix goes round without scrolling, and a dialog may be higher than the screen.
    onKeyUp: ({ key, target }: KeyboardEvent) => {
      if (key === 'Tab' && target instanceof Element) target.scrollIntoView({ block: 'nearest' });
    },
  };
}

/** A menu goes as one of its items opens a dialog. Radix labels it by what opened the menu. */
function menuTriggerOf(item: Element | null): HTMLElement | null {
  const menu = item?.closest('[role=menu]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : null;
}

const FIELDS = 'input:not([type=hidden],[type=file]),select,textarea';

/**
 * Where one begins in a dialog: at its first field, or at its heading. Radix would begin at Close. On a phone the heading
 * comes first, as a field would bring up the keyboard over what is to be read.
 */
function focusBeginning(dialog: HTMLElement): boolean {
  const field = dialog.querySelector<HTMLElement>(FIELDS);
  const heading = dialog.querySelector<HTMLElement>('h2');
  const first = (matchMedia('(pointer: coarse)').matches ? null : field) ?? heading;
  first?.focus({ preventScroll: true });
  return first !== null && document.activeElement === first;
}
