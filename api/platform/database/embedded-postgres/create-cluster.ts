import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ClusterPaths } from './cluster-paths.js';
import { isErrorWithCode } from './error-code.js';
import { giveTo, type ServerAccount } from './server-account.js';
import { isAlive } from './postmaster-pid.js';
import { makeSocketFolder } from './socket-folder.js';

export const SUPERUSER = 'postgres';

/**
 * Makes the data folder. It takes its final name only when it is whole, so a run that was cut short
 * is simply done again; of two that run at once the first to finish makes the folder of both.
 * @throws Error with initdb's own words
 */
export async function createCluster(
  paths: ClusterPaths,
  initdb: string,
  account: ServerAccount,
  password: string,
): Promise<void> {
  await removeLeftovers(paths);
  const staging = `${paths.staging}.${process.pid}`;
  await mkdir(staging, { mode: 0o700 });
  try {
    await giveTo(account, staging);
    await fill(staging, paths, initdb, account, password);
    await rename(staging, paths.data).catch((error: unknown) => {
      if (!isErrorWithCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  await syncFolder(paths.root);
}

async function fill(staging: string, paths: ClusterPaths, initdb: string, account: ServerAccount, password: string) {
  await makeSocketFolder(paths.socketDir, account);
  // The account may be unable to read STATE_DIR/postgres/password, so it gets a copy of its own for a moment.
  const folder = await mkdtemp(path.join(paths.socketDir, 'initdb-'));
  try {
    const copy = path.join(folder, 'password');
    await writeFile(copy, `${password}\n`, { mode: 0o600 });
    await giveTo(account, folder);
    await runInitdb([...account.commandPrefix, initdb, ...initdbArguments(staging, copy)]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Of runs that were cut short. What still belongs to a living process is left to it. */
async function removeLeftovers({ root, staging }: ClusterPaths): Promise<void> {
  const prefix = path.basename(staging);
  for (const name of await readdir(root)) {
    if (!name.startsWith(prefix)) continue;
    const pid = Number(name.slice(prefix.length + 1));
    if (pid > 0 && pid !== process.pid && isAlive(pid)) continue;
    await rm(path.join(root, name), { recursive: true, force: true });
  }
}

/** The built-in locale sorts and folds case the same on every system; the C library's may be missing or change. */
function initdbArguments(dataDir: string, passwordFile: string): string[] {
  const access = ['-U', SUPERUSER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return ['-D', dataDir, '--data-checksums', ...access, ...locale];
}

async function runInitdb([command, ...args]: string[]): Promise<void> {
  const child = spawn(command!, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [[code], complaints] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  if (code !== 0) throw new Error(`The database could not be created: ${complaints.trim()}`);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
