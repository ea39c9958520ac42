import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Sandbox, WalledEnd } from '../sandbox/sandbox.js';
import type { WalledOutput, WalledRun } from '../sandbox/walls.js';
import { VideoProblem } from './video-problem.js';

/** People who upload and watch come first. */
const NICENESS = 15;
const GiB = 1024 ** 3;
/** A 4K phone video on its way to 1080 by 1920 needs under 1 GiB of it. */
const MEMORY_BYTES = 4 * GiB;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;

export interface ToolRun {
  sandbox: Sandbox;
  program: string;
  options: readonly string[];
  /** The file that it reads, by the name of INPUT. */
  input?: string;
  /** The file that it writes, by the name of OUTPUT. */
  output?: WalledOutput;
  threads: number;
  timeoutMs: number;
  signal?: AbortSignal;
  /** Read by the tool as its standard input. */
  stdin?: Readable;
  /** Returns the last of what it said beside its answer, where its filters report. */
  returnsReport?: boolean;
  /** Told each line of its answer, however long that is, in place of getting the whole. */
  onLine?: (line: string) => void;
}

/**
 * Runs a tool to its end behind walls and returns what it printed.
 * @throws VideoProblem when the file it reads is to blame; Error when this machine is, or `signal`
 */
export async function runTool(options: ToolRun): Promise<string> {
  const { sandbox, threads, timeoutMs, signal, stdin, returnsReport = false, onLine, ...run } = options;
  signal?.throwIfAborted();
  const tool = await sandbox.start({ ...run, niceness: NICENESS, limits: limitsFor(timeoutMs, threads) });
  let stopped: Error | undefined;
  const stop = (reason: Error) => {
    stopped ??= reason;
    tool.kill();
  };
  const abort = () => stop(new Error('The tool was stopped.'));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => stop(new VideoProblem('too_slow')), timeoutMs);
  let answer = '';
  if (stdin) {
    // What the tool leaves unread is no failure of its own; what could not be read is.
    pipeline(stdin, tool.stdin).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') stop(error);
    });
  } else tool.stdin.end();
  tool.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    if (onLine) answer = tellLines(answer, onLine);
    if (answer.length > ANSWER_MAX_BYTES) stop(new VideoProblem('damaged', 'endless answer'));
  });
  try {
    const end = await tool.ended;
    if (stopped) throw stopped;
    if (end.code !== 0) throw toError(end);
    return returnsReport ? end.errors : answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Returns what is no whole line yet. */
function tellLines(text: string, onLine: (line: string) => void): string {
  const lines = text.split('\n');
  const rest = lines.pop() ?? '';
  lines.forEach(onLine);
  return rest;
}

/** A tool that computes on all of its threads is stopped by the clock before. */
function limitsFor(timeoutMs: number, threads: number): WalledRun['limits'] {
  const cpuSeconds = Math.ceil(timeoutMs / 1000) * (threads + 1);
  return { cpuSeconds, addressSpaceBytes: MEMORY_BYTES, dataBytes: MEMORY_BYTES, memoryBytes: MEMORY_BYTES };
}

/** The tools tell the cause of a failure in words alone. */
function toError({ errors, killedBy, isTooHeavy }: WalledEnd): Error {
  if (isTooHeavy) return new VideoProblem('too_heavy', errors);
  if (/No space left on device|Disk quota exceeded|Input\/output error/.test(errors)) return new Error(errors);
  if (killedBy === 'SIGXCPU') return new VideoProblem('too_slow', errors);
  if (killedBy === 'SIGXFSZ' || /File too large/.test(errors)) return new VideoProblem('too_big', errors);
  if (/Cannot allocate memory|memory allocation|malloc .*failed/i.test(errors)) {
    return new VideoProblem('too_heavy', errors);
  }
  if (/picture size \S+ is invalid|exceeds? max_pixels|Video frame size .* is invalid/i.test(errors)) {
    return new VideoProblem('too_large', errors);
  }
  if (/Decoder \([^)]*\) not found|Decoding requested, but no decoder|Unknown decoder/i.test(errors)) {
    return new VideoProblem('unknown_format', errors);
  }
  // A tool that was killed from outside (by the system that ran out of memory, by a person) says nothing of the file.
  if (killedBy === 'SIGKILL' || killedBy === 'SIGTERM') return new Error(`The tool was ended by ${killedBy}.`);
  return new VideoProblem('damaged', errors);
}
