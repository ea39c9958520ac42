import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import type { UploadStatusResponse } from '../../../api/contract/media/uploads.js';
import { HttpError, isSignedOut, isTransient } from '../../shared/http/http-error.js';
import { request } from '../../shared/http/request.js';
import { PARTICIPANT_UPLOADS } from '../../shared/http/upload-file.js';
import { withRetries } from '../../shared/http/with-retries.js';
import { baseMimeType, type NewRecording } from '../recorder/recording.js';
import { beginOpenUpload, type OpenUploadOptions, sendOpenChunk } from './open-upload.js';
import { PartSize } from './part-size.js';

/** A line that was lost is tried again and again, ever more seldom: the recording goes on meanwhile. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, ...Array<number>(200).fill(8_000)];

/** Before a server is asked again that fails or is full, or knows nobody here: each may pass while the recording goes on. */
export const SENDING_RETRY_MS = 60_000;
const REFUSED_DELAYS_MS = Array<number>(120).fill(SENDING_RETRY_MS);

export interface Slice {
  bytes: Blob;
  seconds: number | null;
}

interface SliceSendingListener {
  onBegun: (uploadId: string) => void;
  /** Told when the newest part cannot be sent just now, and when it is sent again. */
  onHeldBack: (isHeldBack: boolean) => void;
}

/** Sends a recording slice by slice into one upload. What cannot be sent waits, and never holds the recording up. */
export class SliceSending {
  private readonly options: OpenUploadOptions = { routes: PARTICIPANT_UPLOADS };
  private readonly stopping = new AbortController();
  private waiting: Slice[] = [];
  private sending: Promise<void> | null = null;
  private uploadId: string | undefined;
  private chunks = 0;
  private sentBytes = 0;
  /** What is said of the chunk that was sent last has not come. */
  private mayHaveArrived = false;
  private readonly parts = new PartSize();
  private isRefused = false;

  constructor(
    private readonly recording: NewRecording,
    private readonly listener: SliceSendingListener,
  ) {}

  add(slices: readonly Slice[]): void {
    if (this.isRefused || slices.length === 0) return;
    this.waiting.push(...slices);
    this.sending ??= this.send().finally(() => {
      this.sending = null;
    });
  }

  /** Returns the upload that has what was sent. */
  async stop(): Promise<string | undefined> {
    this.stopping.abort(new Error('The recording is sent no more.'));
    await this.sending;
    return this.uploadId;
  }

  private async send(): Promise<void> {
    try {
      await withRetries(() => this.sendWaiting(), {
        delaysMs: REFUSED_DELAYS_MS,
        isTransient: mayPass,
        signal: this.stopping.signal,
        onWait: () => this.listener.onHeldBack(true),
      });
    } catch {
      // Refused, or stopped: what is missing is sent when the recording is saved.
      this.isRefused = true;
      this.waiting = [];
      this.listener.onHeldBack(!this.stopping.signal.aborted);
    }
  }

  private async sendWaiting(): Promise<void> {
    while (this.waiting.length > 0 && !this.stopping.signal.aborted) {
      const uploadId = (this.uploadId ??= await this.retried(() => this.begin()));
      const count = await this.sendNext(uploadId);
      this.chunks++;
      for (const { bytes } of this.waiting.splice(0, count)) this.sentBytes += bytes.size;
      this.listener.onHeldBack(false);
    }
  }

  /** Sends what waits, less of it after each failure. Returns how many slices have arrived. */
  private sendNext(uploadId: string): Promise<number> {
    return this.retried(async () => {
      // What seems to have failed may have arrived, and what has arrived stays as it is.
      const arrived = this.mayHaveArrived ? await this.countArrived(uploadId) : 0;
      this.mayHaveArrived = arrived === 0;
      if (arrived > 0) return arrived;
      const { bytes, seconds, count } = nextChunk(this.waiting, this.parts.mostBytes);
      const sending = { uploadId, index: this.chunks, bytes, recordedSeconds: seconds };
      try {
        await sendOpenChunk(sending, this.options, this.stopping.signal);
      } catch (error) {
        this.parts.noteFailure(error, bytes.size);
        throw error;
      }
      this.mayHaveArrived = false;
      this.parts.noteArrival();
      return count;
    });
  }

  /** How many of the slices that wait the server has after all: of several tries, only their bytes tell which one came. */
  private async countArrived(uploadId: string): Promise<number> {
    const { totalSize } = await request<UploadStatusResponse>('GET', PARTICIPANT_UPLOADS.status(uploadId));
    let size = this.sentBytes;
    let count = 0;
    for (const { bytes } of this.waiting) {
      if (size >= totalSize) break;
      size += bytes.size;
      count++;
    }
    if (size !== totalSize) throw new Error('The server has other bytes than were sent.');
    return count;
  }

  private async begin(): Promise<string> {
    const { questionId, filename, mimeType, isAddition = false, insteadOf } = this.recording;
    const about = { questionId, filename, mimeType: baseMimeType(mimeType), isAddition, insteadOf };
    const uploadId = await beginOpenUpload(about);
    this.listener.onBegun(uploadId);
    return uploadId;
  }

  private retried<T>(run: () => Promise<T>): Promise<T> {
    const onWait = () => this.listener.onHeldBack(true);
    return withRetries(run, { delaysMs: RETRY_DELAYS_MS, signal: this.stopping.signal, onWait });
  }
}

function mayPass(error: unknown): boolean {
  return isTransient(error) || isSignedOut(error) || (error instanceof HttpError && error.status >= 500);
}

/** More than the server takes at once is cut: some recorders hand over everything at Stop. The length is that of all. */
export function slicesOf(bytes: Blob, seconds: number | null): Slice[] {
  const slices: Slice[] = [];
  for (let at = 0; at < bytes.size; at += UPLOAD_CHUNK_BYTES) {
    const end = at + UPLOAD_CHUNK_BYTES;
    slices.push({ bytes: bytes.slice(at, end), seconds: end < bytes.size ? null : seconds });
  }
  return slices;
}

interface NextChunk extends Slice {
  count: number;
}

/** A line that has fallen behind catches up with more at once. At least one slice, however large. */
function nextChunk(waiting: Slice[], mostBytes: number): NextChunk {
  let size = 0;
  let count = 0;
  for (const { bytes } of waiting) {
    if (count > 0 && size + bytes.size > mostBytes) break;
    size += bytes.size;
    count++;
  }
  const parts = waiting.slice(0, count);
  return { count, bytes: new Blob(parts.map(({ bytes }) => bytes)), seconds: parts.at(-1)?.seconds ?? null };
}
