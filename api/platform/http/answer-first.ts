import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Sends an answer at once, or says false and has done nothing. */
export type Repeat = (request: IncomingMessage, response: ServerResponse) => boolean;

/** Asks `repeat` before the application that `server` has been made for sees a request. */
export function answerFirst(server: Server, repeat: Repeat): void {
  const [application, ...others] = server.listeners('request') as ((...request: Parameters<Repeat>) => void)[];
  if (!application || others.length > 0) throw new Error('A server has one application.');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!canRepeat(repeat, request, response)) application(request, response);
  });
}

/** What fails here is asked again, and told, where errors are answered. */
function canRepeat(repeat: Repeat, request: IncomingMessage, response: ServerResponse): boolean {
  try {
    return repeat(request, response);
  } catch {
    if (response.headersSent) response.destroy();
    return response.headersSent;
  }
}
