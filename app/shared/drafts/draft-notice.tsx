import type { ReactNode } from 'react';
import { Button } from '../ui/button.js';
import { StatusLine } from '../ui/status-line.js';
import { DRAFTS_MESSAGES as MESSAGES } from './drafts.messages.js';

interface DraftNoticeProps {
  keptAt: string;
  onDiscard: () => void;
  /** What the draft could not keep. */
  children?: ReactNode;
}

/** Above a form that was filled in with a draft: that it was, and the way back to what is saved. */
export function DraftNotice({ keptAt, onDiscard, children }: DraftNoticeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-2">
      <StatusLine className="min-w-48 flex-1 text-sm">
        {MESSAGES.back(keptAt)} {children}
      </StatusLine>
      <Button variant="quiet" size="compact" className="-mx-3.5" onClick={onDiscard}>
        {MESSAGES.discard}
      </Button>
    </div>
  );
}

interface DraftChoiceProps {
  keptAt: string;
  onMine: () => void;
  onTheirs: () => void;
  /** How the two differ. */
  children: ReactNode;
}

/** In the place of a form whose draft was begun from what is not there any more: one of the two has to be chosen. */
export function DraftChoice({ keptAt, onMine, onTheirs, children }: DraftChoiceProps) {
  return (
    <div className="grid gap-5">
      <StatusLine tone="warn">{MESSAGES.stale(keptAt)}</StatusLine>
      <p className="text-sm text-muted">{MESSAGES.difference}</p>
      {children}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={onTheirs}>
          {MESSAGES.theirs}
        </Button>
        <Button onClick={onMine}>{MESSAGES.mine}</Button>
      </div>
    </div>
  );
}
