import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestApp } from './test-app.js';

/** A POST of whose body no more than the beginning comes, until it is cut. */
export function stalledRequest(
  { app }: Pick<TestApp, 'app'>,
  path: string,
  headers: http.OutgoingHttpHeaders,
  beginning: string,
): Disposable & { cut: () => void } {
  const { port } = app.getHttpServer().address() as AddressInfo;
  const request = http.request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false });
  request.on('error', () => {});
  request.write(beginning);
  const cut = () => void request.destroy();
  return { cut, [Symbol.dispose]: cut };
}
