import { fireEvent } from '@testing-library/react';

/** Presses a link while a key is held. Whether the page left that to the browser, which goes nowhere here. */
export function pressForNewTab(link: Element, key: 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' = 'ctrlKey'): boolean {
  let isLeft = false;
  const take = (event: Event) => {
    isLeft = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener('click', take, { once: true });
  fireEvent.click(link, { [key]: true });
  return isLeft;
}
