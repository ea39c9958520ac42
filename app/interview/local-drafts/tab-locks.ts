/** Which local drafts this tab is recording, reviewing or saving, so that no other tab does, too. A closed tab loses its locks. */
export interface TabLocks {
  /** False while another tab has it. */
  acquire: (draftId: string) => Promise<boolean>;
  release: (draftId: string) => void;
  isHeldHere: (draftId: string) => boolean;
  /** Of all tabs together. */
  findHeld: () => Promise<ReadonlySet<string>>;
  /** Resolves once no other tab has it; rejects when the signal aborts. */
  waitUntilFree: (draftId: string, signal: AbortSignal) => Promise<void>;
}

const PREFIX = 'interview-take:';

/** By the Web Locks API. */
export class WebTabLocks implements TabLocks {
  private readonly releases = new Map<string, () => void>();

  constructor(private readonly locks: LockManager) {}

  acquire(draftId: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock ? new Promise<void>((release) => this.releases.set(draftId, release)) : undefined;
      };
      this.locks.request(PREFIX + draftId, { ifAvailable: true }, hold).catch(reject);
    });
  }

  release(draftId: string): void {
    this.releases.get(draftId)?.();
    this.releases.delete(draftId);
  }

  isHeldHere(draftId: string): boolean {
    return this.releases.has(draftId);
  }

  async findHeld(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.locks.query();
    const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
    return new Set(names.map((name) => name.slice(PREFIX.length)));
  }

  async waitUntilFree(draftId: string, signal: AbortSignal): Promise<void> {
    await this.locks.request(PREFIX + draftId, { mode: 'shared', signal }, () => undefined);
  }
}

/** For browsers without Web Locks: this tab takes itself for the only one. */
export class LoneTabLocks implements TabLocks {
  private readonly mine = new Set<string>();

  acquire(draftId: string): Promise<boolean> {
    this.mine.add(draftId);
    return Promise.resolve(true);
  }

  release(draftId: string): void {
    this.mine.delete(draftId);
  }

  isHeldHere(draftId: string): boolean {
    return this.mine.has(draftId);
  }

  findHeld(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.mine);
  }

  waitUntilFree(): Promise<void> {
    return Promise.resolve();
  }
}
