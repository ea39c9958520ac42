import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { DatabaseConnection } from '../platform/database/data-source.js';

/** A line to the database that can be cut, and mended, while the database itself stays. */
export class DatabaseLine {
  private readonly sockets = new Set<net.Socket>();
  private server: net.Server | null = null;
  /** Names a socket, which nobody takes while the line is cut. For more digits an address may have no room. */
  private readonly port = randomInt(10_000, 65_536);
  private readonly target: Extract<DatabaseConnection, { host: string }>;

  constructor(target: DatabaseConnection) {
    if ('connectionString' in target) throw new Error('A line leads to the embedded server only.');
    this.target = target;
  }

  /** How to reach the database by this line. */
  get connection(): DatabaseConnection {
    return { ...this.target, port: this.port };
  }

  /** Lets connections through, at first or again. */
  async mend(): Promise<void> {
    this.server = net.createServer((near) => {
      const far = net.connect(this.socket(this.target.port));
      for (const socket of [near, far]) {
        this.sockets.add(socket);
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          this.sockets.delete(socket);
        });
      }
      near.pipe(far).pipe(near);
    });
    await once(this.server.listen(this.socket(this.port)), 'listening');
  }

  private socket(port: number): string {
    return path.join(this.target.host, `.s.PGSQL.${port}`);
  }

  /** Ends what is connected, and answers nobody any more. */
  async cut(): Promise<void> {
    const { server } = this;
    this.server = null;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise((resolve) => server.close(resolve));
  }
}
