/** Which takes this tab is recording, reviewing or saving, so that no other tab does, too. A closed tab loses its claims. */
export interface TakeClaims {
  /** False while another tab has it. */
  claim: (takeId: string) => Promise<boolean>;
  giveUp: (takeId: string) => void;
  isMine: (takeId: string) => boolean;
  /** Of all tabs together. */
  findClaimed: () => Promise<ReadonlySet<string>>;
  /** Answers once no other tab has it; rejects when the signal aborts. */
  waitUntilFree: (takeId: string, signal: AbortSignal) => Promise<void>;
}

const PREFIX = 'interview-take:';

/** Claims by the Web Locks API. */
export class WebLockClaims implements TakeClaims {
  private readonly releases = new Map<string, () => void>();

  constructor(private readonly locks: LockManager) {}

  claim(takeId: string): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const hold = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock ? new Promise<void>((release) => this.releases.set(takeId, release)) : undefined;
      };
      this.locks.request(PREFIX + takeId, { ifAvailable: true }, hold).catch(reject);
    });
  }

  giveUp(takeId: string): void {
    this.releases.get(takeId)?.();
    this.releases.delete(takeId);
  }

  isMine(takeId: string): boolean {
    return this.releases.has(takeId);
  }

  async findClaimed(): Promise<ReadonlySet<string>> {
    const { held = [] } = await this.locks.query();
    const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PREFIX));
    return new Set(names.map((name) => name.slice(PREFIX.length)));
  }

  async waitUntilFree(takeId: string, signal: AbortSignal): Promise<void> {
    await this.locks.request(PREFIX + takeId, { mode: 'shared', signal }, () => undefined);
  }
}

/** For browsers without Web Locks: this tab takes itself for the only one. */
export class LoneTabClaims implements TakeClaims {
  private readonly mine = new Set<string>();

  claim(takeId: string): Promise<boolean> {
    this.mine.add(takeId);
    return Promise.resolve(true);
  }

  giveUp(takeId: string): void {
    this.mine.delete(takeId);
  }

  isMine(takeId: string): boolean {
    return this.mine.has(takeId);
  }

  findClaimed(): Promise<ReadonlySet<string>> {
    return Promise.resolve(this.mine);
  }

  waitUntilFree(): Promise<void> {
    return Promise.resolve();
  }
}
