/** Which local drafts, or chosen files, this tab works on, so that no other tab does, too. A closed tab loses its locks. */
export interface TabLocks {
  /** False while another tab has it. */
  acquire: (id: string) => Promise<boolean>;
  release: (id: string) => void;
  isHeldHere: (id: string) => boolean;
  /** Of all tabs together. */
  findHeld: () => Promise<ReadonlySet<string>>;
  /** Resolves once no other tab has it; rejects when the signal aborts. */
  waitUntilFree: (id: string, signal: AbortSignal) => Promise<void>;
}

/** The name under which browsers have locked local drafts from the beginning. */
const LOCAL_DRAFTS = 'interview-take:';

/** By the Web Locks API. */
export class WebTabLocks implements TabLocks {
  private readonly releases = new Map<string, () => void>();

  /** `prefix`: of the names of these locks, for one kind of thing. */
  constructor(
    private readonly locks: LockManager,
    private readonly prefix = LOCAL_DRAFTS,
  ) {}

  acquire(id: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock ? new Promise<void>((release) => this.releases.set(id, release)) : undefined;
      };
      this.locks.request(this.prefix + id, { ifAvailable: true }, hold).catch(reject);
    });
  }

  release(id: string): void {
    this.releases.get(id)?.();
    this.releases.delete(id);
  }

  isHeldHere(id: string): boolean {
    return this.releases.has(id);
  }

  async findHeld(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.locks.query();
    const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(this.prefix));
    return new Set(names.map((name) => name.slice(this.prefix.length)));
  }

  async waitUntilFree(id: string, signal: AbortSignal): Promise<void> {
    await this.locks.request(this.prefix + id, { mode: 'shared', signal }, () => undefined);
  }
}

/** For browsers without Web Locks: this tab takes itself for the only one. */
export class LoneTabLocks implements TabLocks {
  private readonly mine = new Set<string>();

  acquire(id: string): Promise<boolean> {
    this.mine.add(id);
    return Promise.resolve(true);
  }

  release(id: string): void {
    this.mine.delete(id);
  }

  isHeldHere(id: string): boolean {
    return this.mine.has(id);
  }

  findHeld(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.mine);
  }

  waitUntilFree(): Promise<void> {
    return Promise.resolve();
  }
}

/** With the means of this browser. */
export function openTabLocks(prefix?: string): TabLocks {
  return 'locks' in navigator ? new WebTabLocks(navigator.locks, prefix) : new LoneTabLocks();
}
