import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

const WAITS_MS = [200, 1_000, 2_000, 4_000, 8_000, 16_000];
const STEADY_MS = 60_000;
/** A terminal that is closed says SIGHUP. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a Node program that says `serving` over its channel, and starts it again when it ends without having been asked
 * to. What already fails at its first start is told by its own words, and not tried again; nor are `wrong settings`.
 * The channel is also how the program learns that nobody minds it any more.
 * @param {string[]} args of Node
 * @param {NodeJS.ProcessEnv} env
 * @param {number[]} [waitsMs] before each new start in a row; after the last of them no further one is tried
 * @param {number} [steadyMs] after so long a time of serving an end is the first of a new row
 * @returns {Promise<number>} the exit code of an orderly stop, or of the failure
 */
export async function supervise(args, env, waitsMs = WAITS_MS, steadyMs = STEADY_MS) {
  const asked = new AbortController();
  let child = null;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      asked.abort();
      // In a console of Windows everybody hears Ctrl-C, and to pass it on would be to kill.
      if (process.platform !== 'win32') child?.kill(signal);
    });
  }
  // Whoever started this process and gave it a channel is gone.
  process.once('disconnect', () => {
    asked.abort();
    child?.kill('SIGTERM');
  });
  let hasServed = false;
  for (let failures = 0; ;) {
    child = spawn(process.execPath, args, { env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
    const news = new Map();
    child.on('message', (said) => news.set(said, performance.now()));
    const [code, signal] = await once(child, 'exit');
    child = null;
    hasServed ||= news.has('serving');
    if (asked.signal.aborted) return code ?? 0;
    const mayHelp = signal !== null || hasServed;
    if (code === 0 || news.has('wrong settings') || !mayHelp) return code ?? 1;
    if (performance.now() - (news.get('serving') ?? Infinity) > steadyMs) failures = 0;
    const waitMs = waitsMs[failures++];
    if (waitMs === undefined) {
      console.error(
        `The server has ended ${failures} times in a row, each time for the reason that it gave above. Giving up.`,
      );
      return 1;
    }
    const end = signal === null ? `with code ${code}` : `by ${signal}`;
    console.error(`The server has ended ${end}. Starting it again in ${waitMs / 1000} s.`);
    await pause(waitMs, undefined, { signal: asked.signal }).catch(() => undefined);
    if (asked.signal.aborted) return 0;
  }
}
