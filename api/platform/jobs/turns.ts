/** Lets so many go on at a time, in the order in which they came. */
export class Turns {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async take(): Promise<void> {
    if (this.free === 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.free--;
  }

  end(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}
