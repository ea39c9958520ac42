import { RECORDER_TRIAL_MS, RECORDER_FIRST_BYTES_MS } from '../../../api/contract/common/screen-numbers.js';
import { withResolvers } from '../../../api/contract/common/older-browsers.js';
import type { RecordingSource } from './recorder-state.js';
import { chooseRecordingFormat } from './recording-settings.js';

/** How this browser is to record: in a type, or its own choice; in one piece at Stop where it hands over nothing before. */
export interface RecordingWay {
  mimeType: string | undefined;
  isWhole: boolean;
}

/** What came of a type: slices while it records, all of it at Stop, or nothing. */
type Yield = 'slices' | 'whole' | 'nothing';

/** What this browser turned out to do with the types of which it says that it records them. */
export class RecordingWays {
  private readonly known = new Map<string, Yield>();

  constructor(private readonly isPhone: boolean) {}

  /** The best way that is not known to yield nothing; null where every one is. */
  choose(source: RecordingSource): RecordingWay | null {
    const isUsable = (type: string) => MediaRecorder.isTypeSupported(type) && this.mayYieldSlices(type);
    const mimeType = chooseRecordingFormat(source, this.isPhone, isUsable);
    if (mimeType !== undefined || this.mayYieldSlices(source)) return { mimeType, isWhole: false };
    const whole = chooseRecordingFormat(source, this.isPhone, (type) => this.known.get(type) === 'whole');
    if (whole !== undefined || this.known.get(source) === 'whole') return { mimeType: whole, isWhole: true };
    return null;
  }

  isProven(source: RecordingSource): boolean {
    const way = this.choose(source);
    return way !== null && (way.isWhole || this.known.get(way.mimeType ?? source) === 'slices');
  }

  /** `mimeType`: undefined of the browser's own choice. */
  note(source: RecordingSource, mimeType: string | undefined, what: Yield): void {
    this.known.set(mimeType ?? source, what);
  }

  /** Everything may be tried again. */
  forget(): void {
    this.known.clear();
  }

  private mayYieldSlices(key: string): boolean {
    return (this.known.get(key) ?? 'slices') === 'slices';
  }
}

/**
 * Records for a moment, one way after another, until one of them yields something. Returns whether one does.
 * Rejects when the signal aborts, as when a recording begins.
 */
export async function tryWays(
  ways: RecordingWays,
  source: RecordingSource,
  stream: MediaStream,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    const way = ways.choose(source);
    if (way === null) return false;
    if (ways.isProven(source)) return true;
    const what = await tryType(stream, way.mimeType, signal);
    ways.note(source, way.mimeType, what);
  }
}

/** A recorder that failed may never say that it stopped. */
const STOP_GRACE_MS = 1_000;

/** Half a second shows what works; what does not is given as long as the beginning of a recording is. */
function tryType(stream: MediaStream, mimeType: string | undefined, signal: AbortSignal): Promise<Yield> {
  const { promise, resolve, reject } = withResolvers<Yield>();
  signal.throwIfAborted();
  let recorder: MediaRecorder;
  try {
    recorder = new MediaRecorder(stream, { mimeType });
    recorder.start(RECORDER_TRIAL_MS);
  } catch {
    return Promise.resolve('nothing');
  }
  const over = new AbortController();
  const options = { signal: over.signal };
  const stop = () => {
    clearTimeout(timer);
    timer = setTimeout(() => resolve('nothing'), STOP_GRACE_MS);
    if (recorder.state !== 'inactive') recorder.stop();
  };
  let isStopped = false;
  let timer = setTimeout(() => {
    isStopped = true;
    stop();
  }, RECORDER_FIRST_BYTES_MS);
  const receive = ({ data }: BlobEvent) => {
    if (data.size > 0) resolve(isStopped ? 'whole' : 'slices');
  };
  recorder.addEventListener('dataavailable', receive, options);
  recorder.addEventListener('stop', () => resolve('nothing'), options);
  recorder.addEventListener('error', () => resolve('nothing'), options);
  signal.addEventListener('abort', () => reject(signal.reason), options);
  return promise.finally(() => {
    over.abort();
    clearTimeout(timer);
    if (recorder.state !== 'inactive') recorder.stop();
  });
}
