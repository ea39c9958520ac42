const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** Tries something again after a failure, at growing distances, until it succeeds. */
export class RetryTimer {
  private timer: NodeJS.Timeout | undefined;
  private delayMs = FIRST_DELAY_MS;
  private isStopped = false;
  /** When the next attempt is made; null when none waits. */
  nextAt: Date | null = null;

  /** @param attempt calls `again` or `succeeded` by whatever way it takes; its rejection is theirs */
  constructor(private readonly attempt: () => Promise<void>) {}

  /** After a failure: one attempt is made later, however often this is called until then. */
  again(): void {
    if (this.timer || this.isStopped) return;
    this.nextAt = new Date(Date.now() + this.delayMs);
    this.timer = setTimeout(() => {
      this.clear();
      this.attempt().catch(() => {});
    }, this.delayMs).unref();
    this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
  }

  succeeded(): void {
    this.clear();
    this.delayMs = FIRST_DELAY_MS;
  }

  stop(): void {
    this.isStopped = true;
    this.clear();
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.nextAt = null;
  }
}
