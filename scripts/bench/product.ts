import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Client } from '../lib/client.ts';
import { freePort } from '../lib/free-port.mjs';
import { ROOT } from '../lib/root.mjs';
import { SERVING_ENV, SERVING_FLAGS } from '../lib/serving-flags.mjs';

type EmbeddedPostgresModule = typeof import('../../api/platform/database/embedded-postgres/start-embedded-postgres.ts');
type EmbeddedPostgres = Awaited<ReturnType<EmbeddedPostgresModule['startEmbeddedPostgres']>>;

export const STAFF_PASSWORD = 'a password for the benchmarks';

/** The built product on a database and a state folder of its own. */
export class Product {
  private static readonly all = new Set<Product>();

  readonly stateDir: string;
  readonly port: number;
  private readonly postgres: EmbeddedPostgres;
  private server: ChildProcess | undefined;

  private constructor(stateDir: string, port: number, postgres: EmbeddedPostgres) {
    this.stateDir = stateDir;
    this.port = port;
    this.postgres = postgres;
    Product.all.add(this);
  }

  /** For whoever stops the benchmarks in the middle. */
  static async disposeAll(): Promise<void> {
    for (const product of Product.all) await product.dispose();
  }

  /** With a migrated, empty database; the server has run once and is stopped. */
  static async prepare(): Promise<Product> {
    const stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-bench-'));
    // Without video tools: what is measured is never a conversion.
    await mkdir(path.join(stateDir, 'no-tools'));
    const built = path.join(ROOT, 'dist/api/platform/database/embedded-postgres/start-embedded-postgres.js');
    const { startEmbeddedPostgres } = (await import(pathToFileURL(built).href)) as EmbeddedPostgresModule;
    const postgres = await startEmbeddedPostgres({ stateDir, log: () => {} });
    const product = new Product(stateDir, await freePort(), postgres);
    await product.start();
    await product.stop();
    return product;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number {
    if (!this.server?.pid) throw new Error('The server does not run.');
    return this.server.pid;
  }

  /**
   * Starts the server and waits until its public tree is up to date.
   * @param prefix a command that runs it, such as `taskset -c 0`
   * @returns the seconds that publishing took
   */
  async start({
    prefix = [],
    settings = {},
  }: { prefix?: string[]; settings?: Record<string, string> } = {}): Promise<number> {
    const words = [...prefix, process.execPath, ...SERVING_FLAGS, 'dist/server/main.js'];
    const server = this.spawnServer(this.port, words, settings);
    this.server = server;
    let publishingSince = 0;
    server.stdout.on('data', (text: Buffer) => {
      if (text.includes('Publishing the stories')) publishingSince = performance.now();
    });
    await untilReady(server, this.url);
    return (performance.now() - publishingSince) / 1000;
  }

  /** Starts a further process that serves the same state. */
  async startBeside(): Promise<{ url: string; stop(): Promise<void> }> {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = this.spawnServer(port, [process.execPath, ...SERVING_FLAGS, 'dist/server/main.js'], {
      ROLES: 'web',
    });
    await untilReady(server, url);
    return { url, stop: () => end(server) };
  }

  async stop(): Promise<void> {
    if (this.server) await end(this.server);
  }

  async dispose(): Promise<void> {
    Product.all.delete(this);
    await this.stop();
    await this.postgres.stop();
    await rm(this.stateDir, { recursive: true, force: true });
  }

  /** A connection to its database, for filling it. */
  async query<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(this.postgres.connection);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  async signInStaff(): Promise<Client> {
    const staff = new Client(this.url);
    await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD });
    return staff;
  }

  private spawnServer(port: number, [command = '', ...words]: string[], settings: Record<string, string>) {
    const env = {
      ...SERVING_ENV,
      ...process.env,
      PORT: String(port),
      STATE_DIR: this.stateDir,
      STAFF_PASSWORD,
      LOG_LEVEL: 'error',
      FFMPEG_PATH: path.join(this.stateDir, 'no-tools'),
      ...settings,
    };
    return spawn(command, words, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  }
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  while (!(await isReady(url))) {
    if (server.exitCode !== null) throw new Error('The server does not start.');
    await wait(20);
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  await ended;
}

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/api/health`).then(
    (response) => response.ok,
    () => false,
  );
}
