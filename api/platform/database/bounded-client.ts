import { Client, type ClientConfig, type DatabaseError } from 'pg';
import { traceStatement } from '../traces/traces.js';

/** After these the server closes the connection. */
const LAST_WORDS: readonly (string | undefined)[] = ['FATAL', 'PANIC'];

/**
 * A client for a pool that gives up on a server which does not reply, as one that hangs. Its connection ends then, and
 * with it whatever transaction was open: given back, it would be handed to somebody else in the middle of it. It also
 * ends with the server's last words to a query: pg waits for the socket to close, and a pool would hand it on until then.
 */
export function boundedClient(timeoutMs: number): new (config?: string | ClientConfig) => Client {
  return class BoundedClient extends Client {
    constructor(config?: string | ClientConfig) {
      super(config);
      // A pool takes its listener off before whoever asked for the client has put one on: what the server says in between
      // would be an error that nobody hears, which ends the process. Every later use of the client tells it.
      this.on('error', () => undefined);
      this.connection.on('errorMessage', (error: DatabaseError) => {
        if (LAST_WORDS.includes(error.severity)) this.connection.stream.destroy(error);
      });
    }

    // pg knows several kinds of calls; all but those with a callback give a promise.
    override query(...call: never[]): never {
      const reply = super.query(...(call as unknown as [string])) as unknown;
      if (reply instanceof Promise) {
        this.bound(reply);
        traceStatement(call[0], reply);
      }
      return reply as never;
    }

    private bound(reply: Promise<unknown>): void {
      const giveUp = () => this.connection.stream.destroy(new Error('Query read timeout'));
      const timer = setTimeout(giveUp, timeoutMs).unref();
      const settled = () => clearTimeout(timer);
      reply.then(settled, settled);
    }
  };
}
