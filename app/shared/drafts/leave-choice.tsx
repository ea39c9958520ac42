import { useEffect, useRef } from 'react';
import { Button } from '../ui/button.js';
import { StatusLine } from '../ui/status-line.js';
import { DRAFTS_MESSAGES as MESSAGES } from './drafts.messages.js';

interface LeaveChoiceProps {
  onStay: () => void;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Closing was asked for while something is unsaved. The focus is on the way back. */
export function LeaveChoice({ onStay, onKeep, onDiscard }: LeaveChoiceProps) {
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <>
      <div className="min-w-40 flex-1">
        <StatusLine tone="warn" className="text-sm">
          {MESSAGES.leaving}
        </StatusLine>
        <p className="text-sm text-muted">{MESSAGES.leavingHint}</p>
      </div>
      <Button variant="danger" onClick={onDiscard}>
        {MESSAGES.discardChanges}
      </Button>
      <Button variant="outline" onClick={onKeep}>
        {MESSAGES.keepAndClose}
      </Button>
      <Button ref={stay} onClick={onStay}>
        {MESSAGES.stay}
      </Button>
    </>
  );
}
