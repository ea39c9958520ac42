import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rename } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

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

const PID_LINE = 0;
const SOCKET_DIR_LINE = 4;
const STATUS_LINE = 7;

/** @returns null when there is no readable `postmaster.pid` */
export async function readPostmaster(dataDir: string): Promise<Postmaster | null> {
  const content = await readFile(pidFile(dataDir), 'utf8').catch(() => '');
  const lines = content.split('\n');
  const pid = Number(lines[PID_LINE]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const isStopping = lines[STATUS_LINE]?.trim() === 'stopping';
  return { pid, socketDir: lines[SOCKET_DIR_LINE] ?? '', is: await identify(pid, dataDir), isStopping };
}

/**
 * Moves a stranger's pid file out of PostgreSQL's way, unless a process of the old server still works
 * in the folder: then that file is what keeps a second server out.
 */
export async function setAsidePidFile(dataDir: string): Promise<void> {
  if (await isAnyoneWorkingIn(dataDir)) return;
  await rename(pidFile(dataDir), `${pidFile(dataDir)}.stale`);
}

function pidFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
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

/** Every PostgreSQL process has its data folder as working folder. Only Linux tells us. */
async function isAnyoneWorkingIn(dataDir: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return folders.includes(dataDir);
}
