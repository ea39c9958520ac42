import { execFile } from 'node:child_process';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../lib/root.mjs';
import { sendSignal } from './product.ts';

type EmbeddedPostgresModule = typeof import('../../api/platform/database/embedded-postgres/start-embedded-postgres.ts');
type EmbeddedPostgres = Awaited<ReturnType<EmbeddedPostgresModule['startEmbeddedPostgres']>>;

/** A PostgreSQL that the product knows by its address alone, as an operator's; nobody but us starts it again. */
export class ExternalPostgres {
  readonly folder: string;
  private server: EmbeddedPostgres | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param stateDir of a product that is stopped, whose database it takes over */
  static async from(stateDir: string): Promise<ExternalPostgres> {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stories-external-')));
    await promisify(execFile)('cp', ['-a', path.join(stateDir, 'postgres'), folder]);
    return ExternalPostgres.at(folder);
  }

  /** In a folder that may be a small disk. */
  static async at(folder: string): Promise<ExternalPostgres> {
    const postgres = new ExternalPostgres(folder);
    await postgres.start();
    return postgres;
  }

  /** For DATABASE_URL. */
  get url(): string {
    const { user, password, database, host, port } = this.server!.connection;
    return `postgres://${user}:${encodeURIComponent(password)}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  async start(): Promise<void> {
    const built = path.join(ROOT, 'dist/api/platform/database/embedded-postgres/start-embedded-postgres.js');
    const { startEmbeddedPostgres } = (await import(pathToFileURL(built).href)) as EmbeddedPostgresModule;
    this.server = await startEmbeddedPostgres({ stateDir: this.folder, log: () => undefined });
  }

  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const pid = await this.pid();
    if (pid === null) return;
    sendSignal(pid, signal);
    while (sendSignal(pid, 0)) await wait(10);
  }

  async dispose(): Promise<void> {
    await this.end('SIGINT');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async pid(): Promise<number | null> {
    const file = path.join(this.folder, 'postgres', '18', 'postmaster.pid');
    return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]) || null;
  }
}
