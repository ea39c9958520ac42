/** A terminal that is closed says SIGHUP. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Ctrl-C under npm arrives several times: from the terminal and, a moment later, from those who started us. */
const SAME_SIGNAL_MS = 500;

interface Step {
  doing: string | null;
  undo(): Promise<void>;
}

/** Stops, last started first, what has been started so far; the same way after a signal and after a failure. */
export class Shutdown {
  private readonly steps: Step[] = [];
  private phase: Promise<unknown> = Promise.resolve();
  private exiting: Promise<never> | undefined;
  private giveUpWaiting: () => void = () => {};

  constructor(
    private readonly report: (line: string) => void,
    private readonly exit: (code: number) => Promise<never>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** @param doing what `undo` does, as it is told to whoever waits; null of what tells it itself, or takes no time */
  add(doing: string | null, undo: () => Promise<void>): void {
    this.steps.push({ doing, undo });
  }

  /**
   * Does one phase of the start. A signal in the middle waits for its end, so that what it starts is
   * stopped too; then nothing further begins.
   */
  async during<T>(phase: () => Promise<T>): Promise<T> {
    if (this.exiting) return this.exiting;
    const running = phase();
    this.phase = running;
    const result = await running;
    return this.exiting ?? result;
  }

  /**
   * The first signal stops everything in order; each further one gives up waiting for the step under way. The end of
   * whoever watches over this process counts as one: nobody would start it again, or end it.
   * @param code how this process ends then: well, of a server, and not of a command, which has not done its work
   */
  listen(code: number): void {
    let lastAt = -Infinity;
    const receive = () => {
      const isRepeated = this.now() - lastAt < SAME_SIGNAL_MS;
      lastAt = this.now();
      if (isRepeated) return;
      if (this.exiting) this.giveUpWaiting();
      else void this.stopAndExit(code);
    };
    for (const signal of SIGNALS) process.on(signal, receive);
    process.once('disconnect', receive);
  }

  stopAndExit(code: number): Promise<never> {
    this.exiting ??= this.stop().then(() => this.exit(code));
    return this.exiting;
  }

  private async stop(): Promise<void> {
    await this.untilGivenUp(this.phase.catch(() => undefined));
    for (const step of this.steps.toReversed()) {
      if (step.doing !== null) this.report(step.doing);
      await this.untilGivenUp(step.undo()).catch((error: unknown) => this.report(String(error)));
    }
  }

  private async untilGivenUp(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, new Promise<void>((resolve) => (this.giveUpWaiting = resolve))]);
  }
}
