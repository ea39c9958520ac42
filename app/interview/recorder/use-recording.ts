import { type Dispatch, useRef } from 'react';
import { chooseRecordingFormat } from './choose-recording-format.js';
import { NothingRecordedError, recordTake, type RunningTake } from './record-take.js';
import type { RecorderEvent, RecorderState, RecordingProblem } from './recorder-state.js';
import type { RecordingSource } from './recording-source.js';
import type { BegunTake, TakeCopy } from './take.js';
import { usePhase } from './use-phase.js';

interface RecordingOptions {
  source: RecordingSource;
  stream: MediaStream | null;
  isPhone: boolean;
  /** Begins the copy that this browser keeps of what is recorded. */
  beginCopy: (take: BegunTake) => TakeCopy;
  onProblem: (problem: RecordingProblem) => void;
}

/** Records while the recorder is in that phase, and hands over what was recorded when it stops. */
export function useRecording(
  { phase }: RecorderState,
  dispatch: Dispatch<RecorderEvent>,
  { source, stream, isPhone, beginCopy, onProblem }: RecordingOptions,
): void {
  const running = useRef<RunningTake | null>(null);

  const fail = (problem: RecordingProblem) => {
    dispatch({ type: 'recording-failed', problem });
    onProblem(problem);
  };

  usePhase(phase, 'recording', async () => {
    try {
      if (!stream) throw new Error('Camera and microphone are off');
      const format = chooseRecordingFormat(source, isPhone, (type) => MediaRecorder.isTypeSupported(type));
      running.current = recordTake(stream, format, beginCopy);
    } catch {
      fail('not-started');
      return;
    }
    try {
      dispatch({ type: 'take-finished', ...(await running.current.finished) });
    } catch (error) {
      const isSourceLost = error instanceof NothingRecordedError && error.interruption === 'source-lost';
      if (isSourceLost) dispatch({ type: 'recording-failed', problem: 'source-lost' });
      else fail('nothing-recorded');
    } finally {
      running.current = null;
    }
  });

  usePhase(phase, 'stopping', () => {
    if (running.current) running.current.stop();
    // Cancel was pressed in the very moment in which the countdown ended.
    else dispatch({ type: 'recording-failed', problem: null });
  });
}
