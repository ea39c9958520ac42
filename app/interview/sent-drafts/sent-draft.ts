import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/limits.js';
import type { UploadStatusResponse } from '../../../api/contract/uploads.js';
import { request } from '../../shared/http/request.js';
import { PARTICIPANT_UPLOADS } from '../../shared/http/upload-file.js';
import { withRetries } from '../../shared/http/with-retries.js';
import type { DraftWriter, NewRecording } from '../recorder/recording.js';
import { baseMimeType } from '../recorder/recording.js';
import { beginOpenUpload, removeUpload, type OpenUploadOptions, sendOpenChunk } from './open-upload.js';
import { PartSize } from './part-size.js';

/** A line that was lost is tried again and again, ever more seldom: the recording goes on meanwhile. */
const RETRY_DELAYS_MS = [1_000, 2_000, 4_000, ...Array<number>(200).fill(8_000)];

interface Slice {
  bytes: Blob;
  seconds: number | null;
}

/**
 * Keeps a recording in this browser, as `local` does, and sends it slice by slice while it goes on. What cannot be sent
 * waits, and never holds the recording up; what is refused is sent when it is saved.
 */
export class SentDraft implements DraftWriter {
  private readonly options: OpenUploadOptions = { routes: PARTICIPANT_UPLOADS };
  private readonly stopping = new AbortController();
  private waiting: Slice[] = [];
  private sending: Promise<void> | null = null;
  /** To go on with. */
  private uploadId: string | undefined;
  /** To be removed with the recording: also one that cannot be gone on with. */
  private keptId: string | undefined;
  private chunks = 0;
  private sentBytes = 0;
  private readonly parts = new PartSize();
  private isRefused = false;

  constructor(
    private readonly local: DraftWriter,
    private readonly recording: NewRecording,
  ) {}

  add(bytes: Blob, seconds: number | null): void {
    this.local.add(bytes, seconds);
    if (this.isRefused) return;
    this.waiting.push(...slicesOf(bytes, seconds));
    this.sending ??= this.sendWaiting().finally(() => {
      this.sending = null;
    });
  }

  finish(): void {
    this.local.finish();
  }

  noteUpload(uploadId: string | undefined): void {
    this.uploadId = uploadId;
    this.keptId = uploadId ?? this.keptId;
    this.local.noteUpload(uploadId);
  }

  noteUsed(isUsed: boolean, isStored?: boolean): void {
    this.local.noteUsed(isUsed, isStored);
  }

  leave(): void {
    this.local.leave();
  }

  /** Stops sending. Returns the upload that has what was sent, to go on with. */
  async stopSending(): Promise<string | undefined> {
    this.stopping.abort(new Error('The recording is over.'));
    await this.sending;
    return this.uploadId;
  }

  keepUpload(): void {
    this.uploadId = undefined;
    this.keptId = undefined;
    this.local.keepUpload?.();
  }

  remove(): void {
    // Removed below, once what is just being sent has arrived.
    this.local.keepUpload?.();
    this.local.remove();
    void this.stopSending().then(() => (this.keptId === undefined ? undefined : removeUpload(this.keptId)));
  }

  private async sendWaiting(): Promise<void> {
    const { signal } = this.stopping;
    try {
      while (this.waiting.length > 0 && !signal.aborted) {
        const uploadId = (this.uploadId ??= await this.retried(() => this.begin()));
        const count = await this.sendNext(uploadId);
        this.chunks++;
        for (const { bytes } of this.waiting.splice(0, count)) this.sentBytes += bytes.size;
      }
    } catch {
      // Refused, or stopped: what is missing is sent when the recording is saved.
      this.isRefused = true;
      this.waiting = [];
    }
  }

  /** Sends what waits, less of it after each failure. Returns how many slices have arrived. */
  private async sendNext(uploadId: string): Promise<number> {
    let isRetry = false;
    return this.retried(async () => {
      // What seems to have failed may have arrived, and what has arrived stays as it is.
      const arrived = isRetry ? await this.countArrived(uploadId) : 0;
      if (arrived > 0) return arrived;
      isRetry = true;
      const { bytes, seconds, count } = nextChunk(this.waiting, this.parts.mostBytes);
      const sending = { uploadId, index: this.chunks, bytes, recordedSeconds: seconds };
      try {
        await sendOpenChunk(sending, this.options, this.stopping.signal);
      } catch (error) {
        this.parts.noteFailure(error, bytes.size);
        throw error;
      }
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
    this.noteUpload(uploadId);
    return uploadId;
  }

  private retried<T>(run: () => Promise<T>): Promise<T> {
    return withRetries(run, { delaysMs: RETRY_DELAYS_MS, signal: this.stopping.signal });
  }
}

/** More than the server takes at once is cut: some recorders hand over everything at Stop. The length is that of all. */
function slicesOf(bytes: Blob, seconds: number | null): Slice[] {
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
