import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { ROOT } from '../lib/root.mjs';
import { childrenOf, sendSignal, untilGone } from './product.ts';

type EmbeddedPostgresModule = typeof import('../../api/platform/database/embedded-postgres/start-embedded-postgres.ts');
type EmbeddedPostgres = Awaited<ReturnType<EmbeddedPostgresModule['startEmbeddedPostgres']>>;

/** A PostgreSQL that the product knows by its address alone, as an operator's; nobody but us starts it again. */
export class ExternalPostgres {
  readonly folder: string;
  private server: EmbeddedPostgres | undefined;
  private watched: Promise<pg.Client> | undefined;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** @param stateDir of a product that is stopped, whose database it takes over */
  static async from(stateDir: string): Promise<ExternalPostgres> {
    const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stories-external-')));
    await promisify(execFile)('cp', ['-a', path.join(stateDir, 'postgres'), folder]);
    return ExternalPostgres.at(folder);
  }

  /** As `from`, with another one that follows it by streaming; nothing is committed before both have it. */
  static async pairFrom(stateDir: string): Promise<{ primary: ExternalPostgres; replica: ExternalPostgres }> {
    const replicaFolder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'stories-replica-')));
    await promisify(execFile)('cp', ['-a', path.join(stateDir, 'postgres'), replicaFolder]);
    const primary = await ExternalPostgres.from(stateDir);
    const replica = new ExternalPostgres(replicaFolder);
    const data = path.join(replicaFolder, 'postgres', '18');
    const followed = Object.entries(await primary.superuser()).map(([name, value]) => `${name}=${value}`);
    await appendFile(path.join(data, 'postgresql.auto.conf'), `primary_conninfo = '${followed.join(' ')}'\n`);
    await writeFile(path.join(data, 'standby.signal'), '');
    await replica.start();
    await primary.ask(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await primary.ask('SELECT pg_reload_conf()');
    return { primary, replica };
  }

  /** Of its socket. */
  get socket(): string {
    const { host, port } = this.server!.connection;
    return path.join(host, `.s.PGSQL.${port}`);
  }

  /** Whether it takes what is written. Asked often: over one connection, while that holds. */
  async isPrimary(): Promise<boolean> {
    this.watched ??= this.connect();
    const watched = this.watched;
    try {
      const { rows } = await (await watched).query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows');
      return rows[0]?.follows === false;
    } catch {
      void watched.then((client) => client.end()).catch(() => undefined);
      if (this.watched === watched) this.watched = undefined;
      return false;
    }
  }

  /** From now on it is the one that is written to, and waits for no other. */
  async promote(): Promise<void> {
    await this.ask('SELECT pg_promote(true, 30)');
  }

  /** In a folder that may be a small disk. */
  static async at(folder: string): Promise<ExternalPostgres> {
    const postgres = new ExternalPostgres(folder);
    await postgres.start();
    return postgres;
  }

  /** For DATABASE_URL. */
  get url(): string {
    const { host, port } = this.server!.connection;
    return `${this.urlAt('localhost')}?host=${encodeURIComponent(host)}&port=${port}`;
  }

  /** As `url`, by a way that somebody else has made: a host, with its port. */
  urlAt(host: string): string {
    const { user, password, database } = this.server!.connection;
    return `postgres://${user}:${encodeURIComponent(password)}@${host}/${database}`;
  }

  async start(): Promise<void> {
    const built = path.join(ROOT, 'dist/api/platform/database/embedded-postgres/start-embedded-postgres.js');
    const { startEmbeddedPostgres } = (await import(pathToFileURL(built).href)) as EmbeddedPostgresModule;
    this.server = await startEmbeddedPostgres({ stateDir: this.folder, log: () => undefined });
  }

  /** @throws where it does not run */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (!(await this.endIfRunning(signal))) throw new Error(`No PostgreSQL runs in ${this.folder}`);
  }

  private async endIfRunning(signal: 'SIGINT' | 'SIGKILL'): Promise<boolean> {
    const pid = await this.pid();
    if (pid === null) return false;
    // Where it is killed they outlive it for a moment, and answer what they have been sent.
    const children = childrenOf(pid);
    if (!sendSignal(pid, signal)) return false;
    await untilGone([pid, ...children]);
    return true;
  }

  async dispose(): Promise<void> {
    await this.watched?.then((client) => client.end()).catch(() => undefined);
    await this.endIfRunning('SIGINT');
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private async superuser() {
    const { host, port } = this.server!.connection;
    const password = (await readFile(path.join(this.folder, 'postgres', 'password'), 'utf8')).trim();
    return { host, port, user: 'postgres', password };
  }

  private async ask<Row extends object>(sql: string): Promise<Row[]> {
    const client = await this.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  private async connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...(await this.superuser()), database: 'postgres', connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  private async pid(): Promise<number | null> {
    const file = path.join(this.folder, 'postgres', '18', 'postmaster.pid');
    return Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]) || null;
  }
}
