import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isBeingPrepared, type VideoPreparation } from '../../../api/contract/media/preparation.js';
import { tellFailure } from '../../admin-gate/failures.js';
import { Button } from '../../shared/ui/button.js';
import { StatusLine } from '../../shared/ui/status-line.js';
import { PREPARATION_MESSAGES as MESSAGES } from '../common/admin.messages.js';
import { PREPARATION_REFRESH_MS } from '../../../api/contract/common/screen-numbers.js';
import { request } from '../../shared/http/request.js';

interface PreparationLineProps {
  /** Where the preparation is read and asked for again. */
  path: string;
  known: VideoPreparation;
  /** Of an answer whose pieces are to be joined. */
  isInPieces?: boolean;
  describedBy: string;
}

/** How far a video is on its way to what every device plays, and another try where that failed. */
export function PreparationLine({ path, known, isInPieces = false, describedBy }: PreparationLineProps) {
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
      <PreparationState {...preparation} isInPieces={isInPieces} />
      {hasFailed && (
        <Button
          variant="quiet"
          size="compact"
          className="px-2"
          pending={isPending}
          pendingLabel={MESSAGES.tryingAgain}
          aria-describedby={describedBy}
          onClick={() => void tryAgain()}
        >
          {MESSAGES.tryAgain}
        </Button>
      )}
      {failure && <p className="text-danger">{failure}</p>}
    </div>
  );
}

function PreparationState({ state, problem, isInPieces }: VideoPreparation & { isInPieces: boolean }) {
  switch (state) {
    case 'waiting':
    case 'working':
      return <StatusLine>{isInPieces ? MESSAGES.joining : MESSAGES.preparing}</StatusLine>;
    case 'failed':
      return <p className="text-warn">{(isInPieces ? MESSAGES.notJoined : MESSAGES.cannotBePlayed)(problem ?? '')}</p>;
    case 'ready':
      // Since the list was read, of which each look is written down.
      return isInPieces ? <StatusLine>{MESSAGES.joined}</StatusLine> : null;
    case 'off':
      return null;
  }
}

/** How far a video is, read again for as long as something is being made of it. */
function usePreparation(path: string, known: VideoPreparation): VideoPreparation {
  const { data } = useQuery<VideoPreparation>({
    queryKey: [path],
    initialData: known,
    refetchInterval: ({ state }) => (state.data && isBeingPrepared(state.data) ? PREPARATION_REFRESH_MS : false),
    gcTime: 0,
  });
  return data;
}

/** Asks for the preparation once more. */
function usePrepareAgain(path: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>('POST', path),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [path] }),
  });
}
