import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readFileSync, type Stats, statSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { syncFolder } from '../../../media/store/durable-files.js';

/** What a reader has to take in: lines added to what it knows, or a journal that was written anew. */
export interface NewLines {
  isAnew: boolean;
  lines: string[];
}

/** How a reader recognises that nothing has happened to a file. */
type Seen = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

const NEVER: Seen = { ino: 0, size: 0, mtimeMs: 0 };

/**
 * A text file that grows line by line: one process at a time writes, any number read along.
 * Its first line is a random name, because a file system soon gives the number of a replaced file to a new one.
 */
export class JournalFile {
  private seen = NEVER;
  private name = '';
  /** Bytes up to the end of the last whole line that was read or written. */
  private end = 0;

  constructor(private readonly file: string) {}

  /** What was written since the last call, by whomever; null when nothing was. One `stat` when nothing has happened. */
  readNew(): NewLines | null {
    const now = statSync(this.file, { throwIfNoEntry: false }) ?? NEVER;
    if (now.ino === this.seen.ino && now.size === this.seen.size && now.mtimeMs === this.seen.mtimeMs) return null;
    this.seen = now;
    return now === NEVER ? this.startOver('', 0, []) : this.read();
  }

  /** Adds lines; when it resolves, they survive a power cut. Only for a journal that ends where this process thinks. */
  async append(lines: string[]): Promise<void> {
    await using handle = await open(this.file, 'a');
    // To the last byte: on a full disk a single write may take only some of them.
    await handle.appendFile(toText(lines));
    await handle.sync();
    this.seen = await handle.stat();
    this.end = this.seen.size;
  }

  /** Whether it can be appended to: it is there, and does not end in a line that was cut off. */
  isSound(): boolean {
    return this.end > 0 && statSync(this.file, { throwIfNoEntry: false })?.size === this.end;
  }

  /** Its lines make no sense: the next record writes it anew. */
  distrust(): void {
    this.end = 0;
  }

  /** Writes the whole journal anew; when it resolves, a power cut does not bring the earlier one back. */
  async replace(lines: string[]): Promise<void> {
    await mkdir(path.dirname(this.file), { recursive: true });
    const name = randomUUID();
    await using handle = await open(`${this.file}.new`, 'w', 0o600);
    await handle.writeFile(toText([name, ...lines]));
    await handle.sync();
    await rename(`${this.file}.new`, this.file);
    await syncFolder(path.dirname(this.file));
    this.seen = await handle.stat();
    this.name = name;
    this.end = this.seen.size;
  }

  private read(): NewLines {
    const handle = openSync(this.file, 'r');
    try {
      const text = readFileSync(handle);
      const end = text.lastIndexOf('\n') + 1;
      const name = text.toString('utf8', 0, Math.max(0, text.indexOf('\n')));
      if (name !== this.name || end < this.end) return this.startOver(name, end, toLines(text, 0, end).slice(1));
      const added = toLines(text, this.end, end);
      this.end = end;
      return { isAnew: false, lines: added };
    } finally {
      closeSync(handle);
    }
  }

  private startOver(name: string, end: number, lines: string[]): NewLines {
    this.name = name;
    this.end = end;
    return { isAnew: true, lines };
  }
}

function toText(lines: string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

function toLines(text: Buffer, start: number, end: number): string[] {
  return text
    .toString('utf8', start, end)
    .split('\n')
    .filter((line) => line !== '');
}
