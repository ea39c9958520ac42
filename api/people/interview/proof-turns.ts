/** Lets so many checks run at a time, and one of each person: nobody's recording keeps everybody else waiting. */
export class ProofTurns {
  private readonly running = new Set<string>();
  private waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** Rejects when the signal aborts before it is somebody's turn. */
  async take<T>(person: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while (this.running.has(person) || this.running.size >= this.atOnce) await this.nextEnd(signal);
    this.running.add(person);
    try {
      return await work();
    } finally {
      this.running.delete(person);
      const waiting = this.waiting;
      this.waiting = [];
      for (const goOn of waiting) goOn();
    }
  }

  private nextEnd(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(signal.reason as Error);
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(() => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      });
    });
  }
}
