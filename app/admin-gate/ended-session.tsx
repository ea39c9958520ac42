import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import { GatePanel } from './gate-panel.js';
import type { GateTexts } from './gate-texts.js';
import { PasswordForm } from './password-form.js';

/**
 * The gate over a page whose session has ended. A modal dialog that only the password closes: it also lies over
 * a dialog that was open, and gives the focus back to where it was.
 */
export function EndedSession({ texts }: { texts: GateTexts }) {
  const [lastFocused] = useState(() => document.activeElement);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (lastFocused instanceof HTMLElement) lastFocused.focus();
  };
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          data-modal
          className="fixed inset-0 z-50 overflow-y-auto bg-ground px-4"
          onCloseAutoFocus={giveFocusBack}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
        >
          <GatePanel heading={<Dialog.Title className="text-2xl">{texts.title}</Dialog.Title>}>
            <Dialog.Description className="text-muted">{GATE_MESSAGES.ended}</Dialog.Description>
            <PasswordForm texts={texts} />
          </GatePanel>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function keepOpen(event: Event): void {
  event.preventDefault();
}
