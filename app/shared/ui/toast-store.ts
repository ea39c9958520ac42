import { TOAST_REMOVE_DELAY_MS } from '../../../api/contract/common/screen-numbers.js';

export interface ToastOptions {
  title: string;
  description?: string;
  variant?: 'default' | 'destructive';
  /** How long it is shown; the viewport's default when left out. */
  durationMs?: number;
}

export interface ToastItem extends ToastOptions {
  id: number;
  open: boolean;
}

type Listener = () => void;

/**
 * The toast of the page: at most one, the newest. A dismissed one stays in the list, closed, so that it can fade,
 * and is removed long after.
 */
export function createToastStore(removeDelayMs = TOAST_REMOVE_DELAY_MS) {
  const listeners = new Set<Listener>();
  let current: ToastItem | null = null;
  let lastId = 0;
  let removal: ReturnType<typeof setTimeout> | undefined;

  const set = (next: ToastItem | null) => {
    current = next;
    for (const listener of listeners) listener();
  };

  return {
    show(options: ToastOptions): void {
      clearTimeout(removal);
      set({ ...options, id: ++lastId, open: true });
    },
    dismiss(id: number): void {
      if (current?.id !== id || !current.open) return;
      set({ ...current, open: false });
      removal = setTimeout(() => set(null), removeDelayMs);
    },
    /** Takes away what was said of an earlier failure: there is another try, or another screen. */
    dismissFailure(): void {
      if (current?.variant === 'destructive') this.dismiss(current.id);
    },
    /** Takes it away at once, without a fade. */
    clear(): void {
      clearTimeout(removal);
      if (current) set(null);
    },
    /** The toast, open or fading, or null. */
    read: (): ToastItem | null => current,
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The one store of the page, shared by its islands. */
export const toastStore = createToastStore();

/** Shows a toast in place of the one that is there. */
export function toast(options: ToastOptions): void {
  toastStore.show(options);
}
