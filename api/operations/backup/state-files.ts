import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ignoreMissing, makeFolder, syncFolder } from '../../media/store/durable-files.js';

/** Folders of STATE_DIR, besides media, that nothing can make again. What is in them is only ever added to. */
const KEPT = ['ledger'];
const UPLOADS = 'uploads';
const UPLOAD_ENDING = '.upload';

/** What a backup holds of STATE_DIR itself, and what a restore gives back to it. */
export class StateFiles {
  constructor(private readonly stateDir: string) {}

  /**
   * Relative paths, with slashes.
   * @throws Error when a folder is there and cannot be looked at
   */
  async list(): Promise<string[]> {
    const found: string[] = [];
    for (const folder of KEPT) {
      const options = { recursive: true, withFileTypes: true } as const;
      const entries = await readdir(path.join(this.stateDir, folder), options).catch(ignoreMissing);
      const files = (entries ?? []).filter((entry) => entry.isFile());
      found.push(...files.map(({ parentPath, name }) => path.relative(this.stateDir, path.join(parentPath, name))));
    }
    return found.map((file) => file.replaceAll(path.sep, '/')).toSorted();
  }

  open(file: string): Readable {
    return createReadStream(path.join(this.stateDir, file));
  }

  async uploadBytes(id: string): Promise<number | null> {
    const found = await stat(path.join(this.stateDir, UPLOADS, id + UPLOAD_ENDING)).catch(() => null);
    return found?.size ?? null;
  }

  /**
   * Unites a file of a backup with the one that is here: whatever either knows, the result knows. Its lines are
   * entries that tell when they were made.
   */
  async unite(file: string, content: Buffer): Promise<void> {
    const target = this.pathOf(file);
    const present = await readFile(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    const united = present === null ? content : unitedLines(present, content);
    if (present?.equals(united)) return;
    await makeFolder(path.dirname(target));
    const draft = `${target}.uniting`;
    {
      await using handle = await open(draft, 'w', 0o600);
      await handle.writeFile(united);
      await handle.sync();
    }
    await rename(draft, target);
    await syncFolder(path.dirname(target));
  }

  /** Throws for what does not lie in one of the folders that are kept. */
  private pathOf(file: string): string {
    const parts = file.split('/');
    const isSafe = parts.every((part) => part !== '' && part !== '..' && part !== '.' && !part.includes('\\'));
    if (!KEPT.includes(parts[0]!) || !isSafe) throw new Error(`A backup holds a file of another kind: ${file}`);
    return path.join(this.stateDir, ...parts);
  }
}

/** By the time that each line says, so that of two words of one person the later stays the last. */
function unitedLines(present: Buffer, other: Buffer): Buffer {
  if (present.subarray(0, other.length).equals(other)) return present;
  if (other.subarray(0, present.length).equals(present)) return other;
  const lines = [...new Set([...linesOf(present), ...linesOf(other)])];
  const timed = lines.map((line) => ({ line, at: timeOf(line) }));
  return Buffer.from(
    timed
      .toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))
      .map(({ line }) => `${line}\n`)
      .join(''),
  );
}

function linesOf(text: Buffer): string[] {
  return text.toString('utf8').split('\n').filter(Boolean);
}

/** Of a line that a power cut left unfinished nothing is known, nor of one that says no time. */
function timeOf(line: string): string {
  try {
    const { at } = JSON.parse(line) as { at?: unknown };
    return typeof at === 'string' ? at : '';
  } catch {
    return '';
  }
}
