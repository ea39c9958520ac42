import { createContext, useContext } from 'react';

/** Where dialogs are drawn; null: at the end of the page. */
export const PortalContainer = createContext<HTMLElement | null>(null);

/**
 * A dialog that has been taken out of the document with its page still hears keys until something lies over it: what is
 * not seen is not closed.
 */
export function useDialogPlace(onOpenChange: (isOpen: boolean) => void) {
  const container = useContext(PortalContainer);
  return {
    container,
    onOpenChange: (isOpen: boolean) => {
      if (container?.isConnected !== false) onOpenChange(isOpen);
    },
  };
}
