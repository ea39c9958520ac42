import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { garbageCollector } from '../../platform/memory/garbage-collector.js';
import { BodyServer, described } from '../../testing/body-server.js';
import { toDataUrl } from '../../testing/sample-media.js';
import { until } from '../../testing/until.js';

const MB = 1024 * 1024;
/** While 60 MB come. */
const MOST_GROWN = 30 * MB;

function memoryInUse(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('files in bodies as data URLs', () => {
  let server: BodyServer;
  let client: BodyServer['client'];
  beforeAll(async () => {
    server = await BodyServer.start();
    ({ client } = server);
  });
  afterEach(async () => {
    expect(await server.filesLeft()).toEqual([]);
  });
  afterAll(() => server.close());

  const bytes = Buffer.from('a recording');
  const mimeType = 'video/webm;codecs=vp8,opus';
  const file = described(bytes, { filename: '', mimeType });

  it.each([
    ['first', { file: toDataUrl(bytes, mimeType), title: 'Now', questionId: 3 }],
    ['last', { title: 'Now', questionId: 3, file: toDataUrl(bytes, mimeType) }],
  ])('are written when they come %s', async (_place, body) => {
    const answer = await client.post('/data-url').send(body).expect(201);
    expect(answer.body).toEqual({ fields: { title: 'Now', questionId: 3 }, file });
  });

  it('may be left out: then nothing is written', async () => {
    const fresh = await BodyServer.start();
    const { body } = await fresh.client.post('/data-url').send({ uploadId: 'u' }).expect(201);
    expect(body).toEqual({ fields: { uploadId: 'u' }, file: null });
    expect(await fresh.hasWritten()).toBe(false);
    await fresh.client.post('/data-url').send({ uploadId: 'u', file: '' }).expect(400);
    await fresh.close();
  });

  it('do not fill the memory', async () => {
    const group = Buffer.alloc(64 * 1024, 'QUJD');
    const groups = (60 * MB) / group.length;
    // What is kept matters, not what waits to be collected.
    const collectGarbage = garbageCollector();
    collectGarbage();
    const before = memoryInUse();
    const grown = () => {
      // To collect garbage takes a second: only where what is in use with it is too much.
      if (memoryInUse() - before >= MOST_GROWN) collectGarbage();
      return memoryInUse() - before;
    };
    let peak = 0;
    const request = server.open('/data-url', { 'content-type': 'application/json' });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    await pipeline(
      Readable.from(
        (function* () {
          yield Buffer.from('{"file":"data:video/webm;base64,');
          for (let n = 0; n < groups; n++) {
            if (n % 100 === 0) peak = Math.max(peak, grown());
            yield group;
          }
          yield Buffer.from('"}');
        })(),
      ),
      request,
    );
    const [response] = await answered;
    expect(await json(response)).toMatchObject({ file: { bytes: 45 * MB } });
    expect(peak).toBeLessThan(MOST_GROWN);
  });

  describe('refuses', () => {
    it.each([
      ['broken JSON', '{"file":"data:a/b;base64,QUJD"', 400, 'malformed_json'],
      ['no JSON object', '["data:a/b;base64,QUJD"]', 400, 'malformed_json'],
      ['an empty body', '', 400, 'malformed_json'],
      ['broken base64', '{"file":"data:a/b;base64,QUJ"}', 400, 'malformed_data_url'],
      ['an address', '{"file":"https://example.org"}', 400, 'malformed_data_url'],
    ])('%s', async (_name, body, status, code) => {
      const answer = await client.post('/data-url').type('json').send(body).expect(status);
      expect(answer.body).toMatchObject({ code });
    });

    it('a file over the limit, in the words of the caller', async () => {
      const body = { file: toDataUrl(Buffer.alloc(11), 'a/b') };
      await client.post('/data-url?limit=11').send(body).expect(201);
      const answer = await client.post('/data-url?limit=10').send(body).expect(413);
      expect(answer.body).toEqual({ code: 'too_large', message: 'Too large for us.' });
    });

    it('a body that announces far more than the limit, and writes nothing of it', async () => {
      const fresh = await BodyServer.start();
      try {
        const body = { file: toDataUrl(Buffer.alloc(100_000), 'a/b') };
        const answer = await fresh.client.post('/data-url?limit=10000').send(body).expect(413);
        expect(answer.body).toEqual({ code: 'too_large', message: 'Too large for us.' });
        expect(await fresh.hasWritten()).toBe(false);
      } finally {
        await fresh.close();
      }
    });

    it('nothing for the escapes of its sender', async () => {
      const base64 = Buffer.alloc(100_000, 0xff).toString('base64').replaceAll('/', '\\/');
      const body = `{"file":"data:a/b;base64,${base64}"}`;
      await client.post('/data-url?limit=100000').type('json').send(body).expect(201);
    });

    it.each([
      ['10 bytes', 10],
      ['3 MB', 3 * MB],
    ])('a large file over a limit of %s, after which the connection still serves', async (_limit, limit) => {
      const body = { file: toDataUrl(Buffer.alloc(5 * MB), 'a/b') };
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      await client.post(`/data-url?limit=${limit}`).agent(agent).send(body).expect(413);
      await client.post('/data-url').agent(agent).send({}).expect(201);
      agent.destroy();
    });

    it('a large file for which there is no folder, after which the connection still serves', async () => {
      const fresh = await BodyServer.start();
      await fresh.blockFolder();
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const body = { file: toDataUrl(Buffer.alloc(5 * MB), 'a/b') };
      await fresh.client.post('/data-url').agent(agent).send(body).expect(500);
      await fresh.client.post('/data-url').agent(agent).send({}).expect(201);
      // What stands still is ended, and sent again on another.
      expect(fresh.connections).toBe(1);
      agent.destroy();
      await fresh.close();
    });

    it('what is not JSON, and JSON that is compressed', async () => {
      const refusal = { code: 'unsupported_body', message: 'Send the request as JSON.' };
      await client.post('/data-url').type('text/plain').send('{}').expect(415, refusal);
      await client.post('/data-url').type('json').set('Content-Encoding', 'gzip').send('{}').expect(415);
    });
  });

  it('leave nothing behind when the client goes away', async () => {
    const request = server.open('/data-url', { 'content-type': 'application/json', 'content-length': 1000 });
    request.on('error', () => {});
    request.write('{"file":"data:video/webm;base64,QUJD');
    await until(async () => (await server.filesLeft()).length > 0);
    request.destroy();
    await until(async () => (await server.filesLeft()).length === 0);
    expect(await server.filesLeft()).toEqual([]);
  });
});
