import { X } from 'lucide-react';
import { Toast } from 'radix-ui';
import { useSyncExternalStore } from 'react';
import {
  TOAST_DURATION_MS,
  TOAST_HOTKEY,
  TOAST_SWIPE_THRESHOLD_PX,
} from '../../../api/contract/common/screen-numbers.js';
import { toastStore } from './toast-store.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';

/** Draws the toast of the page (`toast` of toast-store); F8 moves the focus to it. */
export function Toaster() {
  const item = useSyncExternalStore(toastStore.subscribe, toastStore.read, () => null);
  // Radix writes style attributes, which the CSP of a prerendered page refuses: nothing stands in the HTML.
  const isInBrowser = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={TOAST_SWIPE_THRESHOLD_PX}>
      {item && (
        <Toast.Root
          key={item.id}
          className="toast"
          data-variant={item.variant ?? 'default'}
          duration={item.durationMs}
          open={item.open}
          onOpenChange={(open) => !open && toastStore.dismiss(item.id)}
        >
          <div>
            <Toast.Title className="font-semibold">{item.title}</Toast.Title>
            {item.description && <Toast.Description className="mt-1 text-sm">{item.description}</Toast.Description>}
          </div>
          <Toast.Close
            className="button -my-2 -mr-2 size-11 min-h-0 flex-none p-0"
            data-variant="quiet"
            aria-label={TEXT.close}
          >
            <X size={20} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport hotkey={[TOAST_HOTKEY]} className="toast-viewport" />
    </Toast.Provider>
  );
}

const neverChanges = () => () => undefined;
