import { spawn } from 'node:child_process';
import { VideoProblem } from './video-problem.js';

/** The last words of a tool are enough to know what went wrong. */
const KEPT_ERRORS_BYTES = 16 * 1024;
const ANSWER_MAX_BYTES = 4 * 1024 * 1024;

export interface ToolRun {
  /** The program and its arguments, with whatever confines it in front. */
  command: readonly [string, ...string[]];
  timeoutMs: number;
  signal?: AbortSignal;
}

/**
 * Runs a tool to its end and answers what it printed. It gets neither our environment nor input.
 * @throws VideoProblem when the file it reads is to blame; Error when this machine is, or `signal`
 */
export async function runTool({ command: [program, ...options], timeoutMs, signal }: ToolRun): Promise<string> {
  signal?.throwIfAborted();
  const child = spawn(program, options, { stdio: ['ignore', 'pipe', 'pipe'], env: { LC_ALL: 'C' } });
  let stopped: Error | undefined;
  const stop = (reason: Error) => {
    stopped ??= reason;
    child.kill('SIGKILL');
  };
  const abort = () => stop(new Error('The tool was stopped.'));
  signal?.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => stop(new VideoProblem('too_slow')), timeoutMs);
  let answer = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
    if (answer.length > ANSWER_MAX_BYTES) stop(new VideoProblem('damaged', 'endless answer'));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-KEPT_ERRORS_BYTES);
  });
  try {
    const { code, killedBy } = await ended(child);
    if (stopped) throw stopped;
    if (code !== 0) throw toError(errors, killedBy);
    return answer;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

function ended(child: ReturnType<typeof spawn>): Promise<{ code: number | null; killedBy: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve({ code, killedBy }));
  });
}

/** The tools tell the cause of a failure in words alone. */
function toError(errors: string, killedBy: NodeJS.Signals | null): Error {
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
