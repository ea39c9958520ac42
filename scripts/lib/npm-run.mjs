import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ROOT } from './root.mjs';

const GROUP_ENDS_WITHIN_MS = 15_000;
const isWindows = process.platform === 'win32';

/** Scripts that run in process groups of their own. */
const groups = new Set();
/** Never settled. */
const forever = new Promise(() => {});
let isEnding = false;

/**
 * Runs a script of package.json and keeps what it says, so that scripts that run side by side do not mix.
 * @param {string} script
 * @param {string[]} [options] passed on to it
 * @param {{ ownGroup?: boolean, inMemory?: boolean }} [how] `ownGroup`: `endGroups` ends it with all that it has started;
 *   `inMemory`: what is temporary stands beside the databases of the specs, where it may
 * @returns {Promise<{ code: number, output: string, seconds: number }>}
 */
export async function npmRun(script, options = [], { ownGroup = false, inMemory = false } = {}) {
  const startedAt = performance.now();
  const child = spawnNpm(['run', '--silent', script, '--', ...options], ownGroup && !isWindows, inMemory);
  if (ownGroup) groups.add(child);
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  groups.delete(child);
  // What was to come after it does not.
  if (isEnding) await forever;
  const seconds = (performance.now() - startedAt) / 1000;
  return { code: code ?? 1, output: Buffer.concat(chunks).toString(), seconds };
}

/** Ends every group as Ctrl-C does, and after a while without asking. Answers when nothing of them is left. */
export async function endGroups() {
  isEnding = true;
  const running = [...groups];
  for (const child of running) send(child, 'SIGINT');
  const ended = Promise.all(running.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'close')));
  await Promise.race([ended, pause(GROUP_ENDS_WITHIN_MS, undefined, { ref: false })]);
  for (const child of running) send(child, 'SIGKILL');
}

function send(child, signal) {
  try {
    if (isWindows) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/** The npm that runs us, or else the one on PATH. */
function spawnNpm(options, detached, inMemory) {
  const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
  if (inMemory) env.TMPDIR = process.env.TEST_FILES;
  const how = { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env, detached };
  const npm = process.env.npm_execpath;
  return npm ? spawn(process.execPath, [npm, ...options], how) : spawn('npm', options, { ...how, shell: isWindows });
}
