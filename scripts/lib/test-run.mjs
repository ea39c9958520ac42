import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { endGroups } from './npm-run.mjs';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** What the databases and the files of a run may need there, and then some. */
const MEMORY_BYTES = 3 * 1024 ** 3;
/** Of a mount. Only root has programs that give rights. */
const FORBIDS_PROGRAMS = process.getuid?.() === 0 ? /\bno(exec|suid)\b/ : /\bnoexec\b/;
const POLL_MS = 50;
const DATABASES_END_WITHIN_MS = 10_000;
const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/**
 * Gives the checks a folder of their own for everything temporary, and one in memory for the databases of the specs and
 * for whatever else Jest's write, where programs run there: of some thousand files that come and go with each of them,
 * ext4 makes ten times the work. At their end, by a signal too, no process of theirs is left (their databases are in
 * process groups of their own, so that Ctrl-C does not end them too early), nor any file.
 * @returns {() => Promise<void>} to be called at the end
 */
export function isolateTestRun() {
  const folder = makeFolder(os.tmpdir());
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) process.env[name] = folder;
  const memory = findMemory();
  const databases = memory ? makeFolder(memory) : folder;
  process.env.TEST_DATABASES = databases;
  process.env.TEST_FILES = memory && runsPrograms(memory) ? databases : folder;
  const tidyUp = async () => {
    for (const own of new Set([folder, databases])) {
      await endDatabases(own);
      rmSync(own, { recursive: true, force: true, maxRetries: 5 });
    }
  };
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.once(signal, async () => {
      console.log(`\nStopped by ${signal}.`);
      await endGroups();
      await tidyUp();
      process.exit(128 + number);
    });
  }
  return tidyUp;
}

/**
 * Where there is room for a run.
 * @returns {string | undefined}
 */
export function findMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, os.freemem()) > MEMORY_BYTES ? MEMORY : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a program runs in that mount as it would on the disk: walls are tried with such. No database needs it. */
export function runsPrograms(mount) {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').matchAll(/^\S+ (\S+) \S+ (\S+)/gm);
  // The last of a place hides those before.
  const [, , rights = 'noexec'] = [...mounts].findLast(([, place]) => place === mount) ?? [];
  return !FORBIDS_PROGRAMS.test(rights);
}

function makeFolder(parent) {
  const folder = mkdtempSync(path.join(parent, 'stories-'));
  // The account of a database that root starts has to get through.
  chmodSync(folder, 0o711);
  return folder;
}

/** Fast shutdown of every PostgreSQL that keeps its data below `folder`. */
async function endDatabases(folder) {
  const until = Date.now() + DATABASES_END_WITHIN_MS;
  let running = readPostmasters(folder);
  for (const pid of running) send(pid, 'SIGINT');
  while (running.length > 0 && Date.now() < until) {
    await pause(POLL_MS);
    running = running.filter((pid) => send(pid, 0));
  }
  for (const pid of running) send(pid, 'SIGKILL');
}

function readPostmasters(folder) {
  const files = globSync('**/postmaster.pid', { cwd: folder });
  return files
    .map((file) => Number(readFileSync(path.join(folder, file), 'utf8').split('\n', 1)[0]))
    .filter((pid) => pid > 0 && send(pid, 0));
}

/** @returns {boolean} false when there is no such process */
function send(pid, signal) {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
