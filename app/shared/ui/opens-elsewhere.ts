/** Whether a press asks for the link in a new tab, a new window or a file: then it is the browser's. */
export function opensElsewhere(
  pressed: Element,
  event: Pick<MouseEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return pressed instanceof HTMLAnchorElement && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}
