const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;

/** Tries something again after a failure, at growing distances, until it succeeds. */
export class RetryTimer {
  private timer: NodeJS.Timeout | undefined;
  private delayMs = FIRST_DELAY_MS;
  private isStopped = false;

  /** @param attempt calls `again` or `succeeded` by whatever way it takes; its rejection is theirs */
  constructor(private readonly attempt: () => Promise<void>) {}

  /** After a failure: one attempt is made later, however often this is called until then. */
  again(): void {
    if (this.timer || this.isStopped) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.attempt().catch(() => {});
    }, this.delayMs).unref();
    this.delayMs = Math.min(this.delayMs * 2, LONGEST_DELAY_MS);
  }

  succeeded(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.delayMs = FIRST_DELAY_MS;
  }

  /** For good. */
  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }
}
