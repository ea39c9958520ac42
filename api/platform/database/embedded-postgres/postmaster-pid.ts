import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type ClusterPaths, SOCKET_PORT } from './cluster-paths.js';
import { isErrorWithCode } from './error-code.js';

const run = promisify(execFile);

/** What a data folder's `postmaster.pid` says, and who that process really is. */
export interface Postmaster {
  pid: number;
  /** Where this server listens; may differ from ours when it was started under another TMPDIR. */
  socketDir: string;
  /**
   * `server`: a live postmaster of this very folder. `gone`: no such process; PostgreSQL clears the
   * file itself. `stranger`: the number now belongs to someone else, and PostgreSQL would not start.
   */
  is: 'server' | 'gone' | 'stranger';
  /** It has been told to end, by whatever means, and takes no new connection while it waits for those that it has. */
  isStopping: boolean;
}

const SOCKET_DIR_LINE = 4;
const STATUS_LINE = 7;
/** How long a server that is starting may take from a lock file to its first line. */
const FIRST_LINE_MS = 200;

/** @returns null when there is no readable `postmaster.pid` */
export async function readPostmaster(dataDir: string): Promise<Postmaster | null> {
  const content = await readFile(pidFile(dataDir), 'utf8').catch(() => '');
  const pid = pidIn(content);
  if (pid === null) return null;
  const lines = content.split('\n');
  const isStopping = lines[STATUS_LINE]?.trim() === 'stopping';
  return { pid, socketDir: lines[SOCKET_DIR_LINE] ?? '', is: await identify(pid, dataDir), isStopping };
}

/**
 * Removes the lock files for which it would refuse to start for ever: those that name nobody, as a
 * power cut before their first line leaves them, and those whose number now belongs to a stranger. Nothing is touched
 * while a process of the old server still works in the folder: its file is what keeps a second server out.
 */
export async function clearLocks({ data, socketDir }: ClusterPaths): Promise<void> {
  const files = [pidFile(data), path.join(socketDir, `.s.PGSQL.${SOCKET_PORT}.lock`)];
  for (const file of files) {
    const content = await lockHeldByNobody(file, data);
    if (content === null) continue;
    await pause(FIRST_LINE_MS);
    if (await isAnyoneWorkingIn(data)) continue;
    // Another process that starts may have come first, and its server's lock be there by now.
    if (content === (await lockHeldByNobody(file, data))) await rm(file, { force: true });
  }
}

/** @returns what a lock file says that names no process, or a stranger's; else null */
async function lockHeldByNobody(file: string, dataDir: string): Promise<string | null> {
  const content = await readFile(file, 'utf8').catch(() => null);
  if (content === null) return null;
  const pid = pidIn(content);
  return pid === null || (await identify(pid, dataDir)) === 'stranger' ? content : null;
}

function pidFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

/** In the first line of a lock file. */
function pidIn(content: string): number | null {
  const pid = Number(content.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : null;
}

async function identify(pid: number, dataDir: string): Promise<Postmaster['is']> {
  if (!isAlive(pid)) return 'gone';
  return (await commandLine(pid)).includes(` -D ${dataDir} `) ? 'server' : 'stranger';
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Arguments joined by blanks with one at the end; empty for a process that has ended or cannot be read. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const joined = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return joined.replaceAll('\0', ' ');
  }
  const listing = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return `${listing.stdout.trim()} `;
}

/**
 * Ends what a killed server has left, beside which no other starts: its processes go by themselves once they see that it is
 * gone. One that computes does not look, nor ever one that waits for what a killed one held; one that waits for a disk goes
 * later.
 * @returns whether there is any
 */
export async function endOrphans(dataDir: string): Promise<boolean> {
  const titles = await Promise.all(
    (await findWorkersIn(dataDir)).map(async (pid) => [pid, await commandLine(pid)] as const),
  );
  const orphans = titles.filter(([, title]) => title.startsWith('postgres: '));
  if (orphans.length === 0 || (await readPostmaster(dataDir))?.is === 'server') return false;
  for (const [pid] of orphans) endAtOnce(pid);
  return true;
}

/** It may be gone by now; what another account owns stays, and PostgreSQL says so. */
function endAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch (error) {
    if (!isErrorWithCode(error, 'ESRCH') && !isErrorWithCode(error, 'EPERM')) throw error;
  }
}

async function isAnyoneWorkingIn(dataDir: string): Promise<boolean> {
  return (await findWorkersIn(dataDir)).length > 0;
}

/** Every PostgreSQL process has its data folder as working folder. Only Linux tells us. */
async function findWorkersIn(dataDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return pids.filter((_, index) => folders[index] === dataDir).map(Number);
}
