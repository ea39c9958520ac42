import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { TASKS_MAX } from './limits.js';
import { useOfTree } from './use-of-tree.js';
import { type Enclosure, FILTER_FD, START_FD, type WalledRun, type Walls } from './walls.js';

const POLL_INTERVAL_MS = 250;
/** How long what a program left behind may keep its answer open. */
const CLOSE_GRACE_MS = 2_000;
/** What a shell or a wall says when it cannot start a program. */
const NOT_STARTED_CODES = [126, 127];
/** Added to the number of the signal that ended a program. */
const SIGNALLED = 128;
const KEPT_ERRORS_BYTES = 16 * 1024;

/** A program that could not be started behind its walls: this machine is to blame, never the file that it was to read. */
export class CannotStart extends Error {
  constructor(program: string, said: string) {
    super(`${program} could not be started behind its walls: ${said.trim() || 'it said nothing'}`);
    this.name = 'CannotStart';
  }
}

/** How a program ended. */
export interface WalledEnd {
  code: number | null;
  killedBy: NodeJS.Signals | null;
  /** It was ended because it filled more memory than it may, or started more processes or threads. */
  isTooHeavy: boolean;
  /** The last of what it said about errors. */
  errors: string;
}

/** A program at work behind walls. */
export interface WalledProcess {
  stdin: Writable;
  stdout: Readable;
  /** Ends it, with everything that it has started. */
  kill(): void;
  /** When nothing of it is left, and its output is in its place. Rejects with CannotStart. */
  ended: Promise<WalledEnd>;
  /** Whether it keeps this process from ending; it does from its start. */
  setAwaited(isAwaited: boolean): void;
}

/** Runs programs that decode bytes of strangers. */
export class Sandbox {
  private readonly broken = new Set<string>();

  constructor(readonly walls: Walls) {}

  /** Names of the programs that could not be started when they were last needed. */
  get failing(): string[] {
    return [...this.broken];
  }

  /** What the walls lack, in words that go on from "without"; empty when they are all there. */
  get missing(): readonly string[] {
    return this.walls.missing;
  }

  /** @throws Error when its files cannot be made */
  async start(run: WalledRun): Promise<WalledProcess> {
    const enclosure = await this.walls.enclose(run);
    let child: ChildProcess;
    try {
      child = spawnEnclosed(enclosure);
    } catch (error) {
      await enclosure.finish(false);
      throw new CannotStart(run.program, String(error));
    }
    const ended = watch(child, run, enclosure);
    const name = path.parse(run.program).name;
    void ended.then(
      () => this.broken.delete(name),
      () => this.broken.add(name),
    );
    return {
      stdin: child.stdin!,
      stdout: child.stdout!,
      kill: () => end(child),
      ended,
      setAwaited: (isAwaited) => setAwaited(child, isAwaited),
    };
  }
}

function spawnEnclosed({ command: [program, ...options], cwd, filter }: Enclosure): ChildProcess {
  const child = spawn(program, options, {
    cwd: cwd ?? undefined,
    env: { LC_ALL: 'C' },
    // A group of its own, to be ended as one.
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'pipe'],
  });
  // Told also of one that has no streams, as where no more files can be opened. Unheard it would end the server.
  child.on('error', () => undefined);
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  (child.stdio[FILTER_FD] as Writable).end(filter);
  return child;
}

async function watch(child: ChildProcess, run: WalledRun, enclosure: Enclosure): Promise<WalledEnd> {
  let errors = '';
  let isStarted = !enclosure.tellsStart;
  let isTooHeavy = false;
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_ERRORS_BYTES);
  });
  (child.stdio[START_FD] as Readable).once('data', () => {
    isStarted = true;
  });
  let looking = setTimeout(() => void look(), POLL_INTERVAL_MS).unref();
  // One after the other: on a busy server those that overlap would delay each other for ever.
  const look = async () => {
    const { memoryBytes, tasks } = await useOfTree(child.pid!, TASKS_MAX);
    if (hasEnded) return;
    // The system's own limit of tasks does not hold for root.
    isTooHeavy = memoryBytes >= run.limits.memoryBytes || tasks > TASKS_MAX;
    if (isTooHeavy) end(child);
    else looking = setTimeout(() => void look(), POLL_INTERVAL_MS).unref();
  };
  let hasEnded = false;
  let isWanted = false;
  try {
    const { code, signal } = await closed(child);
    const isRefused = code !== null && NOT_STARTED_CODES.includes(code);
    if (signal === null && (!isStarted || isRefused)) throw new CannotStart(run.program, errors);
    isWanted = code === 0;
    return { code, killedBy: killerOf(code, signal), isTooHeavy, errors };
  } finally {
    hasEnded = true;
    clearTimeout(looking);
    await enclosure.finish(isWanted);
  }

  /** @throws CannotStart when not even the walls could be started */
  async function closed(of: ChildProcess) {
    const close = once(of, 'close');
    try {
      await once(of, 'exit');
    } catch (error) {
      close.catch(() => undefined);
      throw new CannotStart(run.program, String(error));
    }
    // What it left behind, where its walls do not end that. That it was started may be still to be read.
    killGroup(of);
    // A busy server reads between two of these, however late they come.
    let isSilent = false;
    for (const stream of [of.stdout!, of.stderr!]) stream.on('data', () => (isSilent = false));
    const timer = setInterval(() => {
      if (isSilent) of.stdio.forEach((stream) => stream?.destroy());
      isSilent = true;
    }, CLOSE_GRACE_MS);
    await close;
    clearInterval(timer);
    return { code: of.exitCode, signal: of.signalCode };
  }
}

/** Ends a program with its group, also one whose walls do not stand yet: it goes no further than to tell of its start. */
function end(child: ChildProcess): void {
  child.stdio[START_FD]?.destroy();
  killGroup(child);
}

function killGroup(child: ChildProcess): void {
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // There is nothing of it left.
  }
}

/** Walls tell in their own code which signal ended what was behind them. */
function killerOf(code: number | null, signal: NodeJS.Signals | null): NodeJS.Signals | null {
  if (signal !== null) return signal;
  const number = (code ?? 0) - SIGNALLED;
  const [name] = Object.entries(os.constants.signals).find(([, value]) => value === number) ?? [];
  return (name as NodeJS.Signals | undefined) ?? null;
}

function setAwaited(child: ChildProcess, isAwaited: boolean): void {
  const streams = child.stdio as readonly Partial<Pick<Socket, 'ref' | 'unref'>>[];
  for (const handle of [child, ...streams]) {
    if (isAwaited) handle.ref?.();
    else handle.unref?.();
  }
}
