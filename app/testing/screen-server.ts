import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SESSION_OWNER_HEADER } from '../../api/contract/people/participants.js';
import { configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();

configure({
  // A real server takes its time, and longer where others work beside it.
  asyncUtilTimeout: 45_000,
  // Printing a document takes longer than looking through it: whoever waits prints it once, when the wait is given up.
  getElementError: (message, container) =>
    isLookingAgain()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

/** Within a wait, whose failures are not seen as long as it goes on. */
function isLookingAgain(): boolean {
  return Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
}

declare global {
  /** Of the environment of component specs: where the document is. */
  var openAddress: (url: string) => void;
  /** The page is gone: it makes no call any more, hears of none that is open, and waits for nothing. */
  var leaveAddress: () => void;
  /** Where the page was led to since: paths with query and fragment, or whole addresses of other servers. */
  var visited: string[];
  /** The tab loses its locks, and the document stands in another one. */
  var closeTab: () => void;
}

/** A status and a body, as JSON unless it is bytes; or nothing at all: the connection is cut. */
export type Reply = { status?: number; body?: unknown } | 'cut';

export interface ReceivedCall {
  /** Method and path, as `GET /api/projects`. */
  call: string;
  query: URLSearchParams;
  body: unknown;
}

const SIGNED_OUT = { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } };

/** For `on`: the server knows of nothing there, and the spec means that. */
export const NOT_FOUND = { status: 404, body: { code: 'not_found', message: 'Not Found' } };

/**
 * Replies to a screen's calls over real HTTP as a spec says. A call of which it says nothing fails the spec at `close`,
 * because whether the screen has seen its 404 by then depends on the machine. Opening a page makes the server the
 * document's own, so that the screen's paths lead there.
 */
export class ScreenServer {
  readonly received: ReceivedCall[] = [];
  /** Who is signed in; null: whoever asks. A page that is somebody else's is served nothing, as by the API. */
  session: string | null = null;
  private readonly unexpected = new Set<string>();
  private readonly replies = new Map<string, (call: ReceivedCall) => Reply | Promise<Reply>>();
  private readonly server: Server = createServer((incoming, response) => {
    void this.reply(incoming).then(
      (reply) => {
        if (reply === 'cut') return response.destroy();
        if (ArrayBuffer.isView(reply.body)) return response.end(reply.body);
        response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json' });
        return response.end(reply.body === undefined ? '' : JSON.stringify(reply.body));
      },
      (error: unknown) => {
        // The screen was gone before its call had arrived, as at the end of a spec: that is nobody's failure.
        if (!incoming.readableAborted) throw error;
      },
    );
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

  /** @throws Error that names the calls of which the spec did not say what they get */
  async close(): Promise<void> {
    // A late call could reach the server of another spec, which has this one's port or its document by then.
    leaveAddress();
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
    if (this.unexpected.size === 0) return;
    const calls = [...this.unexpected].map((call) => `'${call}'`).join(', ');
    throw new Error(
      `The screen made calls that the spec says nothing of: ${calls}. Say with server.on(…) what they get.`,
    );
  }

  private async reply(incoming: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://localhost');
    const sent = await text(incoming);
    const owner = incoming.headers[SESSION_OWNER_HEADER.toLowerCase()];
    if (this.session !== null && owner !== undefined && owner !== this.session) return SIGNED_OUT;
    const received: ReceivedCall = {
      call: `${incoming.method} ${pathname}`,
      query: searchParams,
      body: incoming.headers['content-type'] === 'application/json' ? JSON.parse(sent) : sent,
    };
    this.received.push(received);
    const reply = this.replies.get(received.call);
    if (reply) return reply(received);
    this.unexpected.add(received.call);
    return NOT_FOUND;
  }
}
