import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestApp } from './test-app.js';

/** The answer to a POST that does not say how long its body is. */
export async function sendUnmeasured(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  headers: http.OutgoingHttpHeaders,
  body: string,
): Promise<{ status: number | undefined; body: unknown }> {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const request = http.request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path,
    headers: { ...headers, 'transfer-encoding': 'chunked' },
    agent: false,
  });
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: response.statusCode, body: await json(response) };
}
