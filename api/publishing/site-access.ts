import { Injectable } from '@nestjs/common';

/**
 * Which files of the tree may be shown right now. Between the commit of a withdrawal and the end of the file work,
 * and before the first run after a start, the tree may hold what is no longer public.
 */
@Injectable()
export class SiteAccess {
  private hasBeenCompared = false;
  /** By path, each with what tells one withdrawal from a later one of the same path. */
  private readonly withheld = new Map<string, symbol>();

  /** Whether the tree has been compared with the approved stories since this process started. */
  get isTrusted(): boolean {
    return this.hasBeenCompared;
  }

  trust(): void {
    this.hasBeenCompared = true;
  }

  /** Shows these files to nobody until a run that starts after this call has put them right. */
  withhold(paths: string[]): void {
    for (const path of paths) this.withheld.set(path, Symbol(path));
  }

  isWithheld(path: string): boolean {
    return this.withheld.has(path);
  }

  /** To be called before a run reads what is approved; the answer releases what was withheld until then, but for `failed`. */
  startRun(): (failed: string[]) => void {
    const before = [...this.withheld];
    return (failed) => {
      for (const [path, withdrawal] of before) {
        if (this.withheld.get(path) === withdrawal && !failed.includes(path)) this.withheld.delete(path);
      }
    };
  }
}
