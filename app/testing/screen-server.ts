import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { configure } from '@testing-library/react';

// A real server takes its time, and longer where others work beside it.
configure({ asyncUtilTimeout: 5_000 });

declare global {
  /** Of the environment of component specs: where the document is. */
  var openAddress: (url: string) => void;
  /** Where the page was led to since: paths with query and fragment, or whole addresses of other servers. */
  var visited: string[];
  /** The tab loses its locks, and the document stands in another one. */
  var closeTab: () => void;
}

/** A status and a body, as JSON unless it is bytes; or nothing at all: the connection is cut. */
type Reply = { status?: number; body?: unknown } | 'cut';

export interface ReceivedCall {
  /** Method and path, as `GET /api/projects`. */
  call: string;
  query: URLSearchParams;
  body: unknown;
}

/**
 * Answers a screen's calls over real HTTP as a spec says: what it does not say is 404. Opening a page makes the server
 * the document's own, so that the screen's paths lead there.
 */
export class ScreenServer {
  readonly received: ReceivedCall[] = [];
  private readonly replies = new Map<string, (call: ReceivedCall) => Reply | Promise<Reply>>();
  private readonly server: Server = createServer((incoming, response) => {
    void this.reply(incoming).then((reply) => {
      if (reply === 'cut') return response.destroy();
      if (ArrayBuffer.isView(reply.body)) return response.end(reply.body);
      response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' });
      return response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
    });
  });

  /** From now on `call`, a method and a path, gets this reply. */
  on(call: string, reply: Reply | ((call: ReceivedCall) => Reply | Promise<Reply>)): this {
    this.replies.set(call, typeof reply === 'function' ? reply : () => reply);
    return this;
  }

  /** Opens a page of this server: its path, with a query if any. */
  async open(path: string): Promise<void> {
    if (!this.server.listening) {
      await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    }
    openAddress(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`);
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async reply(incoming: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
    const sent = await text(incoming);
    const received: ReceivedCall = {
      call: `${incoming.method} ${pathname}`,
      query: searchParams,
      body: incoming.headers['content-type'] === 'application/json' ? JSON.parse(sent) : sent,
    };
    this.received.push(received);
    const reply = this.replies.get(received.call);
    return reply ? reply(received) : { status: 404, body: { code: 'not_found', message: 'Not Found' } };
  }
}
