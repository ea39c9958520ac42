import { Injectable } from '@nestjs/common';

/** Unblocks those of the blocked paths that are right again. */
export type Unblock = (isRight: (path: string) => boolean) => void;

/**
 * Which files of the tree may be shown right now. Between the commit of a withdrawal and the end of the file work,
 * and before the first run after a start, the tree may hold what is no longer public.
 */
@Injectable()
export class SiteAccess {
  private hasBeenCompared = false;
  /** How often what was compared came to count for nothing; `comparedIn`: at the start of the run that compares. */
  private distrusts = 0;
  private comparedIn = 0;
  private isInTouch = () => true;
  /** By path, each with what tells one withdrawal from a later one of the same path. */
  private readonly blocked = new Map<string, { withdrawal: symbol; isGone: boolean }>();
  private opening = Promise.withResolvers<void>();

  /** Whether the tree has been compared with the approved stories since this process started. */
  get isTrusted(): boolean {
    return this.hasBeenCompared;
  }

  /** Whether stories may be shown at all. */
  get showsStories(): boolean {
    return this.hasBeenCompared && this.isInTouch();
  }

  /** Stories are shown only while this is true. */
  onlyWhile(isInTouch: () => boolean): void {
    this.isInTouch = isInTouch;
  }

  /** At the end of a run. What came to count for nothing meanwhile does so until the next. */
  trust(): void {
    if (this.comparedIn !== this.distrusts) return;
    this.hasBeenCompared = true;
    this.tellOpened();
  }

  /** Anything may have been withdrawn: no story is shown until a run that starts after this call has compared them. */
  distrust(): void {
    this.distrusts += 1;
    this.hasBeenCompared = false;
  }

  /**
   * Shows these files, or what lies in these folders, to nobody until a run that starts after this call has put them right.
   * @param gone they go
   * @param telling they stay, but tell of what goes
   */
  block(gone: string[], telling: string[] = []): void {
    for (const path of telling) {
      this.blocked.set(path, { withdrawal: Symbol(path), isGone: this.isGone(path) });
    }
    for (const path of gone) this.blocked.set(path, { withdrawal: Symbol(path), isGone: true });
  }

  /** Whether it is blocked for its own sake. */
  isGone(path: string): boolean {
    return this.blocked.get(path)?.isGone ?? false;
  }

  isBlocked(path: string): boolean {
    return this.blocked.has(path);
  }

  /** To be called before a run reads what is approved; what it returns unblocks what was blocked until then. */
  startRun(): Unblock {
    const before = [...this.blocked];
    this.comparedIn = this.distrusts;
    return (isRight) => {
      for (const [path, { withdrawal }] of before) {
        if (this.blocked.get(path)?.withdrawal === withdrawal && isRight(path)) this.blocked.delete(path);
      }
      this.tellOpened();
    };
  }

  /** Resolves when more may be shown than at this call, or after `ms`. */
  async opened(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
    await Promise.race([this.opening.promise, timeout]);
    clearTimeout(timer);
  }

  private tellOpened(): void {
    this.opening.resolve();
    this.opening = Promise.withResolvers();
  }
}
