import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where one embedded PostgreSQL keeps its things. Every path is absolute. */
export interface ClusterPaths {
  /** `STATE_DIR/postgres`, parent of all but the socket. */
  root: string;
  /** The data folder of this major version. */
  data: string;
  /** Where data folders are made before one takes the final name: each run has its own, whose name goes on after this. */
  staging: string;
  /** What the server says, see server-log.ts. */
  log: string;
  /** The superuser's password, readable by the owner alone. */
  password: string;
  /** A short path outside STATE_DIR, because a socket's address is limited to about 100 bytes. */
  socketDir: string;
}

export const POSTGRES_MAJOR = '18';
/** Names the socket file; nothing listens on a network port. */
export const SOCKET_PORT = 5432;
/** macOS allows 103 bytes in a socket's address, Linux 107. */
const SOCKET_ADDRESS_MAX_BYTES = 103;

/** @param stateDir absolute and without symbolic links, so that one folder has one socket. */
export function clusterPaths(stateDir: string): ClusterPaths {
  const root = path.join(stateDir, 'postgres');
  const data = path.join(root, POSTGRES_MAJOR);
  return {
    root,
    data,
    staging: `${data}.new`,
    log: path.join(root, 'log'),
    password: path.join(root, 'password'),
    socketDir: socketDir(stateDir),
  };
}

function socketDir(stateDir: string): string {
  // Another user's folder of that name could be neither used nor removed.
  const owner = `${process.getuid?.()} ${stateDir}`;
  const name = `stories-pg-${createHash('sha256').update(owner).digest('hex').slice(0, 12)}`;
  const preferred = path.join(tmpdir(), name);
  const address = path.join(preferred, `.s.PGSQL.${SOCKET_PORT}`);
  return Buffer.byteLength(address) <= SOCKET_ADDRESS_MAX_BYTES ? preferred : path.join('/tmp', name);
}
