import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { answerFirst } from '../../../platform/http/answer-first.js';
import { Metrics } from '../../../platform/health/metrics.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { createTestApp, type TestApp } from '../../../testing/test-app.js';
import { SiteManifest } from '../tree/site-manifest.js';
import { SiteServer } from './site-server.js';

const BROWSERS = 'gzip, deflate, br';

describe('answers that were given before', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  let alone: ReturnType<typeof supertest>;

  beforeAll(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    // Nothing but what is kept: everything else is the application's.
    const server = http.createServer((_request, response) => response.writeHead(421).end());
    answerFirst(server, testApp.app.get(SiteServer).repeat);
    alone = supertest(server);
  });
  afterAll(() => testApp.close());

  const publish = async (name: string) => {
    const video = await archive.publish(await archive.register(name), { questionId: 1, transcript: 'I danced.' });
    return { video, address: `/stories/${video.user.userName}` };
  };
  const browse = (address: string, from = testApp.http) => from.get(address).set('Accept-Encoding', BROWSERS);

  it('are the same, headers and bytes', async () => {
    const { address } = await publish('Anna');
    await browse(address, alone).expect(421);
    const first = await browse(address).expect(200);
    for (const from of [alone, testApp.http]) {
      const again = await browse(`${address}?from=share`, from).expect(200);
      expect(again.text).toBe(first.text);
      expect({ ...again.headers, date: '' }).toEqual({ ...first.headers, date: '' });
    }
  });

  it('are kept for no other question', async () => {
    const { address } = await publish('Bertha');
    const { headers } = await browse(address).expect(200);
    await browse(address, alone).expect(200);
    await browse(address, alone).set('If-None-Match', headers.etag!).expect(421);
    await browse(address, alone).set('Accept-Encoding', 'gzip').expect(421);
    await browse(address, alone).set('Accept-Encoding', 'br;q=0, gzip').expect(421);
    await browse(address, alone).set('Content-Length', '1').send('1').expect(421);
    await alone.head(address).set('Accept-Encoding', BROWSERS).expect(421);
    await alone.post(address).set('Accept-Encoding', BROWSERS).expect(421);
  });

  it('are never those of the front door, which depends on who asks', async () => {
    await browse('/').expect(200);
    await browse('/', alone).expect(421);
    await browse('/index.html', alone).expect(421);
  });

  it('end with the yes', async () => {
    const { video, address } = await publish('Clara');
    await browse(address).expect(200);
    await browse(address, alone).expect(200);
    await archive.unapprove(video.id);
    await browse(address, alone).expect(421);
    await browse(address).expect(404);
  });

  it('are given under no earlier policy, as of the same page by another version', async () => {
    const { address } = await publish('Emma');
    await browse(address).expect(200);
    await browse(address, alone).expect(200);
    const manifest = testApp.app.get(SiteManifest);
    const path = `${address.slice(1)}/index.html`;
    await manifest.record([
      { policy: 'stricter', text: "default-src 'none'" },
      { set: path, file: { ...manifest.files.get(path)!, policy: 'stricter' } },
    ]);
    await browse(address, alone).expect(421);
    await browse(address).expect(200).expect('Content-Security-Policy', "default-src 'none'");
  });

  it('are counted', async () => {
    const { address } = await publish('Dora');
    await browse(address).expect(200);
    const before = await countStatic(testApp);
    await browse(address).expect(200);
    expect(await countStatic(testApp)).toBe(before + 1);
  });

  it('are counted at the end of those that a slow line takes', async () => {
    const send = testApp.app.get(Metrics).countingStatic((_request, response) => {
      response.end(Buffer.alloc(30_000_000));
      return true;
    });
    const server = http.createServer(send).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const before = await countStatic(testApp);
    const [response] = await once(http.get({ port: (server.address() as AddressInfo).port }), 'response');
    expect(await countStatic(testApp)).toBe(before);
    await response.toArray();
    server.close();
    await once(server, 'close');
    expect(await countStatic(testApp)).toBe(before + 1);
  });

  it('leave to the application what cannot be looked up', async () => {
    const server = http.createServer((_request, response) => response.writeHead(421).end());
    answerFirst(server, () => {
      throw new Error('The disk is away.');
    });
    await supertest(server).get('/').expect(421);
  });

  it('break off where they fail half-way', async () => {
    const server = http.createServer((_request, response) => response.end());
    answerFirst(server, (_request, response) => {
      response.writeHead(200, { 'Content-Length': 10 });
      response.write('half');
      throw new Error('The rest is away.');
    });
    await expect(supertest(server).get('/')).rejects.toThrow(/aborted|hang up/);
  });
});

async function countStatic(testApp: TestApp): Promise<number> {
  const metrics = await testApp.app.get(Metrics).read();
  return Number(/_count\{method="GET",route="static",status="200"\} (\d+)/.exec(metrics)?.[1] ?? 0);
}
