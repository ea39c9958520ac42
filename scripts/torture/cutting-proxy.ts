import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './random.ts';

type Fault = 'cut' | 'reset' | 'stall' | 'slow' | 'truncated answer';
const FAULTS: Fault[] = ['cut', 'reset', 'stall', 'slow', 'truncated answer'];
const STALL_MS = 1_500;
const SLOW_BYTES = 16_384;
const SLOW_MS = 4;

/** A line between a client and a server on which connections end in every way, as long as there are faults left. */
export class CuttingProxy implements AsyncDisposable {
  readonly met = new Map<Fault, number>();
  private readonly server: net.Server;
  private readonly sockets = new Set<net.Socket>();
  private left: number;

  private constructor(server: net.Server, faults: number) {
    this.server = server;
    this.left = faults;
  }

  static async start(port: number, faults: number, random: Random, largest: number): Promise<CuttingProxy> {
    const server = net.createServer();
    const proxy = new CuttingProxy(server, faults);
    server.on('connection', (client) => proxy.connect(client, port, random, largest));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  /** So many connections were ended by it. */
  get faults(): number {
    return [...this.met.values()].reduce((sum, times) => sum + times, 0);
  }

  get isDone(): boolean {
    return this.left <= 0;
  }

  /** So many connections more end in some way. */
  cutMore(faults: number): void {
    this.left = Math.max(0, this.left) + faults;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private connect(client: net.Socket, port: number, random: Random, largest: number): void {
    const server = net.connect(port, '127.0.0.1');
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
    }
    const fault = this.isDone ? null : random.pick(FAULTS);
    const isAnswer = fault === 'truncated answer' || random.chance(0.3);
    // Small numbers cut heads, large ones bodies.
    const at = random.chance(0.5) ? random.below(isAnswer ? 300 : 1_500) : random.below(isAnswer ? 2_000 : largest);
    const end = async (kind: Fault) => {
      this.left--;
      this.met.set(kind, (this.met.get(kind) ?? 0) + 1);
      if (kind === 'stall') await wait(STALL_MS);
      if (kind === 'reset') client.resetAndDestroy();
      else client.destroy();
      server.destroy();
    };
    void pass(client, server, !isAnswer && fault ? { fault, at, end } : null);
    void pass(server, client, isAnswer && fault ? { fault, at, end } : null);
  }
}

interface Cut {
  fault: Fault;
  at: number;
  end(kind: Fault): Promise<void>;
}

async function pass(from: net.Socket, to: net.Socket, cut: Cut | null): Promise<void> {
  let passed = 0;
  try {
    for await (const chunk of from as AsyncIterable<Buffer>) {
      if (cut && passed + chunk.length > cut.at) {
        to.write(chunk.subarray(0, Math.max(0, cut.at - passed)));
        await cut.end(cut.fault);
        return;
      }
      if (cut?.fault === 'slow') await passSlowly(chunk, to);
      else if (!to.write(chunk)) await once(to, 'drain');
      passed += chunk.length;
    }
    to.end();
  } catch {
    to.destroy();
  }
}

async function passSlowly(chunk: Buffer, to: net.Socket): Promise<void> {
  for (let at = 0; at < chunk.length; at += SLOW_BYTES) {
    to.write(chunk.subarray(at, at + SLOW_BYTES));
    await wait(SLOW_MS);
  }
}
