import { createReadStream } from 'node:fs';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

const MIME_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.webm': 'video/webm',
};

/** The plainest of file servers: what any host does with the published tree. */
export async function servePlainly(siteDir: string): Promise<{ url: string; close(): void }> {
  const server: HttpServer = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const asked = path.join(siteDir, decodeURIComponent(pathname));
    const file = path.extname(asked) === '' ? path.join(asked, 'index.html') : asked;
    const type = MIME_TYPES[path.extname(file)] ?? 'application/octet-stream';
    createReadStream(file)
      .once('open', () => response.writeHead(200, { 'content-type': type }))
      .once('error', () => response.writeHead(404).end())
      .pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
