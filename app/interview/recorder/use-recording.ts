import { type Dispatch, useEffect, useRef, useState } from 'react';
import { VIDEO_MAX_BYTES } from '../../../api/contract/common/limits.js';
import {
  RECORDER_FIRST_BYTES_MS,
  RECORDER_STALL_MS,
  RECORDER_TIMESLICE_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import { usePhase } from './recorder-effects.js';
import type { RecorderEvent, RecorderState, FailedRecording } from './recorder-state.js';
import type { RecordingWay, RecordingWays } from './recording-trial.js';
import {
  type BegunRecording,
  type Interruption,
  type Recording,
  type DraftWriter,
  type PauseReason,
  type RecorderFlow,
  recordingFilename,
} from './recording.js';

interface RecordingOptions {
  stream: MediaStream | null;
  ways: RecordingWays;
  /** Nothing has been heard so far. */
  isSilent: boolean;
  /** Begins what this browser keeps of the recording. */
  beginDraft: (recording: BegunRecording) => DraftWriter;
  onProblem: (problem: FailedRecording) => void;
}

/**
 * Records while the recorder is in that phase, and hands over what was recorded when it stops. A type of which nothing came
 * is not tried a second time. Returns what comes of it.
 */
export function useRecording(
  { phase, source, isAddition }: RecorderState,
  dispatch: Dispatch<RecorderEvent>,
  { stream, ways, isSilent, beginDraft, onProblem }: RecordingOptions,
): RecorderFlow {
  const running = useRef<RunningRecording | null>(null);
  const [flow, setFlow] = useState<RecorderFlow>('begun');

  const fail = (problem: FailedRecording) => {
    dispatch({ type: 'recording-failed', problem });
    onProblem(problem);
  };

  usePhase(phase, 'recording', async () => {
    if (running.current) {
      running.current.goOn();
      return;
    }
    let way: RecordingWay | null = null;
    while (running.current === null) {
      way = ways.choose(source);
      if (!stream || !way) {
        ways.forget();
        fail('not-started');
        return;
      }
      setFlow(way.isWhole ? 'at-stop' : 'begun');
      try {
        running.current = recordStream(stream, way, beginDraft, setFlow, isAddition);
      } catch {
        // A browser may say that it records a type, and refuse to: the next one is tried at once, its own choice last.
        ways.note(source, way.mimeType, 'nothing');
      }
    }
    try {
      dispatch({ type: 'recording-finished', ...(await running.current.finished) });
    } catch (error) {
      const isSourceLost = error instanceof NothingRecordedError && error.interruption === 'source-lost';
      if (isSourceLost) dispatch({ type: 'recording-failed', problem: 'source-lost' });
      else {
        ways.note(source, way?.mimeType, 'nothing');
        fail('nothing-recorded');
      }
    } finally {
      running.current = null;
    }
  });

  useEffect(() => {
    if (phase === 'recording') running.current?.noteSilence(isSilent);
  }, [phase, isSilent]);

  usePhase(phase, 'paused', () => running.current?.pause('paused'));

  usePhase(phase, 'stopping', () => {
    if (running.current) running.current.stop();
    // Cancel was pressed in the very moment in which the countdown ended.
    else dispatch({ type: 'recording-failed', problem: null });
  });
  return flow;
}

interface FinishedRecording {
  recording: Recording;
  interruption: Interruption | null;
}

interface RunningRecording {
  stop: () => void;
  /** Where the browser cannot, it ends the recording. */
  pause: (reason: PauseReason) => void;
  goOn: () => void;
  noteSilence: (isSilent: boolean) => void;
  /** Rejects only when nothing at all was recorded, with NothingRecordedError. */
  finished: Promise<FinishedRecording>;
}

/** Nothing came of a recording. `interruption`: what ended it before anybody did. */
class NothingRecordedError extends Error {
  constructor(readonly interruption: Interruption | null) {
    super('Nothing was recorded');
  }
}

/** Enough for faces and voices, and about 16 minutes within the largest size that can be saved. */
const VIDEO_BITS_PER_SECOND = 4_000_000;
const AUDIO_BITS_PER_SECOND = 128_000;
/** The last seconds still fit when the limit is noticed. */
const STOP_AT_BYTES = VIDEO_MAX_BYTES - 8 * 1024 * 1024;
/** A recorder that failed may never say that it stopped. */
const STOP_GRACE_MS = 1_000;
/** Stopped before its first picture is encoded, a recorder hands over nothing at all, not even the sound. */
export const FIRST_PIECE_WITHIN_MS = 10_000;
/** A camera that is gone sends no more, but a picture of before may still be on its way through the recorder. */
const LAST_PIECE_WITHIN_MS = 1_000;

/**
 * Records a stream until `stop`, or until the camera or the recorder gives out: what was recorded
 * up to then is kept, for the recorder hands over a piece each second. Throws when recording cannot start.
 */
function recordStream(
  stream: MediaStream,
  { mimeType: format, isWhole }: RecordingWay,
  beginDraft: (recording: BegunRecording) => DraftWriter,
  onFlow: (flow: RecorderFlow) => void,
  isAddition: boolean,
): RunningRecording {
  const recorder = new MediaRecorder(stream, {
    mimeType: format,
    videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
    audioBitsPerSecond: AUDIO_BITS_PER_SECOND,
  });
  const pieces: Blob[] = [];
  const recordedAt = new Date();
  const startedMs = performance.now();
  const listening = new AbortController();
  const { promise: finished, resolve, reject } = withResolvers<FinishedRecording>();
  let begun: (BegunRecording & { draft: DraftWriter }) | null = null;
  let interruption: Interruption | null = null;
  let bytes = 0;
  let isSilent = false;
  /** What the recorder may have missed: from its start to the first piece that it owes, and while it stopped. */
  let lagMs = 0;
  let stoppedMs: number | null = null;
  let pausedMs: number | null = null;
  /** Of all pauses that are over. */
  let pausesMs = 0;
  let isStopWanted = false;

  const seconds = () => ((stoppedMs ?? pausedMs ?? performance.now()) - startedMs - pausesMs) / 1000;

  let watch: ReturnType<typeof setTimeout> | undefined;
  const expectBytes = () => {
    clearTimeout(watch);
    if (isWhole) return;
    if (begun) watch = setTimeout(() => onFlow('stalled'), RECORDER_STALL_MS);
    else watch = setTimeout(() => onFlow('none'), RECORDER_FIRST_BYTES_MS);
  };

  const begin = (piece: Blob) => {
    if (!isWhole) lagMs = Math.max(0, performance.now() - startedMs - pausesMs - RECORDER_TIMESLICE_MS);
    const mimeType = recorder.mimeType || format || piece.type;
    const recording: BegunRecording = {
      origin: 'recorded',
      mimeType,
      filename: recordingFilename(mimeType, recordedAt),
      recordedAt,
      isAddition,
    };
    return { ...recording, draft: beginDraft(recording) };
  };

  const stop = (reason: Interruption | null) => {
    if (stoppedMs !== null) return;
    stoppedMs = pausedMs ?? performance.now();
    interruption = reason;
    clearTimeout(watch);
    if (recorder.state === 'inactive') setTimeout(finish, STOP_GRACE_MS);
    else recorder.stop();
  };

  /** On a slow device the first piece may come long after the recording began: it is waited for. */
  const stopWhenBegun = (reason: Interruption | null, withinMs = FIRST_PIECE_WITHIN_MS) => {
    if (begun || isWhole) return stop(reason);
    interruption = reason;
    isStopWanted = true;
    return setTimeout(() => stop(interruption), withinMs);
  };

  const pause = (reason: PauseReason) => {
    if (stoppedMs !== null || pausedMs !== null || isStopWanted) return;
    if (isPausedBy(recorder)) {
      pausedMs = performance.now();
      clearTimeout(watch);
    } else stopWhenBegun(reason);
  };

  const goOn = () => {
    if (pausedMs === null || stoppedMs !== null) return;
    if (stream.getTracks().some(({ readyState }) => readyState === 'ended')) return stop('source-lost');
    recorder.resume();
    if (recorder.state !== 'recording') return stop('recorder-failed');
    pausesMs += performance.now() - pausedMs;
    pausedMs = null;
    expectBytes();
  };

  const finish = () => {
    listening.abort();
    clearTimeout(watch);
    if (!begun) return reject(new NothingRecordedError(interruption));
    begun.draft.finish();
    const blob = new Blob(pieces, { type: begun.mimeType });
    if (stoppedMs !== null) lagMs += performance.now() - stoppedMs;
    const kinds = new Set(stream.getTracks().map(({ kind }) => kind));
    const facts = {
      hasSound: kinds.has('audio') && !isSilent,
      hasPicture: kinds.has('video'),
      lagSeconds: lagMs / 1000,
    };
    return resolve({ recording: { ...begun, ...facts, blob, durationSeconds: seconds() }, interruption });
  };

  // Before anything listens: where it throws, nothing stays behind.
  recorder.start(isWhole ? undefined : RECORDER_TIMESLICE_MS);
  expectBytes();
  const { signal } = listening;
  const store = ({ data }: BlobEvent) => {
    if (data.size === 0) return;
    begun ??= begin(data);
    begun.draft.add(data, seconds());
    pieces.push(data);
    bytes += data.size;
    onFlow('flowing');
    if (pausedMs === null && stoppedMs === null) expectBytes();
    if (isStopWanted) stop(interruption);
    else if (bytes > STOP_AT_BYTES) stop('size-limit');
  };
  recorder.addEventListener('dataavailable', store, { signal });
  recorder.addEventListener('error', () => stop('recorder-failed'), { signal });
  recorder.addEventListener('stop', finish, { signal });
  for (const track of stream.getTracks()) {
    track.addEventListener('ended', () => stopWhenBegun('source-lost', LAST_PIECE_WITHIN_MS), { signal });
  }
  // At once: a phone lets a page do nothing more a moment later.
  document.addEventListener('visibilitychange', () => document.hidden && pause('page-hidden'), { signal });

  const noteSilence = (is: boolean) => void (isSilent = is);
  return { stop: () => void stopWhenBegun(null), pause, goOn, noteSilence, finished };
}

/** Pauses a recorder, and hands over what it has. False where it cannot pause, or only says so. */
function isPausedBy(recorder: MediaRecorder): boolean {
  try {
    recorder.pause();
    if (recorder.state !== 'paused') return false;
    recorder.requestData();
    return true;
  } catch {
    return recorder.state === 'paused';
  }
}
