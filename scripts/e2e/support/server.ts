import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../lib/free-port.mjs';
import { SERVING_ENV, SERVING_FLAGS } from '../../lib/serving-flags.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
/** Names the state folder with the database from which the servers of this run start. */
export const TEMPLATE_VARIABLE = 'JOURNEYS_TEMPLATE';
const READY_WITHIN_MS = 120_000;
const PORTS_TRIED = 3;

export const STAFF_PASSWORD = 'a password for the journeys';

/** A setting with which a server takes it to be so many days later. */
export function laterBy(days: number): Record<string, string> {
  const script = `
    const lateMs = ${days * 86_400_000};
    globalThis.Date = new Proxy(Date, {
      construct: (Real, args, Wanted) => Reflect.construct(Real, args.length > 0 ? args : [Real.now() + lateMs], Wanted),
      get: (Real, name) => (name === 'now' ? () => Real.now() + lateMs : Reflect.get(Real, name)),
    });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` };
}

/** The built product, running on a state folder and a port of its own. */
export class Server {
  private child: ChildProcess | undefined;
  private output = '';

  private constructor(
    readonly stateDir: string,
    readonly port: number,
    private readonly settings: Record<string, string>,
  ) {}

  /** @param settings variables of the environment besides those that every journey has */
  static async start(settings: Record<string, string> = {}): Promise<Server> {
    const stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-journey-'));
    const template = process.env[TEMPLATE_VARIABLE];
    // Of a thousand files; Node's own copying takes five times as long.
    if (template) await promisify(execFile)('cp', ['-a', `${template}/.`, stateDir]);
    await makeCopyingTools(path.join(stateDir, 'tools'));
    for (let tried = 1; ; tried++) {
      const server = new Server(stateDir, await freePort(), settings);
      try {
        await server.start();
        return server;
      } catch (error) {
        // What was free a moment ago somebody else has.
        if (tried === PORTS_TRIED || !/in use already|EADDRINUSE/.test(String(error))) throw error;
      }
    }
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  /**
   * Starts it (again) and waits until it is ready.
   * @param settings variables of the environment for this start alone
   */
  async start(settings: Record<string, string> = {}): Promise<void> {
    const env = { ...SERVING_ENV, ...this.env, ...settings };
    this.child = spawn(process.execPath, [...SERVING_FLAGS, 'dist/server/main.js'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (text: Buffer) => (this.output += text.toString()));
    this.child.stderr?.on('data', (text: Buffer) => (this.output += text.toString()));
    const deadline = Date.now() + READY_WITHIN_MS;
    while (!(await this.isReady())) {
      if (this.child.exitCode !== null || this.child.signalCode !== null || Date.now() > deadline) {
        await this.stop();
        throw new Error(`No start:\n${this.output}`);
      }
      await wait(100);
    }
  }

  /** Copies the public site to `folder` with the command for it, whether or not the server runs. */
  async exportSite(folder: string): Promise<void> {
    await promisify(execFile)(process.execPath, ['dist/server/export-site.js', '--out', folder], {
      cwd: root,
      env: this.env,
    });
  }

  /** Adds a producer with the command for it, where STAFF_ACCOUNTS is 1. */
  async addProducer(email: string, name: string): Promise<void> {
    await promisify(execFile)(process.execPath, ['dist/server/staff.js', 'add', email, name], {
      cwd: root,
      env: this.env,
    });
  }

  /** Ends it as Ctrl-C does, its database included. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Ends it without a chance to tidy up. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Stops it and removes what it kept. */
  async dispose(): Promise<void> {
    // After a kill the database goes on without its parent: a clean stop needs the parent back.
    if (this.child?.signalCode === 'SIGKILL') await this.start();
    await this.stop();
    await rm(this.stateDir, { recursive: true, force: true });
  }

  private get env(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      PORT: String(this.port),
      STATE_DIR: this.stateDir,
      STAFF_PASSWORD,
      LOG_LEVEL: 'warn',
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'compiled'),
      // Tools that copy and never convert: a journey sees the pictures that it sends, as the browser recorded them.
      FFMPEG_PATH: path.join(this.stateDir, 'tools'),
      // Nobody answers there: no journey asks the real hosts of videos.
      VIMEO_URL: 'http://127.0.0.1:9',
      YOUTUBE_URL: 'http://127.0.0.1:9',
      ...this.settings,
    };
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  private isReady(): Promise<boolean> {
    return fetch(`${this.url}/api/health`).then(
      (response) => response.ok,
      () => false,
    );
  }
}

/** The tools of this machine, except that a conversion is never done with its first step. No tools where it has none. */
async function makeCopyingTools(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('which', ['ffmpeg', 'ffprobe']).catch(() => ({ stdout: '' }));
  const [ffmpeg, ffprobe] = stdout.split('\n').filter(Boolean);
  if (ffmpeg === undefined || ffprobe === undefined) return;
  await mkdir(folder);
  const script = `#!/bin/sh\ncase "$*" in *'-c:v png'*) exec sleep 86400 ;; *) exec '${ffmpeg}' "$@" ;; esac\n`;
  await writeFile(path.join(folder, 'ffmpeg'), script, { mode: 0o755 });
  await symlink(ffprobe, path.join(folder, 'ffprobe'));
}
