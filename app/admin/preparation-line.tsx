import { useState } from 'react';
import { isBeingPrepared, type VideoPreparation } from '../../api/contract/preparation.js';
import { tellFailure } from '../admin-gate/tell-failure.js';
import { Button } from '../shared/ui/button.js';
import { StatusLine } from '../shared/ui/status-line.js';
import { PREPARATION_MESSAGES as MESSAGES } from './admin.messages.js';
import { usePreparation, usePrepareAgain } from './use-preparation.js';

interface PreparationLineProps {
  /** Where the preparation is read and asked for again. */
  path: string;
  known: VideoPreparation;
  describedBy: string;
}

/** How far a video is on its way to what every device plays, and another try where that failed. */
export function PreparationLine({ path, known, describedBy }: PreparationLineProps) {
  const preparation = usePreparation(path, known);
  const { mutateAsync, isPending } = usePrepareAgain(path);
  const [failure, setFailure] = useState<string | null>(null);
  const tryAgain = async () => {
    setFailure(null);
    try {
      await mutateAsync();
    } catch (error) {
      setFailure(tellFailure(error, MESSAGES.failed, MESSAGES.failedHint));
    }
  };
  const hasFailed = preparation.state === 'failed';
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm empty:hidden">
      {isBeingPrepared(preparation) && <StatusLine>{MESSAGES.preparing}</StatusLine>}
      {hasFailed && <p className="text-warn">{MESSAGES.cannotBePlayed(preparation.problem ?? '')}</p>}
      {hasFailed && (
        <Button
          variant="quiet"
          size="compact"
          className="px-2 pointer-coarse:min-h-12"
          pending={isPending}
          pendingLabel={MESSAGES.tryingAgain}
          aria-describedby={describedBy}
          onClick={() => void tryAgain()}
        >
          {MESSAGES.tryAgain}
        </Button>
      )}
      {failure && <StatusLine tone="danger">{failure}</StatusLine>}
    </div>
  );
}
