import { Dialog } from 'radix-ui';
import type { StaffSession } from '../../api/contract/staff.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import { GatePanel } from './gate-panel.js';
import type { GateTexts } from './gate-texts.js';
import type { GateCover } from './gate-view.js';
import { PasswordForm } from './password-form.js';

interface EndedSessionProps {
  cover: Exclude<GateCover, 'none'>;
  texts: GateTexts;
  onGranted: (session: StaffSession) => void;
  onTryAgain: () => void;
}

/** The gate in place of a page that waits in memory. A modal dialog that only an open session closes. */
export function EndedSession({ cover, texts, onGranted, onTryAgain }: EndedSessionProps) {
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Content
          data-modal
          className="fixed inset-0 z-50 overflow-y-auto bg-ground px-4"
          aria-describedby={undefined}
          onCloseAutoFocus={keepOpen}
          onEscapeKeyDown={keepOpen}
          onPointerDownOutside={keepOpen}
          onInteractOutside={keepOpen}
        >
          <GatePanel heading={<Dialog.Title className="text-2xl">{texts.title}</Dialog.Title>}>
            {cover === 'checking' && <StatusLine>{GATE_MESSAGES.checking}</StatusLine>}
            {cover === 'unreachable' && (
              <>
                <StatusLine tone="danger">{GATE_MESSAGES.unreachable}</StatusLine>
                <Button onClick={onTryAgain}>{GATE_MESSAGES.tryAgain}</Button>
              </>
            )}
            {cover === 'closed' && (
              <>
                <p className="text-muted">{GATE_MESSAGES.ended}</p>
                <PasswordForm texts={texts} onGranted={onGranted} />
              </>
            )}
          </GatePanel>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function keepOpen(event: Event): void {
  event.preventDefault();
}
