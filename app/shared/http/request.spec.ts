import { jest } from '@jest/globals';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HttpError, NetworkFailure } from './http-error.js';
import { readPath } from './query-client.js';
import { request } from './request.js';

function answer(incoming: IncomingMessage, response: ServerResponse): void {
  const answers: Record<string, () => void> = {
    '/cut': () => response.destroy(),
    '/signed-out': () => response.writeHead(401).end('{"message":"Unauthorized"}'),
    '/hang': () => undefined,
    '/empty': () => response.writeHead(204).end(),
    '/html': () => response.end('<html>'),
    '/echo': () => void echo(incoming, response),
  };
  answers[incoming.url ?? '']?.();
}

async function echo(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of incoming) body += String(chunk);
  response.end(JSON.stringify({ method: incoming.method, type: incoming.headers['content-type'] ?? null, body }));
}

type QueryContext = Parameters<ReturnType<typeof readPath>>[0];
const context = (path: string) =>
  ({ queryKey: [path], signal: new AbortController().signal }) as unknown as QueryContext;

describe('request', () => {
  let server: Server;
  let url: string;

  beforeAll(async () => {
    server = createServer(answer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });

  it('sends a JSON body and answers parsed JSON', async () => {
    expect(await request('PATCH', `${url}/echo`, { status: 'submitted' })).toEqual({
      method: 'PATCH',
      type: 'application/json',
      body: '{"status":"submitted"}',
    });
  });

  it('sends no body unless there is one', async () => {
    expect(await request('GET', `${url}/echo`)).toEqual({ method: 'GET', type: null, body: '' });
  });

  it('answers undefined for an empty response', async () => {
    expect(await request('DELETE', `${url}/empty`)).toBeUndefined();
  });

  it('reports a response that is not JSON', async () => {
    await expect(request('GET', `${url}/html`)).rejects.toThrow('Invalid response format');
  });

  it('reports a response that is not OK', async () => {
    await expect(request('GET', `${url}/signed-out`)).rejects.toThrow(HttpError);
  });

  it('reports a cut connection', async () => {
    await expect(request('GET', `${url}/cut`)).rejects.toThrow(NetworkFailure);
  });

  it('fails as its signal does, which is no failure of the network', async () => {
    const stop = new AbortController();
    const waiting = request('GET', `${url}/hang`, undefined, { signal: stop.signal });
    stop.abort(new Error('Left'));
    await expect(waiting).rejects.toThrow('Left');
  });

  it('ends with the query that reads a path', async () => {
    const stop = new AbortController();
    const reading = readPath({ on401: 'throw' })({ ...context(`${url}/hang`), signal: stop.signal });
    stop.abort(new Error('Left'));
    await expect(reading).rejects.toThrow('Left');
  });

  it('sends the cookies of a session along', async () => {
    const fetched = jest.spyOn(globalThis, 'fetch');
    await request('GET', `${url}/echo`);
    expect(fetched.mock.calls).toMatchObject([[`${url}/echo`, { credentials: 'include' }]]);
    fetched.mockRestore();
  });

  it('reads the path in a query key, and null for a signed-out reader who asked for it', async () => {
    expect(await readPath({ on401: 'null' })(context(`${url}/signed-out`))).toBeNull();
    await expect(readPath({ on401: 'throw' })(context(`${url}/signed-out`))).rejects.toThrow('401: ');
    expect(await readPath({ on401: 'throw' })(context(`${url}/echo`))).toMatchObject({ method: 'GET' });
  });
});
