import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../lib/root.mjs';
import { NotRun } from './row.ts';

const PROGRAM = 'haproxy';

/** HAProxy as a file of the guide has it. */
export class Haproxy {
  private readonly child: ChildProcess;

  private constructor(child: ChildProcess) {
    this.child = child;
  }

  /**
   * @param guide a file of `scripts/deploy`
   * @param servers in place of those of the file
   * @param listen in place of where the file has it listen
   */
  static async start(
    guide: string,
    servers: string[],
    [from, listen]: [string, string],
    file: string,
  ): Promise<Haproxy> {
    const lines = servers.map((server) => `    server ${server}\n`).join('');
    const text = await readFile(path.join(ROOT, 'scripts/deploy', guide), 'utf8');
    await writeFile(file, text.replace(/(?: {4}server .*\n)+/, lines).replace(from, listen));
    const child = spawn(PROGRAM, ['-db', '-q', '-f', file], { stdio: 'ignore' });
    const failed = once(child, 'error').then(() => {
      throw new NotRun('HAProxy is not installed.');
    });
    await Promise.race([once(child, 'spawn'), failed]);
    failed.catch(() => undefined);
    return new Haproxy(child);
  }

  /** It ends by itself where its port was taken. */
  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }
}
