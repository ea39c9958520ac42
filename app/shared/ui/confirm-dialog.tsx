import { AlertDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.js';
import { useDialogPlace } from './dialog-place.js';
import { useReturnFocus } from './use-return-focus.js';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: string;
  /** Below the description. */
  children?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  /** What is confirmed destroys something. */
  danger?: boolean;
  pending?: boolean;
  pendingLabel?: string;
  /** The dialog stays open until `open` becomes false, so that a failure can be told in it. */
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. Focus starts on the way out; see `Dialog` for the missing overlay. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel = 'Cancel' } = props;
  const returnFocus = useReturnFocus();
  const place = useDialogPlace(onOpenChange);
  return (
    <AlertDialog.Root open={open} onOpenChange={place.onOpenChange}>
      <AlertDialog.Portal container={place.container}>
        <div className="fixed inset-0 z-50 bg-veil" />
        <AlertDialog.Content
          {...returnFocus}
          aria-modal
          data-modal
          className="dialog"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <AlertDialog.Title className="text-xl">{title}</AlertDialog.Title>
          {description && <AlertDialog.Description className="mt-3 text-muted">{description}</AlertDialog.Description>}
          {props.children}
          <div className="mt-8 flex flex-wrap justify-end gap-3">
            <AlertDialog.Cancel asChild>
              <Button variant="quiet">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={props.danger ? 'danger' : 'primary'}
              pending={props.pending}
              pendingLabel={props.pendingLabel}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
