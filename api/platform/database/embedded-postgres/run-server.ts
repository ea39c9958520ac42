import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterPaths, SOCKET_PORT } from './cluster-paths.js';
import { clearLocks, endOrphans, readPostmaster } from './postmaster-pid.js';
import type { ServerAccount } from './server-account.js';
import { ServerLease } from './server-lease.js';
import { LOG_OPTIONS, tidyLog } from './server-log.js';
import { makeSocketFolder } from './socket-folder.js';

const POLL_MS = 20;
/** Two that start at once get into each other's way for a moment. */
const REFUSAL_LIMIT_MS = 5_000;
const RETRY_MS = 100;
/** Long enough to replay the log of a server that was killed in the middle of much writing. */
const READY_LIMIT_MS = 60_000;
const LOG_TAIL_LINES = 10;

export interface Server {
  paths: ClusterPaths;
  /** The `postgres` program. */
  program: string;
  account: ServerAccount;
  password: string;
}

export interface ReachedServer {
  lease: ServerLease;
  how: 'started' | 'reused';
}

/**
 * Takes a lease on the server of this folder: the running one (left by a killed parent, or another
 * process's), else one started now.
 * @throws Error with the end of the server's log when there is none to be had
 */
export async function reachServer(server: Server): Promise<ReachedServer> {
  const { paths } = server;
  const readyBy = Date.now() + READY_LIMIT_MS;
  let refusedBy = Infinity;
  while (Date.now() < Math.min(readyBy, refusedBy)) {
    const running = await readPostmaster(paths.data);
    if (running?.is === 'server') {
      const lease = await takeLease(server, running.socketDir);
      if (lease) return { lease, how: 'reused' };
      await pause(POLL_MS);
      continue;
    }
    await clearLocks(paths);
    const reached = await startServer(server, readyBy);
    if (reached) return reached;
    // While processes of a killed server are leaving, it is no refusal.
    refusedBy = (await endOrphans(paths.data)) ? Infinity : Math.min(refusedBy, Date.now() + REFUSAL_LIMIT_MS);
    await pause(RETRY_MS);
  }
  throw new Error(await whyNot(paths));
}

/** @returns null when the new server has ended, or was ended because it is not ready in time */
async function startServer(server: Server, readyBy: number): Promise<ReachedServer | null> {
  await makeSocketFolder(server.paths.socketDir, server.account);
  await tidyLog(server.paths.log);
  const log = await open(server.paths.log, 'a', 0o600);
  try {
    return await launch(server, log.fd, readyBy);
  } finally {
    await log.close();
  }
}

async function launch(server: Server, logFd: number, readyBy: number): Promise<ReachedServer | null> {
  const child = spawnPostmaster(server, logFd);
  const end = once(child, 'exit');
  let lease: ServerLease | null = null;
  try {
    while (!lease && isRunning(child) && Date.now() < readyBy) {
      await Promise.race([end, pause(POLL_MS)]);
      lease = await takeLease(server, server.paths.socketDir);
    }
  } finally {
    if (!lease) {
      child.kill('SIGINT');
      await end;
    }
  }
  if (!lease) return null;
  const running = await readPostmaster(server.paths.data);
  return { lease, how: running?.pid === child.pid ? 'started' : 'reused' };
}

/** In a process group of its own: Ctrl-C reaches us alone, and we stop the server last. */
function spawnPostmaster({ paths, program, account }: Server, logFd: number): ChildProcess {
  const settings = [
    'listen_addresses=',
    `unix_socket_directories="${paths.socketDir}"`,
    'unix_socket_permissions=0700',
  ];
  const address = ['-D', paths.data, '-p', String(SOCKET_PORT)];
  const options = settings.flatMap((setting) => ['-c', setting]);
  const [command, ...args] = [...account.commandPrefix, program, ...address, ...options, ...LOG_OPTIONS];
  const child = spawn(command!, args, { cwd: '/', stdio: ['ignore', logFd, logFd], detached: true });
  child.unref();
  return child;
}

function isRunning(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

function takeLease({ paths, password }: Server, socketDir: string): Promise<ServerLease | null> {
  return ServerLease.take({ socketDir: socketDir || paths.socketDir, dataDir: paths.data, password });
}

async function whyNot(paths: ClusterPaths): Promise<string> {
  const running = await readPostmaster(paths.data);
  if (running?.is === 'server') {
    return `PostgreSQL (process ${running.pid}) runs on ${paths.data} but does not answer. End it with: kill -INT ${running.pid}`;
  }
  const log = await readFile(paths.log, 'utf8').catch(() => '');
  const tail = log.trimEnd().split('\n').slice(-LOG_TAIL_LINES).join('\n');
  return `PostgreSQL does not start on ${paths.data}. The end of ${paths.log}:\n${tail}`;
}
