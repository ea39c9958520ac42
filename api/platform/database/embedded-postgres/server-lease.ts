import { realpath } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { SOCKET_PORT } from './cluster-paths.js';
import { SUPERUSER } from './create-cluster.js';
import { isErrorWithCode } from './error-code.js';

/** The advisory lock, in the maintenance database, that every process using an embedded server shares. */
const LEASE_LOCK = 0x53544f52;
const CONNECT_TIMEOUT_MS = 2000;
const INVALID_PASSWORD = '28P01';
/** By a stop, and after a crash. */
const SERVER_GOES = ['57P01', '57P02'];

export interface LeaseRequest {
  socketDir: string;
  /** The folder that the server behind the socket must be serving. */
  dataDir: string;
  password: string;
}

/**
 * A process's claim on the running server: an open connection that holds a shared lock, and so ends
 * with the process however that dies. Whoever lets go last is the one that may stop the server.
 */
export class ServerLease {
  readonly client: pg.Client;
  /** Resolves once the connection has ended, however it did, and whether or not the server lives on. */
  readonly ended: Promise<void>;
  private isOver = false;

  private constructor(client: pg.Client) {
    this.client = client;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    for (const event of ['error', 'end'] as const) {
      client.on(event, () => {
        this.isOver = true;
        resolve();
      });
    }
  }

  get hasEnded(): boolean {
    return this.isOver;
  }

  /**
   * @returns null while nobody answers there, the server is not ready, or it serves another folder
   * @throws Error when the server refuses the password kept beside its folder
   */
  static async take({ socketDir, dataDir, password }: LeaseRequest): Promise<ServerLease | null> {
    const lease = new ServerLease(superuserClient(socketDir, password));
    try {
      await lease.client.connect();
      if (!(await servesFolder(lease.client, dataDir))) throw new Error('This server serves another folder');
      await lease.client.query('select pg_advisory_lock_shared($1)', [LEASE_LOCK]);
      return lease;
    } catch (error) {
      await lease.close();
      if (!isErrorWithCode(error, INVALID_PASSWORD)) return null;
      throw new Error(
        `The password kept beside ${dataDir} is not the one its PostgreSQL was made with. ` +
          `Nothing was changed. Put the right one into ${path.join(path.dirname(dataDir), 'password')}: every copy has it.`,
        { cause: error },
      );
    }
  }

  /**
   * Gives the claim up.
   * @returns true when nobody else has one; then newcomers wait until the caller has stopped the server. Null when
   * the connection broke first: that says nothing of the others
   */
  async release(): Promise<boolean | null> {
    try {
      return await this.giveUp();
    } catch (error) {
      // A server that goes says so before the connection ends.
      if (this.hasEnded || isErrorWithCode(error, ...SERVER_GOES)) return null;
      throw error;
    }
  }

  private async giveUp(): Promise<boolean> {
    await this.client.query('select pg_advisory_unlock_shared($1)', [LEASE_LOCK]);
    const { rows } = await this.client.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [
      LEASE_LOCK,
    ]);
    const isLast = rows[0]?.last ?? false;
    if (!isLast) await this.close();
    return isLast;
  }

  /** A broken connection has nothing left to close. */
  private async close(): Promise<void> {
    await this.client.end().catch(() => undefined);
  }
}

function superuserClient(socketDir: string, password: string): pg.Client {
  return new pg.Client({
    host: socketDir,
    port: SOCKET_PORT,
    user: SUPERUSER,
    password,
    database: 'postgres',
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
}

async function servesFolder(client: pg.Client, dataDir: string): Promise<boolean> {
  const { rows } = await client.query<{ folder: string }>(`select current_setting('data_directory') as folder`);
  const folder = rows[0]?.folder ?? '';
  return (await realpath(folder).catch(() => folder)) === dataDir;
}
