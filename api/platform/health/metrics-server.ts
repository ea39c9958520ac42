import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AppConfig } from '../config/app-config.js';
import type { Metrics } from './metrics.js';

/** `GET /metrics` on an address of its own, which visitors cannot reach. */
export async function serveMetrics(
  { metricsHost, metricsPort }: Pick<AppConfig, 'metricsHost' | 'metricsPort'>,
  metrics: Metrics,
): Promise<Server | null> {
  if (metricsPort === null) return null;
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(metricsPort, metricsHost);
  await once(server, 'listening');
  return server;
}
