import { access, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readOrCreateSecret } from '../../config/secret-file.js';
import { type DatabaseAddress, ensureApplicationDatabase } from './application-database.js';
import { clusterPaths } from './cluster-paths.js';
import { createCluster } from './create-cluster.js';
import { prepareNativeBinaries } from './native-binaries.js';
import { reachServer, type Server } from './run-server.js';
import { chooseServerAccount, giveTo } from './server-account.js';
import { ServerLease } from './server-lease.js';
import { removeSocketFolder } from './socket-folder.js';
import { stopServer } from './stop-server.js';

export interface EmbeddedPostgresOptions {
  /** Absolute or relative to the working folder; `postgres/` is made in it. */
  stateDir: string;
  /** Told of the steps that take time. */
  log: (line: string) => void;
}

export interface EmbeddedPostgres {
  connection: DatabaseAddress;
  how: 'started' | 'reused';
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
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= letGo(server, lease));
  try {
    const connection = await ensureApplicationDatabase(lease.client, server.password);
    return { connection, how, stop };
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
  await mkdir(paths.root, { recursive: true });
  const account = await chooseServerAccount(paths.data, [paths.root, path.dirname(paths.socketDir), binaries.postgres]);
  const isCreated = await exists(path.join(paths.data, 'PG_VERSION'));
  if (isCreated && !(await exists(paths.password))) {
    throw new Error(`The password of the database in ${paths.data} is gone. Put ${paths.password} back.`);
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

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A server that another process still uses goes on; one that has already ended needs nothing. */
async function letGo({ paths, password }: Server, held: ServerLease): Promise<void> {
  const request = { socketDir: held.client.host, dataDir: paths.data, password };
  const lease = held.isLost ? await ServerLease.take(request) : held;
  if (!(await lease?.release())) return;
  await stopServer(paths.data);
  await removeSocketFolder(paths.socketDir);
}
