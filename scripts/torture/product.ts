import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from '../lib/free-port.mjs';
import { ROOT } from '../lib/root.mjs';
import { SERVING_ENV, SERVING_FLAGS } from '../lib/serving-flags.mjs';
import { Person } from './person.ts';

type ClusterPathsModule = typeof import('../../api/platform/database/embedded-postgres/cluster-paths.ts');

export const STAFF_PASSWORD = 'a password for what may not break';
const READY_WITHIN_MS = 180_000;
/** Of PostgreSQL that has been told to stop: it writes what it still holds. */
const STOPPED_WITHIN_MS = 30_000;
const GONE_WITHIN_MS = 60_000;
const STARTS_TRIED = 10;
const TAKEN_MS = 500;
const POLL_MS = 25;

export interface Start {
  settings?: Record<string, string>;
  /** A command that runs it, such as `strace`. */
  prefix?: string[];
  /** Of Node. */
  nodeOptions?: string[];
  /** Whether to wait until it is ready, as is the rule. */
  isAwaited?: boolean;
}

/** How a command ended; its code is null where a signal has ended it. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  output: string;
}

/** The built product as processes of its own, on a state folder and a database of its own. */
export class Product {
  private static readonly all = new Set<Product>();
  private static template: Promise<Product> | undefined;
  /** No more are made. */
  private static isOver = false;

  /** Everything that it said since it was made. */
  output = '';
  /** Where `postgres/` is, unless it is in the state folder. */
  databaseFolder: string;
  private child: ChildProcess | undefined;
  private other: Promise<Product> | undefined;
  /** All further servers of its state. */
  private readonly others: Product[] = [];
  /** Nothing starts on its state any more, which goes. */
  private isDisposed = false;
  private removal: Promise<void> | undefined;
  private isPrefixed = false;
  /** Of each process, as far as it was seen. */
  private readonly cpu = new Map<number, number>();

  readonly stateDir: string;
  readonly port: number;
  private readonly settings: Record<string, string>;

  private constructor(stateDir: string, port: number, settings: Record<string, string>) {
    this.stateDir = stateDir;
    this.databaseFolder = stateDir;
    this.port = port;
    this.settings = settings;
    Product.all.add(this);
  }

  /** One that has run once, with a migrated database and the public pages, and is stopped. */
  static async create(settings: Record<string, string> = {}): Promise<Product> {
    // One that did not come about is none: whoever asks next makes another.
    Product.template ??= Product.makeTemplate().catch((error: unknown) => {
      Product.template = undefined;
      throw error;
    });
    const template = await Product.template;
    const product = await Product.empty(settings);
    await promisify(execFile)('cp', ['-a', `${template.stateDir}/.`, product.stateDir]);
    return product;
  }

  /** One that has never run. */
  static async empty(settings: Record<string, string> = {}): Promise<Product> {
    if (Product.isOver) throw new Error('The run is over');
    // `npm test` has a folder in memory for databases.
    const parent = process.env.TEST_DATABASES ?? os.tmpdir();
    const stateDir = await realpath(await mkdtemp(path.join(parent, 'stories-torture-')));
    return new Product(stateDir, await freePort(), settings);
  }

  /** One in a folder that is there already, such as a small disk. */
  static async at(folder: string, settings: Record<string, string> = {}): Promise<Product> {
    return new Product(await realpath(folder), await freePort(), settings);
  }

  /** A further server on the same state and database, which this one disposes of. */
  beside(port: number, settings: Record<string, string> = {}): Product {
    const product = new Product(this.stateDir, port, { ...this.settings, ...settings });
    Product.all.delete(product);
    product.isDisposed = this.isDisposed;
    this.others.push(product);
    return product;
  }

  /** A further server, started once and stopped with this one's disposal. */
  second(): Promise<Product> {
    // As with the template.
    this.other ??= this.startOther().catch((error: unknown) => {
      this.other = undefined;
      throw error;
    });
    return this.other;
  }

  private async startOther(): Promise<Product> {
    const other = this.beside(await freePort());
    try {
      await other.start();
    } catch (error) {
      await other.kill();
      throw error;
    }
    return other;
  }

  /** For good. */
  static async disposeAll(): Promise<void> {
    Product.isOver = true;
    while (Product.all.size > 0) await Promise.all([...Product.all].map((product) => product.dispose()));
  }

