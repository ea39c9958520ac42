import type { DraftUse, DraftWriter, NewRecording, Recording } from '../recorder/recording.js';
import { type Slice, SliceSending, slicesOf } from './slice-sending.js';
import { noteUnwanted, removeUpload } from './unwanted-uploads.js';

/**
 * Keeps a recording in this browser, as `local` does, and sends it slice by slice while it goes on, for as long as this
 * device shall. What is refused is sent when it is saved.
 */
export class SentDraft implements DraftWriter {
  /** All of it: an upload that is begun midway has it from the beginning. */
  private readonly slices: Slice[] = [];
  private sending: SliceSending | null = null;
  /** To go on with. */
  private uploadId: string | undefined;
  /** To be removed with the recording: also one that cannot be gone on with. */
  private keptId: string | undefined;
  /** Its person has used it, or does not want it: then nothing that is chosen later is about it. */
  private isDecided = false;

  constructor(
    private readonly local: DraftWriter,
    private readonly recording: NewRecording,
    private readonly onHeldBack: (isHeldBack: boolean) => void,
    /** What an earlier page has recorded, and perhaps sent. */
    kept?: Pick<Recording, 'blob' | 'durationSeconds' | 'uploadId'>,
  ) {
    if (!kept) return;
    this.slices.push(...slicesOf(kept.blob, kept.durationSeconds));
    this.uploadId = kept.uploadId;
    this.keptId = kept.uploadId;
  }

  /** Takes effect at once: what came before is sent as well, or what was sent is removed. */
  choose(isWhileRecording: boolean): void {
    if (this.isDecided) return;
    if (!isWhileRecording) this.removeSent();
    else if (this.uploadId === undefined) this.sending ??= this.begin();
  }

  add(bytes: Blob, seconds: number | null): void {
    this.local.add(bytes, seconds);
    const slices = slicesOf(bytes, seconds);
    this.slices.push(...slices);
    this.sending?.add(slices);
  }

  finish(): void {
    this.local.finish();
  }

  noteUpload(uploadId: string | undefined): void {
    this.uploadId = uploadId;
    this.keptId = uploadId ?? this.keptId;
    this.local.noteUpload(uploadId);
  }

  noteUse(use: DraftUse, isStored?: boolean): void {
    this.isDecided ||= use === 'sent' || use === 'halted';
    this.local.noteUse(use, isStored);
  }

  /** For another page to go on with: from here nothing of it is sent or written any more. */
  leave(): void {
    const { sending } = this;
    this.isDecided = true;
    this.sending = null;
    this.local.leave();
    // An upload that is only just begun is named nowhere.
    const isNamed = (uploadId?: string) => uploadId === undefined || uploadId === this.uploadId;
    void sending?.stop().then((uploadId) => (isNamed(uploadId) ? undefined : removeUpload(uploadId!)));
  }

  /** Returns the upload that has what was sent, to go on with. */
  async stopSending(): Promise<string | undefined> {
    this.isDecided = true;
    await this.sending?.stop();
    this.onHeldBack(false);
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
    if (this.keptId !== undefined) noteUnwanted(this.keptId);
    void this.stopSending().then(() => (this.keptId === undefined ? undefined : removeUpload(this.keptId)));
  }

  private begin(): SliceSending {
    const isCurrent = (): boolean => this.sending === sending;
    const sending = new SliceSending(this.recording, {
      onBegun: (uploadId) => isCurrent() && this.noteUpload(uploadId),
      onHeldBack: (isHeldBack) => isCurrent() && this.onHeldBack(isHeldBack),
    });
    sending.add(this.slices);
    return sending;
  }

  private removeSent(): void {
    const { sending, keptId } = this;
    if (sending === null && keptId === undefined) return;
    this.sending = null;
    this.onHeldBack(false);
    if (keptId !== undefined) noteUnwanted(keptId);
    this.keptId = undefined;
    this.noteUpload(undefined);
    // Its upload may just be begun.
    const ending = sending?.stop() ?? Promise.resolve(keptId);
    void ending.then((uploadId) => (uploadId === undefined ? undefined : removeUpload(uploadId)));
  }
}
