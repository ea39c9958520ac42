import { createContext } from 'react';

/** Where dialogs are drawn; null: at the end of the page. */
export const PortalContainer = createContext<HTMLElement | null>(null);