  private static async makeTemplate(): Promise<Product> {
    const product = await Product.empty();
    // Without video tools, unless a row says otherwise: conversions would be all that the machine does.
    await mkdir(path.join(product.stateDir, 'no-tools'));
    await product.start();
    await product.stop();
    return product;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  /** Where another program runs it, that one keeps signals from it. */
  private get serverPid(): number {
    return this.isPrefixed ? (childrenOf(this.pid)[0] ?? this.pid) : this.pid;
  }

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Whether a kill has ended it; it may end by itself, as where its port was taken. */
  get isKilled(): boolean {
    return this.child?.signalCode === 'SIGKILL';
  }

  get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: String(this.port),
      STATE_DIR: this.stateDir,
      STAFF_PASSWORD,
      LOG_LEVEL: 'error',
      // As `npm start`.
      NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules', '.cache', 'compiled'),
      FFMPEG_PATH: path.join(this.stateDir, 'no-tools'),
      VIMEO_URL: 'http://127.0.0.1:9',
      YOUTUBE_URL: 'http://127.0.0.1:9',
      ...this.settings,
    };
  }

  async start(how: Start = {}): Promise<void> {
    for (let tried = 1; ; tried++) {
      const before = this.output.length;
      this.spawn(how);
      if (how.isAwaited === false) return;
      try {
        return await this.ready();
      } catch (error) {
        // Somebody on this machine was given the port for a moment, while it did not run.
        const isTaken = /in use already|EADDRINUSE/.test(this.output.slice(before));
        if (!isTaken || tried === STARTS_TRIED) throw error;
        await wait(TAKEN_MS);
      }
    }
  }

  private spawn({ settings = {}, prefix = [], nodeOptions = [] }: Start): void {
    this.requireState();
    const [command, ...words] = [...prefix, process.execPath, ...SERVING_FLAGS, ...nodeOptions, 'dist/server/main.js'];
    const child = spawn(command, words, {
      cwd: ROOT,
      env: { ...SERVING_ENV, ...this.env, ...settings },
      // The channel tells it when nobody minds it any more.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A group of its own, so that a kill is of everything that it has started.
      detached: true,
    });
    this.child = child;
    this.isPrefixed = prefix.length > 0;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (this.output += String(text)));
  }

  async ready(withinMs = READY_WITHIN_MS): Promise<void> {
    const deadline = Date.now() + withinMs;
    while (!(await this.isHealthy())) {
      if (!this.isRunning || Date.now() > deadline) throw new Error(`It is not ready:\n${this.output.slice(-4_000)}`);
      await wait(POLL_MS);
    }
  }

  async isHealthy(): Promise<boolean> {
    return (await new Person(this.url).call('GET', '/api/health', { timeoutMs: 5_000 })).status === 200;
  }

  /** As Ctrl-C. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const startedAt = performance.now();
    await this.end(() => sendSignal(this.serverPid, 'SIGTERM'));
    return { code: this.child?.exitCode ?? null, ms: performance.now() - startedAt };
  }

  /** The server with all that it has started, but not its database. */
  kill(): Promise<void> {
    return this.end(() => killGroup(this.pid));
  }

  /**
   * As a power cut, as far as processes go: the server, what it has started, and every process of the database. At its
   * `isFirst` start there may be none yet.
   */
  async killEverything({ isFirst = false } = {}): Promise<void> {
    if (!isFirst) await this.postmaster();
    const database = await this.databasePids();
    await this.end(() => {
      killGroup(this.pid);
      for (const pid of database) sendSignal(pid, 'SIGKILL');
    });
    await untilGone(database);
  }

  ended(): Promise<void> {
    return this.end(() => undefined);
  }

  private async end(how: () => unknown): Promise<void> {
    if (!this.isRunning) return;
    // It may end by itself while its times are noted.
    const exit = once(this.child!, 'exit');
    await this.noteCpu();
    how();
    await exit;
  }

  async dispose(): Promise<void> {
    for (const product of [...this.others, this]) product.isDisposed = true;
    if (!Product.all.has(this)) return;
    // What is left of it is told: it is no failure of what was tried. A second time it is waited for, too, as the process
    // ends after it.
    this.removal ??= this.remove()
      .catch((error: unknown) => console.log(`Not removed: ${String(error)}`))
      .finally(() => Product.all.delete(this));
    await this.removal;
  }

  private async remove(): Promise<void> {
    for (const product of [...this.others, this]) await product.kill();
    await this.noteCpu();
    const database = await this.databasePids();
    if (database[0] !== undefined) sendSignal(database[0], 'SIGINT');
    await untilGone(database, STOPPED_WITHIN_MS).catch(() => {
      for (const pid of database) sendSignal(pid, 'SIGKILL');
      // They write into what is removed.
      return untilGone(database);
    });
    const { socketDir } = await this.clusterPaths();
    for (const folder of [this.stateDir, socketDir]) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** What its server and its database have taken of the processors, ended ones included. */
  async cpuSeconds(): Promise<number> {
    await this.noteCpu();
    const other = await this.other?.catch(() => undefined);
    const seconds = [...this.cpu.values(), (await other?.cpuSeconds()) ?? 0];
    return seconds.reduce((sum, each) => sum + each);
  }

  /** A process that has ended tells nothing any more. */
  private async noteCpu(): Promise<void> {
    for (const pid of [this.pid, this.serverPid, ...(await this.databasePids())]) {
      const seconds = cpuSecondsOf(pid);
      if (seconds !== null) this.cpu.set(pid, seconds);
    }
  }

  /** @throws where none runs: what is done to it would be done to nothing */
  async postmaster(): Promise<number> {
    const [postmaster] = await this.databasePids();
    if (postmaster === undefined) throw new Error(`No PostgreSQL runs in ${this.databaseFolder}`);
    return postmaster;
  }

  /** What PostgreSQL has said of itself: its log, and the one before. */
  async databaseLogs(): Promise<Map<string, string>> {
    const { log } = await this.clusterPaths();
    const logs = new Map([['log', await readFile(log, 'latin1')]]);
    const earlier = await readFile(`${log}.1`, 'latin1').catch(() => null);
    return earlier === null ? logs : logs.set('log.1', earlier);
  }

  /** The postmaster first, then its children. */
  async databasePids(): Promise<number[]> {
    const file = path.join((await this.clusterPaths()).data, 'postmaster.pid');
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (!pid || !sendSignal(pid, 0)) return [];
    return [pid, ...childrenOf(pid)];
  }

  /** A connection to its database, past the server. */
  async database(): Promise<pg.Client> {
    const { socketDir, password } = await this.clusterPaths();
    const client = new pg.Client({
      host: socketDir,
      user: 'stories',
      database: 'stories',
      password: (await readFile(password, 'utf8')).trim(),
    });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  async query<T extends object>(statement: string, values: unknown[] = []): Promise<T[]> {
    const client = await this.database();
    try {
      return (await client.query<T>(statement, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Of its connections to the database. @throws where it has none */
  async endBackends(): Promise<void> {
    const ended = await this.query<{ isEnded: boolean }>(
      `SELECT pg_terminate_backend(pid) AS "isEnded" FROM pg_stat_activity
       WHERE pid <> pg_backend_pid() AND backend_type = 'client backend' AND usename = current_user`,
    );
    if (!ended.some(({ isEnded }) => isEnded)) throw new Error('No backend was there to be ended');
  }

  /** One of the product's commands, on this state. */
  run(command: string, words: string[] = [], nodeOptions: string[] = []): Promise<Ended> {
    return this.begin(command, words, nodeOptions).ended;
  }

  /** As `run`, of what is to be ended before it is done. */
  begin(
    command: string,
    words: string[],
    nodeOptions: string[] = [],
  ): { kill: (signal: NodeJS.Signals) => void; ended: Promise<Ended> } {
    this.requireState();
    const options = { cwd: ROOT, env: this.env, maxBuffer: 2 ** 26 };
    const all = [...nodeOptions, `dist/server/${command}.js`, ...words];
    const running = promisify(execFile)(process.execPath, all, options);
    const ended = running.then(
      ({ stdout, stderr }) => ({ code: 0, signal: null, output: stdout + stderr }),
      ({ code, signal, stdout, stderr }: Omit<Ended, 'output'> & { stdout: string; stderr: string }) => ({
        code,
        signal,
        output: stdout + stderr,
      }),
    );
    return { kill: (signal) => void running.child.kill(signal), ended };
  }

  /** As `run`, of what has to work. Exit code 3: all is done, and something is missing, such as uploads on their way. */
  async runWell(command: string, words: string[]): Promise<void> {
    const { code, output } = await this.run(command, words);
    if (code !== 0 && code !== 3) throw new Error(`${command}: ${code}\n${output.slice(-2_000)}`);
  }

  async staff(): Promise<Person> {
    const staff = new Person(this.url);
    await staff.do('POST', '/api/admin/session', { json: { password: STAFF_PASSWORD, name: 'Torture' } });
    return staff;
  }

  inState(...names: string[]): string {
    return path.join(this.stateDir, ...names);
  }

  private requireState(): void {
    if (this.isDisposed) throw new Error(`${this.stateDir} is disposed of`);
  }

  private async clusterPaths() {
    const built = path.join(ROOT, 'dist/api/platform/database/embedded-postgres/cluster-paths.js');
    const { clusterPaths } = (await import(pathToFileURL(built).href)) as ClusterPathsModule;
    return clusterPaths(this.databaseFolder);
  }
}

function killGroup(pid: number): void {
  if (pid > 0) sendSignal(-pid, 'SIGKILL');
}

/** @returns false when there is no such process */
export function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** @throws where one of them is still there after that time */
export async function untilGone(pids: number[], withinMs = GONE_WITHIN_MS): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (pids.some((pid) => sendSignal(pid, 0))) {
    if (Date.now() > deadline) throw new Error(`Of the processes ${pids.join(', ')} not all have ended`);
    await wait(5);
  }
}

/** User and system, its own and that of children that have ended; null where there is no such process, or no `/proc`. */
function cpuSecondsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    // utime, stime, cutime, cstime, in hundredths of a second.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
  } catch {
    return null;
  }
}

export function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent;
      } catch {
        return false;
      }
    });
}
