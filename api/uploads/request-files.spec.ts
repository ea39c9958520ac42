import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Controller, Post, Req } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request } from 'express';
import supertest from 'supertest';
import { Audience } from '../http/audience.decorator.js';
import { HttpModule } from '../http/http.module.js';
import { StreamedBody } from '../http/streamed-body.js';
import { toDataUrl } from '../testing/sample-media.js';
import { temporaryFiles } from './part-store.js';
import { readDataUrlBody } from './read-data-url-body.js';
import { readMultipartBody } from './read-multipart-body.js';
import type { ReceivedBody } from './received-file.js';

const MB = 1024 * 1024;
const LIMIT = { bytes: 100 * MB, message: 'Too large for us.' };
let folder: string;

@Controller()
@Audience('public')
class BodyController {
  @Post('data-url')
  @StreamedBody()
  async dataUrl(@Req() request: Request) {
    await using body = await readDataUrlBody(request, { folder, field: 'file', limit: limitOf(request) });
    return await describeBody(body);
  }

  @Post('multipart')
  @StreamedBody()
  async multipart(@Req() request: Request) {
    await using body = await readMultipartBody(request, {
      store: temporaryFiles(folder),
      field: 'file',
      limit: limitOf(request),
    });
    return await describeBody(body);
  }
}

function limitOf(request: Request) {
  return { ...LIMIT, bytes: Number(request.query.limit ?? LIMIT.bytes) };
}

async function describeBody({ fields, file }: ReceivedBody) {
  if (!file) return { fields, file };
  const { bytes, sha256, filename, mimeType } = file;
  const onDisk = (await stat(file.path)).size;
  return { fields, file: { bytes, onDisk, sha256: sha256.toString('hex'), filename, mimeType } };
}

function described(bytes: Buffer, claimed: { filename: string; mimeType: string }) {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes: bytes.length, onDisk: bytes.length, sha256, ...claimed };
}

