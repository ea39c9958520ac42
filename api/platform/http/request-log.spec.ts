import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import express from 'express';
import { pinoHttp, type Options } from 'pino-http';
import { requestLog } from './request-log.js';

type Line = Record<string, unknown>;

/** What is logged of requests to these addresses. */
async function linesOf(level: string, ...paths: string[]): Promise<Line[]> {
  const lines: Line[] = [];
  const stream = new Writable({
    write(text: Buffer, _encoding, done) {
      lines.push(JSON.parse(text.toString()) as Line);
      done();
    },
  });
  const app = express();
  app.use(pinoHttp({ ...(requestLog({ level }).pinoHttp as Options) }, stream));
  app.get('/people/:email', (_request, response) => void response.json({}));
  app.get('/refused/:email', (_request, response) => void response.status(404).json({}));
  app.get('/failing/:email', (request, response) => {
    request.log.error(Object.assign(new TypeError('no row'), { detail: 'Key (email)=(zoe@example.org)' }));
    response.status(500).json({});
  });
  const server = createServer(app);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  for (const path of paths) {
    await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).text();
  }
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  return lines;
}

const PATHS = ['people', 'refused', 'failing'].map((name) => `/${name}/zoe@example.org?token=secret`);

it('tells the route of a request, what became of it and how long it took, and nothing of whoever made it', async () => {
  const lines = await linesOf('debug', ...PATHS);
  expect(lines.filter(({ route }) => route)).toEqual([
    expect.objectContaining({ level: 20, method: 'GET', route: '/people/:email', status: 200, msg: 'request' }),
    expect.objectContaining({ level: 20, method: 'GET', route: '/refused/:email', status: 404 }),
    expect.objectContaining({ level: 40, method: 'GET', route: '/failing/:email', status: 500, msg: 'request failed' }),
  ]);
  expect(lines.every(({ route, responseTimeMs }) => !route || typeof responseTimeMs === 'number')).toBe(true);
  expect(JSON.stringify(lines)).not.toMatch(/zoe|secret|127\.0\.0\.1/);
});

it('tells of an error its name, its words and where it was, and no values', async () => {
  const [error] = await linesOf('warn', ...PATHS);
  expect(error!.err).toEqual({ type: 'TypeError', message: 'no row', stack: expect.any(String) as string });
});
