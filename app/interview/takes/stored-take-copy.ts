import type { TakeCopy } from '../recorder/take.js';
import type { KeptTake } from './kept-take.js';
import type { TakeClaims } from './take-claims.js';
import type { TakeStore } from './take-store.js';

export interface CopyOptions {
  store: TakeStore;
  /** The claim on the take is given up with its removal. */
  claims: TakeClaims;
  /** Told after each write whether the take is kept up to there. Once it is not, it never is again. */
  onKept: (isKept: boolean) => void;
}

/** Writes a take into the store, one piece after the other. What cannot be written ends the copy, not the take. */
export class StoredTakeCopy implements TakeCopy {
  private writes: Promise<void>;
  private isOver = false;

  /** `ready`: the take is claimed by this tab. */
  constructor(
    private take: KeptTake,
    private readonly options: CopyOptions,
    ready: Promise<unknown> = Promise.resolve(),
  ) {
    this.writes = this.attempt(() => ready);
  }

  add(piece: Blob, durationSeconds: number | null): void {
    this.enqueue(async () => {
      const bytes = await piece.arrayBuffer();
      const { pieces, bytes: before } = this.take;
      await this.write({ durationSeconds, pieces: pieces + 1, bytes: before + piece.size }, bytes);
    });
  }

  finish(): void {
    this.enqueue(() => this.write({ isWhole: true }));
  }

  noteUpload(uploadId: string | undefined): void {
    this.enqueue(() => this.write({ uploadId }));
  }

  remove(): void {
    this.isOver = true;
    const { store, claims } = this.options;
    // A copy that cannot be removed now is found again when the page opens next.
    this.writes = this.writes.then(() => store.remove(this.take)).catch(() => undefined);
    void this.writes.then(() => claims.giveUp(this.take.id));
  }

  /** Answers when everything asked for so far is done. */
  settled(): Promise<void> {
    return this.writes;
  }

  private enqueue(write: () => Promise<void>): void {
    this.writes = this.writes.then(() => this.attempt(write));
  }

  private async attempt(write: () => Promise<unknown>): Promise<void> {
    if (this.isOver) return;
    try {
      await write();
    } catch {
      // A later piece without this one would be no recording: what is there stays as it is.
      this.isOver = true;
      this.options.onKept(false);
    }
  }

  private async write(changes: Partial<KeptTake>, piece?: ArrayBuffer): Promise<void> {
    const changed = { ...this.take, ...changes };
    await this.options.store.write(changed, piece);
    this.take = changed;
    this.options.onKept(true);
  }
}
