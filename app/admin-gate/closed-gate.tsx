import type { StaffSession } from '../../api/contract/staff.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';
import { GatePanel } from './gate-panel.js';
import type { GateTexts } from './gate-texts.js';
import type { GateCover } from './gate-view.js';
import { PasswordForm } from './password-form.js';

interface ClosedGateProps {
  cover: Exclude<GateCover, 'none'>;
  texts: GateTexts;
  onGranted: (session: StaffSession) => void;
  onTryAgain: () => void;
}

/** The gate with nothing behind it. */
export function ClosedGate({ cover, texts, onGranted, onTryAgain }: ClosedGateProps) {
  return (
    <GatePanel heading={<h1 className="text-2xl">{texts.title}</h1>}>
      {cover === 'checking' && <StatusLine>{GATE_MESSAGES.checking}</StatusLine>}
      {cover === 'unreachable' && (
        <>
          <StatusLine tone="danger">{GATE_MESSAGES.unreachable}</StatusLine>
          <Button onClick={onTryAgain}>{GATE_MESSAGES.tryAgain}</Button>
        </>
      )}
      {cover === 'closed' && (
        <>
          <p className="text-muted">{GATE_MESSAGES.purpose}</p>
          <PasswordForm texts={texts} onGranted={onGranted} />
        </>
      )}
    </GatePanel>
  );
}
