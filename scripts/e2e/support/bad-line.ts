import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** 0.4 Mbit in a second. */
const BYTES_PER_SECOND = 50_000;
const PACKET_BYTES = 1_400;
const PACKET_MS = (PACKET_BYTES / BYTES_PER_SECOND) * 1_000;
const MOST_LATE_MS = 500;
/** Every tenth packet is lost: what follows waits until it has been sent again. */
const LOST_EVERY = 10;
const SENT_AGAIN_MS = 200;
/** So often a connection ends in the middle of what it sends. */
const CUT_EVERY = 150;

/** A line between a browser and a server on this machine: as good as none at first, and a bad one from `worsen` on. */
export class BadLine implements AsyncDisposable {
  cuts = 0;
  private isBad = false;
  private packets = 0;
  /** As `performance.now()`. */
  private freeAt = 0;
  private readonly sockets = new Set<net.Socket>();
  private readonly server: net.Server;

  private constructor(private readonly target: number) {
    this.server = net.createServer((client) => this.connect(client));
  }

  /** @param target port of the server */
  static async start(target: number): Promise<BadLine> {
    const line = new BadLine(target);
    line.server.listen(0, '127.0.0.1');
    await once(line.server, 'listening');
    return line;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as net.AddressInfo).port}`;
  }

  worsen(): void {
    this.isBad = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(client: net.Socket): void {
    const server = net.connect(this.target, '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
    }
    const end = () => {
      client.destroy();
      server.destroy();
    };
    void this.send(client, server).then(() => server.end(), end);
    server.pipe(client);
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }

  private async send(client: net.Socket, server: net.Socket): Promise<void> {
    for await (const chunk of client as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
        if (this.isBad) await this.sendPacket();
        if (!server.write(this.isBad ? chunk.subarray(at, at + PACKET_BYTES) : chunk.subarray(at))) {
          await once(server, 'drain');
        }
        if (!this.isBad) break;
      }
    }
  }

  private async sendPacket(): Promise<void> {
    this.packets++;
    const isLost = this.packets % LOST_EVERY === 0;
    // However late a busy machine wakes up, the line is no slower than it is.
    this.freeAt = Math.max(this.freeAt, performance.now() - MOST_LATE_MS) + PACKET_MS + (isLost ? SENT_AGAIN_MS : 0);
    await wait(Math.max(0, this.freeAt - performance.now()));
    if (this.packets % CUT_EVERY > 0) return;
    this.cuts++;
    throw new Error('The line was cut');
  }
}
