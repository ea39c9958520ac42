import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Request, RequestHandler, Response } from 'express';
import type { AppConfig } from '../config/app-config.js';
import type { ErrorBody } from '../../contract/common/errors.js';
import { clientAddress, networksOf } from './client-address.js';
import { hasBody } from './json-body.js';
import { isLoopback } from './loopback.js';

/** How long what arrives may take, and how much of it may be open at once. Times in milliseconds. */
export interface Pace {
  headersMs: number;
  /** How long a connection stays open for a next request. */
  idleMs: number;
  /** Of a body that is no upload. */
  bodyMs: number;
  /** An upload may take as long as it likes, as long as this much of it comes in each such time. */
  uploadWindowMs: number;
  uploadWindowBytes: number;
  /** Unfinished bodies, and connections, of one address, or of the smallest network of IPv6. */
  openPerAddress: number;
}

export const PACE: Pace = {
  headersMs: 15_000,
  // Longer than proxies do: one that is closed as they send on it loses what they send.
  idleMs: 130_000,
  bodyMs: 20_000,
  uploadWindowMs: 60_000,
  // The slowest line on which a chunk would come through within an hour and a half.
  uploadWindowBytes: 64 * 1024,
  openPerAddress: 200,
};

/** How often Node looks for connections whose headers are late. */
const LATE_HEADERS_CHECK_MS = 5_000;
const FAREWELL_MS = 1_000;

const longBodies = new WeakSet<Request>();

/** The body of this request may take its time: it is an upload, and its sender has been let in. */
export function allowLongBody(request: Request): void {
  longBodies.add(request);
}

/** Ends requests whose body does not come, and refuses more of them at once from one address than anyone needs. */
export function boundBodies({ isProduction }: AppConfig, pace = PACE): RequestHandler {
  const open = new Tally();
  return (request, response, next) => {
    if (!hasBody(request)) return next();
    const address = clientAddress(request);
    const isExempt = !isProduction && isLoopback(address);
    const count = isExempt ? null : open.add(networksOf(address)[0]!.network);
    if (count && count.total > pace.openPerAddress) {
      count.remove();
      const message = 'Too many requests from this address are still on their way. Please try again in a moment.';
      return refuse(response, 429, { message, code: 'too_many_at_once' });
    }
    watch(request, response, pace, () => count?.remove());
    return next();
  };
}

/** Sets the limits of connections on which no request has come yet. */
export function boundConnections(server: Server, { isProduction, trustProxy }: AppConfig, pace = PACE): void {
  Object.assign(server, {
    headersTimeout: pace.headersMs,
    keepAliveTimeout: pace.idleMs,
    // A whole upload may take long: `boundBodies` watches what comes of it.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.min(LATE_HEADERS_CHECK_MS, pace.headersMs),
  });
  const open = new Tally();
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    // A proxy brings everybody's connections, and bounds them itself.
    if (trustProxy > 0 || (!isProduction && isLoopback(address))) return;
    const count = open.add(networksOf(address)[0]!.network);
    socket.once('close', count.remove);
    if (count.total > pace.openPerAddress) socket.destroy();
  });
  server.on('clientError', refuseUnreadable);
}

/** How many of something are open for each key. */
class Tally {
  private readonly counts = new Map<string, number>();

  add(key: string): { total: number; remove: () => void } {
    const total = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, total);
    let isCounted = true;
    const remove = () => {
      if (!isCounted) return;
      isCounted = false;
      const rest = this.counts.get(key)! - 1;
      if (rest === 0) this.counts.delete(key);
      else this.counts.set(key, rest);
    };
    return { total, remove };
  }
}

function watch(request: Request, response: Response, pace: Pace, onEnd: () => void): void {
  let bytes = request.socket.bytesRead;
  const checkWindow = () => {
    const hasMoved = request.socket.bytesRead - bytes >= pace.uploadWindowBytes;
    if (!hasMoved && !isOurTurn(request)) return end(request, response);
    bytes = request.socket.bytesRead;
    timer = setTimeout(checkWindow, pace.uploadWindowMs).unref();
  };
  const check = () => {
    const isLong = longBodies.has(request);
    if (!isLong && !isOurTurn(request)) return end(request, response);
    timer = (
      isLong ? setTimeout(checkWindow, pace.uploadWindowMs - pace.bodyMs) : setTimeout(check, pace.bodyMs)
    ).unref();
  };
  let timer = setTimeout(check, pace.bodyMs).unref();
  const stop = () => {
    clearTimeout(timer);
    onEnd();
  };
  request.once('end', stop);
  request.once('close', stop);
}

/** What has come and was not read yet waits for us. */
function isOurTurn(request: Request): boolean {
  return request.complete || request.readableLength > 0;
}

/** Says so where nothing has been answered yet, and lets go of the connection. */
function end(request: Request, response: Response): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  // Node ends the connection behind the refusal, but waits for as long as nothing of that can be sent.
  setTimeout(() => request.socket.destroy(), FAREWELL_MS).unref();
  refuse(response, 408, { message: 'The request did not arrive in time. Please try again.', code: 'too_slow' });
}

function refuse(response: Response, status: number, body: ErrorBody): void {
  response.setHeader('Connection', 'close');
  if (status === 429) response.setHeader('Retry-After', 5);
  response.status(status).json(body);
}

/** What could not be read as a request has no route: Node's own answers to it have no body. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, code, message] = UNREADABLE[error.code ?? ''] ?? NO_REQUEST;
  const body = JSON.stringify({ message, code } satisfies ErrorBody);
  const type = `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${type}\r\n\r\n${body}`);
}

const NO_REQUEST = ['400 Bad Request', 'bad_request', 'This is not a request that we can read.'] as const;
const UNREADABLE: Record<string, readonly [string, string, string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'too_large',
    'The headers of this request are too long.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'too_slow', 'The request did not arrive in time.'],
};
