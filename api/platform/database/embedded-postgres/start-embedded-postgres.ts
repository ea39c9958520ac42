import { access, chmod, chown, mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readOrCreateSecret } from '../../config/secret-file.js';
import { type DatabaseAddress, ensureApplicationDatabase } from './application-database.js';
import { clusterPaths, POSTGRES_MAJOR } from './cluster-paths.js';
import { createCluster } from './create-cluster.js';
import { isErrorWithCode } from './error-code.js';
import { prepareNativeBinaries } from './native-binaries.js';
import { readPostmaster } from './postmaster-pid.js';
import { reachServer, type Server } from './run-server.js';
import { chooseServerAccount, giveTo, type ServerAccount } from './server-account.js';
import { ServerLease } from './server-lease.js';
import { quietenLog } from './server-log.js';
import { ServerWatch } from './server-watch.js';
import { removeSocketFolder } from './socket-folder.js';

/** One of whose processes was killed takes nobody in for a moment. */
const RECOVERY_LIMIT_MS = 10_000;
const POLL_MS = 50;
const STOP_POLL_MS = 20;
const STOP_LIMIT_MS = 60_000;

export interface EmbeddedPostgresOptions {
  /** Absolute or relative to the working folder; `postgres/` is made in it. */
  stateDir: string;
  /** Told of the steps that take time. */
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  connection: DatabaseAddress;
  how: 'started' | 'reused';
  /** From now on a server that ends is started again, until it is stopped here. */
  watch(): void;
  /** Stops the server and waits for its end, unless another process still uses it. Calling twice is fine. */
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL without installing one: the binaries of an npm package, a data folder under
 * STATE_DIR, a socket in place of a network port. It survives `kill -9` of itself and of its parent.
 * @throws Error with a sentence for whoever starts the product
 */
export async function startEmbeddedPostgres({ stateDir, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const server = await prepareServer(stateDir, log);
  const { lease, how } = await reachServer(server);
  let watch: ServerWatch | undefined;
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= end());
  const end = async () => letGo(server, (await watch?.end()) ?? lease, log);
  try {
    await quietenLog(lease.client);
    const connection = await ensureApplicationDatabase(lease.client, server.password);
    return { connection, how, watch: () => void (watch ??= new ServerWatch(server, lease, log)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Puts in place what the server needs to run. What is there already is left alone. */
async function prepareServer(stateDir: string, log: (line: string) => void): Promise<Server> {
  const binaries = await prepareNativeBinaries();
  await mkdir(stateDir, { recursive: true });
  const paths = clusterPaths(await realpath(stateDir));
  // Passable for the account that is about to be chosen, whatever this process keeps to itself.
  if (await mkdir(paths.root, { recursive: true })) await chmod(paths.root, 0o711);
  const account = await chooseServerAccount(paths.data, [paths.root, path.dirname(paths.socketDir), binaries.postgres]);
  await closeFolder(paths.root, account);
  const version = await readVersion(paths.data);
  const isCreated = version !== null;
  if (isCreated && !(await exists(paths.password))) {
    throw new Error(`The password of the database in ${paths.data} is gone. Put ${paths.password} back.`);
  }
  if (isCreated && version !== POSTGRES_MAJOR) {
    throw new Error(
      `The database in ${paths.data} says in its file PG_VERSION that it is one of PostgreSQL ${version || '(nothing)'}, ` +
        `and this is ${POSTGRES_MAJOR}. Nothing was changed. Put a copy of the whole folder back, or move it away to ` +
        'begin with an empty database.',
    );
  }
  if (!isCreated && (await readdir(paths.data).catch(() => [])).length > 0) {
    throw new Error(
      `The database in ${paths.data} is damaged: its file PG_VERSION is missing. Nothing was changed. ` +
        'Put a copy of the whole folder back, or move it away to begin with an empty database.',
    );
  }
  const { secret: password } = await readOrCreateSecret(paths.password);
  if (isCreated) {
    await giveTo(account, paths.data);
  } else {
    log(`Creating the database in ${paths.data}`);
    await createCluster(paths, binaries.initdb, account, password);
  }
  return { paths, program: binaries.postgres, account, password };
}

/** The server's account passes through, and nobody else. */
async function closeFolder(folder: string, { owner }: ServerAccount): Promise<void> {
  if (owner) await chown(folder, process.getuid!(), owner.gid);
  await chmod(folder, owner ? 0o710 : 0o700);
}

/** Null where there is no such file. */
async function readVersion(dataDir: string): Promise<string | null> {
  try {
    return (await readFile(path.join(dataDir, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return null;
    throw error;
  }
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A server that another process still uses goes on; one that has already ended needs nothing. */
async function letGo(
  { paths, password }: Server,
  held: ServerLease,
  log: EmbeddedPostgresOptions['log'],
): Promise<void> {
  const request = { socketDir: held.client.host, dataDir: paths.data, password };
  const giveUpAt = Date.now() + RECOVERY_LIMIT_MS;
  for (;;) {
    const lease = held.hasEnded ? await ServerLease.take(request) : held;
    const isLast = await lease?.release();
    if (isLast === true) break;
    if (isLast === false || Date.now() > giveUpAt || (await readPostmaster(paths.data))?.is !== 'server') return;
    await pause(POLL_MS);
  }
  log('Stopping PostgreSQL');
  await stopServer(paths.data);
  await removeSocketFolder(paths.socketDir);
}

/**
 * Fast shutdown (open transactions are rolled back, everything is flushed), waited for.
 * @throws Error when the server has not ended after a minute
 */
async function stopServer(dataDir: string): Promise<void> {
  const running = await readPostmaster(dataDir);
  if (running?.is !== 'server') return;
  process.kill(running.pid, 'SIGINT');
  const giveUpAt = Date.now() + STOP_LIMIT_MS;
  while (Date.now() < giveUpAt) {
    const now = await readPostmaster(dataDir);
    if (now?.pid !== running.pid || now.is !== 'server') return;
    await pause(STOP_POLL_MS);
  }
  throw new Error(`PostgreSQL (process ${running.pid}) has not stopped after ${STOP_LIMIT_MS / 1000} seconds.`);
}
