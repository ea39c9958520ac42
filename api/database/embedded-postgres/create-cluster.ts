import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { ClusterPaths } from './cluster-paths.js';
import { giveTo, type ServerAccount } from './server-account.js';
import { makeSocketFolder } from './socket-folder.js';

export const SUPERUSER = 'postgres';

/**
 * Makes the data folder. It takes its final name only when it is whole, so a run that was cut short
 * is simply done again.
 * @throws Error with initdb's own words
 */
export async function createCluster(
  paths: ClusterPaths,
  initdb: string,
  account: ServerAccount,
  password: string,
): Promise<void> {
  await rm(paths.staging, { recursive: true, force: true });
  await mkdir(paths.staging, { mode: 0o700 });
  await giveTo(account, paths.staging);
  await makeSocketFolder(paths.socketDir, account);
  // The account may be unable to read STATE_DIR/postgres/password, so it gets a copy of its own for a moment.
  const passwordCopy = path.join(paths.socketDir, 'initdb-password');
  await writeFile(passwordCopy, `${password}\n`, { mode: 0o600 });
  try {
    await giveTo(account, passwordCopy);
    await runInitdb([...account.commandPrefix, initdb, ...initdbArguments(paths.staging, passwordCopy)]);
  } finally {
    await rm(passwordCopy, { force: true });
  }
  await rename(paths.staging, paths.data);
  await syncFolder(paths.root);
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
