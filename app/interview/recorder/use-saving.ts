import type { Dispatch } from 'react';
import type { RecorderEvent, RecorderState, SaveFailure } from './recorder-state.js';
import type { Take } from './take.js';
import { usePhase } from './use-phase.js';

/** What a save tells on its way, see uploadFile. */
interface SaveReport {
  onSession: (uploadId: string) => void;
  onProgress: (percent: number) => void;
  onTrouble: () => void;
}

/** `canResume`: the next try may go on with the same upload session. */
type SaveOutcome = { isSaved: true } | { isSaved: false; canResume: boolean; failure: SaveFailure };

/** Stores a take. Never throws; `isSaved` means that the server has confirmed the same bytes. */
export type SaveTake = (take: Take, report: SaveReport) => Promise<SaveOutcome>;

/** Saves while the recorder is in that phase. The copy in this browser goes once the server has the take. */
export function useSaving(state: RecorderState, dispatch: Dispatch<RecorderEvent>, saveTake: SaveTake): void {
  usePhase(state.phase, 'saving', async () => {
    if (state.phase !== 'saving') return;
    const { take } = state;
    const outcome = await saveTake(take, {
      onSession: (uploadId) => {
        take.copy.noteUpload(uploadId);
        dispatch({ type: 'session-opened', uploadId });
      },
      onProgress: (percent) => dispatch({ type: 'save-progressed', percent }),
      onTrouble: () => dispatch({ type: 'save-troubled' }),
    });
    if (outcome.isSaved) {
      take.copy.remove();
      dispatch({ type: 'save-succeeded' });
    } else {
      if (!outcome.canResume) take.copy.noteUpload(undefined);
      dispatch({ type: 'save-failed', canResume: outcome.canResume, failure: outcome.failure });
    }
  });
}
