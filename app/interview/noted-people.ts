/**
 * Of whom this browser notes something, as `keptUnder` of CurrentUser names them: under one key, between blanks. Who comes
 * next at this device changes nothing of the others. Where storage is blocked or full, nobody is noted.
 */
export class NotedPeople {
  constructor(private readonly key: string) {}

  has(id: string): boolean {
    return this.read().includes(id);
  }

  add(id: string): void {
    this.write([...this.read().filter((other) => other !== id), id]);
  }

  remove(ids: readonly string[]): void {
    this.write(this.read().filter((id) => !ids.includes(id)));
  }

  private read(): string[] {
    return attempt(() => localStorage.getItem(this.key))?.split(' ') ?? [];
  }

  private write(ids: string[]): void {
    attempt(() => (ids.length > 0 ? localStorage.setItem(this.key, ids.join(' ')) : localStorage.removeItem(this.key)));
  }
}

function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}
