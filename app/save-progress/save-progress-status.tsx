import { CircleCheck, LoaderCircle } from 'lucide-react';
import { Button } from '../shared/ui/button.js';
import { SAVE_PROGRESS_MESSAGES as TEXT } from './save-progress.messages.js';
import type { SavePhase } from './save-progress-state.js';
import { saveProgressView } from './save-progress-view.js';

interface SaveProgressStatusProps {
  phase: SavePhase;
  onTryAgain: () => void;
}

/** What is going on, in words; the video itself has arrived before anyone comes here. */
export function SaveProgressStatus({ phase, onTryAgain }: SaveProgressStatusProps) {
  const { status, detail, isBusy } = saveProgressView(phase);
  return (
    <div className="grid justify-items-center gap-6 text-center">
      <p className="flex items-center gap-2 rounded-full border border-good px-4 py-2 font-semibold text-good">
        <CircleCheck size={20} aria-hidden />
        {TEXT.uploadComplete}
      </p>
      <div aria-live="polite" className="grid gap-3">
        <h1 className="text-2xl">{status}</h1>
        <p className="measure min-h-[1.55em] text-muted">{detail}</p>
      </div>
      {isBusy && <LoaderCircle size={32} aria-hidden className="animate-[spin_1.5s_linear_infinite] text-accent" />}
      {phase === 'failed' && (
        <Button variant="outline" onClick={onTryAgain}>
          {TEXT.tryAgain}
        </Button>
      )}
      {!isBusy && (
        <a href="/resume" className="flex min-h-11 items-center text-sm underline">
          {TEXT.allSteps}
        </a>
      )}
    </div>
  );
}
