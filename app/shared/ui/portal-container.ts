import { createContext, useContext } from 'react';

/** Where dialogs are drawn; null: at the end of the page. */
export const PortalContainer = createContext<HTMLElement | null>(null);

export function usePortalContainer(): HTMLElement | null {
  return useContext(PortalContainer);
}
