import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import supertest from 'supertest';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { sampleMp4 } from '../../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';
import { until } from '../../../testing/until.js';

/** What a guide tells to fill in. */
interface Place {
  port: number;
  server: string;
  site: string;
  folder: string;
}

/** Below those that a system gives to whoever asks for any: nobody is given it between this look and its use. */
async function freePort(): Promise<number> {
  const port = randomInt(12_000, 30_000);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}

const GUIDES = path.resolve('scripts/deploy');
const guide = async (name: string, { server, site }: Place) =>
  (await readFile(path.join(GUIDES, name), 'utf8'))
    .replaceAll('127.0.0.1:3000', server)
    .replaceAll('/var/lib/stories/site', site);

const WEB_SERVERS = [
  {
    program: '/usr/sbin/nginx',
    configuration: async (place: Place) =>
      `daemon off; pid ${place.folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? 'user root;' : ''}
       events {} http { access_log off; client_body_temp_path ${place.folder}; proxy_temp_path ${place.folder};
       server { listen 127.0.0.1:${place.port}; ${await guide('nginx.conf', place)} } }`,
    options: (file: string) => ['-c', file],
  },
  {
    program: '/usr/bin/caddy',
    configuration: async (place: Place) =>
      `{\n\tadmin off\n}\n${(await guide('Caddyfile', place)).replace('stories.example', `http://127.0.0.1:${place.port}`)}`,
    options: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
];

describe('the published files handed over', () => {
  const bytes = sampleMp4();
  let testApp: TestApp;
  let archive: ArchiveClient;
  let address: string;
  let id: string;

  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1', X_ACCEL_REDIRECT: '/published' });
    archive = await ArchiveClient.signIn(testApp);
    ({ id } = await archive.publish(await archive.register('Anna'), { questionId: 1, transcript: 'I danced.' }));
    address = `/media/${id}.mp4`;
  });
  afterAll(() => testApp.close());

  it('are named to the web server, and not sent', async () => {
    const { headers, text } = await testApp.http.get(address).expect(200);
    expect(headers['x-accel-redirect']).toBe(`/published${address}`);
    expect(text ?? '').toBe('');
    await testApp.http.get('/stories').expect(200, /Anna/);
  });

  describe.each(WEB_SERVERS)('to $program', ({ program, configuration, options }) => {
    /** In front of a server, as its guide says. */
    async function startInFront(server: string) {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'web-server-'));
      const place = { port: await freePort(), server, site: path.join(testApp.config.stateDir, 'site'), folder };
      const file = path.join(folder, 'configuration');
      await writeFile(file, await configuration(place));
      const child = spawn(program, options(file), {
        stdio: 'ignore',
        env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      });
      const ended = once(child, 'exit');
      const stop = async () => {
        child.kill();
        await ended;
        await rm(folder, { recursive: true });
      };
      const http = supertest(`http://127.0.0.1:${place.port}`);
      await until(() =>
        http.get('/api/health').then(
          () => true,
          () => false,
        ),
      );
      return { http, [Symbol.asyncDispose]: stop };
    }

    (existsSync(program) ? describe : describe.skip)('which is installed', () => {
      it('are sent whole and in parts, as this server says, and under no other address', async () => {
        const { port } = testApp.app.getHttpServer().address() as AddressInfo;
        await using webServer = await startInFront(`127.0.0.1:${port}`);
        const { http } = webServer;
        const whole = await http.get(address).expect(200);
        expect(whole.body).toEqual(bytes);
        expect(whole.headers).toMatchObject({
          'content-type': 'video/mp4',
          'cache-control': 'no-cache',
          'content-security-policy': "sandbox; default-src 'none'",
          'cross-origin-resource-policy': 'same-origin',
          'x-content-type-options': 'nosniff',
        });
        expect(whole.headers).not.toHaveProperty('x-accel-redirect');
        // A header of one connection: over HTTP/2 a browser gives up the whole answer for it.
        expect(whole.headers).not.toHaveProperty('keep-alive');
        const part = await http.get(address).set('Range', 'bytes=4-11').expect(206);
        expect(part.body).toEqual(bytes.subarray(4, 12));
        await http.get(address).set('If-None-Match', whole.headers.etag!).expect(304);
        expect((await http.head(address).expect(200)).headers['content-length']).toBe(`${bytes.length}`);
        await http.get(`/published${address}`).expect(404);
        await archive.unapprove(id);
        try {
          await http.get(address).expect(404);
        } finally {
          await archive.approve(id);
        }
        await http.get(address).expect(200);
      });

      it('show the page that waits while the server is away, with what it loads, and nothing of a story', async () => {
        const script = path.join(testApp.config.stateDir, 'site/_astro/app.hash.js');
        await mkdir(path.dirname(script), { recursive: true });
        await writeFile(script, 'let it = "be";');
        await using webServer = await startInFront(`127.0.0.1:${await freePort()}`);
        const { http } = webServer;
        for (const page of ['/', '/stories', '/stories/nobody-2025-01-01', address, '/one-moment/index.html']) {
          const { text, headers } = await http.get(page).buffer(true).expect(503);
          expect(text).toContain('<title>one-moment</title>');
          expect(headers).toMatchObject({
            'content-type': expect.stringContaining('text/html') as string,
            'cache-control': 'no-store',
            'retry-after': '5',
            'x-content-type-options': 'nosniff',
          });
        }
        await http.head('/stories').expect(503);
        await http.get('/_astro/app.hash.js').expect(200);
        await http.get('/_astro/../stories/index.html').expect(503);
        for (const call of [http.get('/api/health'), http.post('/api/contact').send({})]) {
          const { text } = await call.expect(502);
          expect(text).not.toContain('one-moment');
        }
      });
    });
  });
});