describe('files in request bodies', () => {
  let app: NestExpressApplication;
  let client: ReturnType<typeof supertest>;
  let port: number;

  beforeAll(async () => {
    folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'bodies-')), 'made', 'when', 'missing');
    const testing = await Test.createTestingModule({ imports: [HttpModule], controllers: [BodyController] }).compile();
    app = testing.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
    await app.listen(0, '127.0.0.1');
    const server = app.getHttpServer();
    client = supertest(server);
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    expect(await filesLeft()).toEqual([]);
  });
  afterAll(async () => {
    await app.close();
    await rm(path.resolve(folder, '../../..'), { recursive: true });
  });

  function open(target: string, headers: http.OutgoingHttpHeaders): http.ClientRequest {
    return http.request({ port, host: '127.0.0.1', method: 'POST', path: target, headers });
  }

  describe('as data URLs', () => {
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

    it('may be left out', async () => {
      const { body } = await client.post('/data-url').send({ uploadId: 'u' }).expect(201);
      expect(body).toEqual({ fields: { uploadId: 'u' }, file: null });
    });

    it('do not fill the memory', async () => {
      const group = Buffer.alloc(64 * 1024, 'QUJD');
      const groups = (60 * MB) / group.length;
      const collectGarbage = garbageCollector();
      const memoryInUse = () => {
        collectGarbage();
        const { heapUsed, external } = process.memoryUsage();
        return heapUsed + external;
      };
      const before = memoryInUse();
      let peak = 0;
      const request = open('/data-url', { 'content-type': 'application/json' });
      const answered = once(request, 'response') as Promise<[IncomingMessage]>;
      await pipeline(
        Readable.from(
          (function* () {
            yield Buffer.from('{"file":"data:video/webm;base64,');
            for (let n = 0; n < groups; n++) {
              if (n % 100 === 0) peak = Math.max(peak, memoryInUse() - before);
              yield group;
            }
            yield Buffer.from('"}');
          })(),
        ),
        request,
      );
      const [response] = await answered;
      expect(await json(response)).toMatchObject({ file: { bytes: 45 * MB } });
      expect(peak).toBeLessThan(30 * MB);
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

      it('a large file over the limit, after which the connection still serves', async () => {
        const body = { file: toDataUrl(Buffer.alloc(5 * MB), 'a/b') };
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        await client.post('/data-url?limit=10').agent(agent).send(body).expect(413);
        await client.post('/data-url').agent(agent).send({}).expect(201);
        agent.destroy();
      });

      it('what is not JSON, and JSON that is compressed', async () => {
        await client.post('/data-url').type('text/plain').send('{}').expect(415);
        await client.post('/data-url').type('json').set('Content-Encoding', 'gzip').send('{}').expect(415);
      });
    });

    it('leave nothing behind when the client goes away', async () => {
      const request = open('/data-url', { 'content-type': 'application/json', 'content-length': 1000 });
      request.on('error', () => {});
      request.write('{"file":"data:video/webm;base64,QUJD');
      await until(async () => (await filesLeft()).length > 0);
      request.destroy();
      await until(async () => (await filesLeft()).length === 0);
      expect(await filesLeft()).toEqual([]);
    });
  });

  describe('in multipart forms', () => {
    const bytes = Buffer.alloc(3 * MB, 7);
    const claimed = { filename: 'clip.webm', contentType: 'video/webm' };
    const file = described(bytes, { filename: 'clip.webm', mimeType: 'video/webm' });

    it.each(['before', 'after'])('are written when the fields come %s them', async (place) => {
      const form = client.post('/multipart');
      if (place === 'before') form.field('title', 'Now').attach('file', bytes, claimed);
      else form.attach('file', bytes, claimed).field('title', 'Now');
      const { body } = await form.expect(201);
      expect(body).toEqual({ fields: { title: 'Now' }, file });
    });

    it('lose the folders of their name', async () => {
      const { body } = await client.post('/multipart').attach('file', bytes, { filename: '../../etc/clip.webm' });
      expect(body).toMatchObject({ file: { filename: 'clip.webm' } });
    });

    it('may be empty or left out', async () => {
      const empty = await client.post('/multipart').attach('file', Buffer.alloc(0), claimed).expect(201);
      expect(empty.body).toMatchObject({ file: { bytes: 0 } });
      const { body } = await client.post('/multipart').field('title', 'Now').expect(201);
      expect(body).toEqual({ fields: { title: 'Now' }, file: null });
    });

    it('keep fields named as properties of objects apart', async () => {
      const { body } = await client.post('/multipart').field('__proto__', 'x').field('constructor', 'y').expect(201);
      expect((body as { fields: object }).fields).toHaveProperty('constructor', 'y');
    });

    describe('refuses', () => {
      it('a file over the limit, in the words of the caller', async () => {
        await client.post(`/multipart?limit=${bytes.length}`).attach('file', bytes, claimed).expect(201);
        const { body } = await client.post(`/multipart?limit=${bytes.length - 1}`).attach('file', bytes, claimed);
        expect(body).toEqual({ code: 'too_large', message: 'Too large for us.' });
      });

      it('a field over the limit', async () => {
        await client.post('/multipart').field('title', 'x'.repeat(5000)).attach('file', bytes, claimed).expect(413);
      });

      it('too many fields', async () => {
        const form = client.post('/multipart');
        for (let n = 0; n < 40; n++) form.field(`field${n}`, 'x');
        await form.expect(400);
      });

      it('two files, and a file under another name', async () => {
        await client.post('/multipart').attach('file', bytes, claimed).attach('file', bytes, claimed).expect(400);
        await client.post('/multipart').attach('other', bytes, claimed).expect(400);
      });

      it('other bodies', async () => {
        await client.post('/multipart').send({ file: 'x' }).expect(415);
        await client.post('/multipart').expect(415);
        await client.post('/multipart').type('multipart/form-data').send('x').expect(415);
      });

      it('a form without its end', async () => {
        const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc';
        for (const body of ['', 'nonsense', '--b', part, `${part}\r\n--b`]) {
          const answer = await client.post('/multipart').type('multipart/form-data; boundary=b').send(body).expect(400);
          expect(answer.body).toMatchObject({ code: 'malformed_multipart' });
        }
      });
    });

    it('leave nothing behind when the client goes away', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 1000 };
      const request = open('/multipart', headers);
      request.on('error', () => {});
      request.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc');
      await until(async () => (await filesLeft()).length > 0);
      request.destroy();
      await until(async () => (await filesLeft()).length === 0);
      expect(await filesLeft()).toEqual([]);
    });
  });
});

const filesLeft = () => readdir(folder).catch(() => []);

async function until(isReached: () => Promise<boolean>): Promise<void> {
  while (!(await isReached())) await new Promise(setImmediate);
}

/** What is kept matters, not what waits to be collected. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
