import { chmod, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import type { OwnThing } from '../../contract/my-story.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { makeFolder, syncFolder } from '../../media/store/durable-files.js';

/** What a person took back, or said again. By ids alone. */
export type LedgerEvent =
  /** Everything about the person was deleted. */
  | { kind: 'left'; participantId: string }
  /** All of the story that there was until then. */
  | { kind: 'withdrawn'; participantId: string }
  | { kind: OwnThing; participantId: string; id: string }
  | { kind: 'hidden'; participantId: string }
  | { kind: 'shown'; participantId: string }
  /** The public may not see an earlier name any more. */
  | { kind: 'named'; participantId: string };

export type LedgerEntry = LedgerEvent & {
  /** ISO 8601. */
  at: string;
};

const FILE_NAME = 'withdrawals.jsonl';
const OWN_MODE = 0o600;
const NEWLINE = '\n'.charCodeAt(0);

/**
 * Every "no", beside the database: an older backup of it that is restored knows nothing of what came later. It is only ever
 * added to, and on the disk before a withdrawal is answered.
 */
@Injectable()
export class WithdrawalLedger {
  private readonly folder: string;
  private readonly file: string;
  private last: Promise<unknown> = Promise.resolve();

  constructor({ stateDir }: AppConfig) {
    this.folder = path.join(stateDir, 'ledger');
    this.file = path.join(this.folder, FILE_NAME);
  }

  /** Resolves once the entry would survive a power cut. */
  append(event: LedgerEvent, at = new Date()): Promise<void> {
    const entry: LedgerEntry = { at: at.toISOString(), ...event };
    const written = this.last.catch(() => undefined).then(() => this.write(JSON.stringify(entry)));
    this.last = written;
    return written;
  }

  /** In the order in which they came. A line that a power cut left unfinished was never answered. */
  async read(): Promise<LedgerEntry[]> {
    const text = await readFile(this.file, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    return text.split('\n').flatMap((line) => parse(line) ?? []);
  }

  private async write(line: string): Promise<void> {
    await makeFolder(this.folder);
    await using handle = await open(this.file, 'a+', OWN_MODE);
    const { size } = await handle.stat();
    const end = Buffer.alloc(1);
    const isTorn = size > 0 && (await handle.read(end, 0, 1, size - 1), end[0] !== NEWLINE);
    await handle.appendFile(`${isTorn ? '\n' : ''}${line}\n`);
    await handle.sync();
    if (size > 0) return;
    await chmod(this.folder, 0o700);
    await syncFolder(this.folder);
  }
}

function parse(line: string): LedgerEntry | null {
  try {
    return line === '' ? null : (JSON.parse(line) as LedgerEntry);
  } catch {
    return null;
  }
}
