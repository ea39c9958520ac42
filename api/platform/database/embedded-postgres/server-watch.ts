import { access } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SOCKET_PORT } from './cluster-paths.js';
import { readPostmaster } from './postmaster-pid.js';
import { reachServer, type Server } from './run-server.js';
import { tidyLog } from './server-log.js';
import type { ServerLease } from './server-lease.js';

const POLL_INTERVAL_MS = 1_000;
const TIDY_MS = 60_000;
const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 5_000;

/**
 * Keeps a server running for as long as it is held: one that ends, whatever ended it, is started again where it was.
 * Whoever is connected connects anew.
 */
export class ServerWatch {
  private readonly stopping = new AbortController();
  private readonly server: Server;
  private readonly report: (line: string) => void;
  private readonly timer: NodeJS.Timeout;
  private lease: ServerLease;
  private reviving: Promise<void> = Promise.resolve();
  private tidyAt = 0;

  /** @param report told in a sentence what happens */
  constructor(server: Server, lease: ServerLease, report: (line: string) => void) {
    this.report = report;
    // Where it may have been started by someone with another TMPDIR, and where everybody looks for it.
    this.server = { ...server, paths: { ...server.paths, socketDir: lease.client.host } };
    this.lease = lease;
    this.follow(lease);
    this.timer = setInterval(() => void this.look(), POLL_INTERVAL_MS).unref();
  }

  /** @returns the lease on the server as it is now */
  async end(): Promise<ServerLease> {
    this.stopping.abort();
    clearInterval(this.timer);
    await this.reviving;
    return this.lease;
  }

  private follow(lease: ServerLease): void {
    this.lease = lease;
    const reviveAtItsEnd = async () => {
      await lease.ended;
      if (!this.stopping.signal.aborted) this.reviving = this.revive();
    };
    void reviveAtItsEnd();
  }

  private async look(): Promise<void> {
    try {
      if (!this.lease.hasEnded) await this.endUnlessUsable();
      if (Date.now() < this.tidyAt) return;
      this.tidyAt = Date.now() + TIDY_MS;
      await tidyLog(this.server.paths.log);
    } catch (error) {
      this.report(String(error));
    }
  }

  private async revive(): Promise<void> {
    this.report('The connection to PostgreSQL has ended. Connecting again, or starting it where it has ended too.');
    for (
      let retryMs = FIRST_RETRY_MS;
      !this.stopping.signal.aborted;
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    ) {
      try {
        const { lease, how } = await reachServer(this.server);
        this.follow(lease);
        this.report(how === 'started' ? 'PostgreSQL is running again.' : 'PostgreSQL has been reached again.');
        return;
      } catch (error) {
        this.report(error instanceof Error ? error.message : String(error));
      }
      await pause(retryMs, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }

  /**
   * A server that takes no new connection serves those that it has for as long as they last: it has been told to end
   * (while we hold a lease nobody but a stranger does that), or its socket was swept away with other temporary files.
   */
  private async endUnlessUsable(): Promise<void> {
    const { paths } = this.server;
    const running = await readPostmaster(paths.data);
    if (running?.is !== 'server') return;
    const socket = path.join(paths.socketDir, `.s.PGSQL.${SOCKET_PORT}`);
    const isReachable = await access(socket).then(
      () => true,
      () => false,
    );
    if (running.isStopping || !isReachable) process.kill(running.pid, 'SIGINT');
  }
}
