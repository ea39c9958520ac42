/**
 * Work that looks at everything there is: whoever asks while it runs is served by one run that follows.
 * One run at a time, and never more than one waiting, however many ask.
 */
export class SingleFlight<T> {
  private current: Promise<T> | null = null;
  private following: Promise<T> | null = null;

  constructor(private readonly work: () => Promise<T>) {}

  /** The result of a run that starts after this call. */
  request(): Promise<T> {
    if (!this.current) return this.start();
    this.following ??= this.current
      .catch(() => {})
      .then(() => {
        this.following = null;
        return this.start();
      });
    return this.following;
  }

  /** Whether somebody waits for a run that follows. */
  get isAwaited(): boolean {
    return this.following !== null;
  }

  /** Resolves when nothing runs and nobody waits. */
  async settled(): Promise<void> {
    for (let run = this.current; run; run = this.following ?? this.current) await run.catch(() => {});
  }

  private start(): Promise<T> {
    const run = this.work();
    const end = () => {
      this.current = null;
    };
    run.then(end, end);
    this.current = run;
    return run;
  }
}
