import { useState } from 'react';
import { Button } from '../shared/ui/button.js';
import { GATE_MESSAGES } from './admin-gate.messages.js';

interface LockNoticeProps {
  /** Resolved once the server has been asked. */
  onStay: () => Promise<void>;
}

/** Says that the page is about to close, while that can still be helped. */
export function LockNotice({ onStay }: LockNoticeProps) {
  // Asked for, and still here: the session has lasted as long as any may.
  const [hasTried, setHasTried] = useState(false);
  const stay = async () => {
    await onStay();
    setHasTried(true);
  };
  return (
    <div
      role="alert"
      className="fixed inset-x-4 bottom-4 z-[55] mx-auto grid max-w-xl gap-4 rounded-card border border-edge bg-raised p-5 sm:flex sm:items-center sm:justify-between"
    >
      <p>{hasTried ? GATE_MESSAGES.endsAnyway : GATE_MESSAGES.ending}</p>
      {!hasTried && (
        <Button className="flex-none" onClick={() => void stay()}>
          {GATE_MESSAGES.stay}
        </Button>
      )}
    </div>
  );
}
