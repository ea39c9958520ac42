import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { useDialogPlace } from './dialog-place.js';
import { UI_MESSAGES as TEXT } from './ui.messages.js';
import { useReturnFocus } from './use-return-focus.js';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** For what needs room beside itself. */
  wide?: boolean;
  children?: ReactNode;
}

/**
 * A modal dialog with a title and a Close button. Radix's own overlay is left out: it injects a style element,
 * which the site's Content-Security-Policy refuses; `data-modal` holds the page still instead (global.css).
 */
export function Dialog({ open, onOpenChange, title, description, wide, children }: DialogProps) {
  const returnFocus = useReturnFocus();
  const place = useDialogPlace(onOpenChange);
  return (
    <RadixDialog.Root open={open} onOpenChange={place.onOpenChange}>
      <RadixDialog.Portal container={place.container}>
        <div className="fixed inset-0 z-50 bg-veil" />
        <RadixDialog.Content
          {...returnFocus}
          data-modal
          data-wide={wide || undefined}
          className="dialog"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="flex items-start justify-between gap-4">
            <RadixDialog.Title tabIndex={-1} className="min-w-0 pt-2 text-xl wrap-anywhere outline-none">
              {title}
            </RadixDialog.Title>
            <RadixDialog.Close
              className="button -mr-3 size-12 flex-none p-0"
              data-variant="quiet"
              aria-label={TEXT.close}
            >
              <X size={22} aria-hidden />
            </RadixDialog.Close>
          </div>
          {description && (
            <RadixDialog.Description className="mt-2 wrap-anywhere text-muted">{description}</RadixDialog.Description>
          )}
          <div className="mt-6">{children}</div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
