import { forget, keep, readKept } from './local-storage.js';

/**
 * Of whom this browser notes something, as `keptUnder` of CurrentUser names them: under one key, between blanks, each perhaps
 * with a word of what is noted. Who comes next at this device changes nothing of the others. Where storage is blocked or
 * full, nobody is noted.
 */
export class NotedPeople {
  constructor(private readonly key: string) {}

  has(id: string): boolean {
    return this.find(id) !== null;
  }

  /** What is noted of them: nothing but that they are, when it is empty. Null when they are not. */
  find(id: string): string | null {
    return this.read().find((noted) => noted.id === id)?.word ?? null;
  }

  /**
   * @param word without a blank
   * @returns whether the browser keeps it
   */
  add(id: string, word = ''): boolean {
    return this.write([...this.read().filter((other) => other.id !== id), { id, word }]);
  }

  remove(ids: readonly string[]): void {
    this.write(this.read().filter(({ id }) => !ids.includes(id)));
  }

  private read(): Noted[] {
    return readKept(this.key)?.split(' ').map(toNoted) ?? [];
  }

  private write(people: Noted[]): boolean {
    const all = people.map(({ id, word }) => (word ? `${id}=${word}` : id)).join(' ');
    return all ? keep(this.key, all) : forget(this.key);
  }
}

interface Noted {
  id: string;
  word: string;
}

function toNoted(entry: string): Noted {
  const [id = '', word = ''] = entry.split('=', 2);
  return { id, word };
}
