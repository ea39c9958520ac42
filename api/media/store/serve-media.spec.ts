import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import express, { type Request, type Response } from 'express';
import supertest from 'supertest';
import { Audience } from '../../platform/http/audience.decorator.js';
import { HttpModule } from '../../platform/http/http.module.js';
import { serveMedia, serveStream } from './serve-media.js';

const TEXT = '0123456789';
let folder: string;

@Controller('file')
@Audience('public')
class FileController {
  @Get()
  async serve(@Query() query: Record<string, string>, @Req() request: Request, @Res() response: Response) {
    const file = path.join(folder, query.name ?? 'clip.webm');
    await serveMedia(request, response, {
      path: file,
      mimeType: query.type ?? 'video/webm',
      etag: 'abc',
      downloadName: query.download,
    });
  }
}

describe('serveMedia', () => {
  let app: NestExpressApplication;
  let http: ReturnType<typeof supertest>;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), '.serve #%20 '));
    await writeFile(path.join(folder, 'clip.webm'), TEXT);
    const testing = await Test.createTestingModule({ imports: [HttpModule], controllers: [FileController] }).compile();
    app = testing.createNestApplication<NestExpressApplication>({ logger: false });
    await app.init();
    http = supertest(app.getHttpServer());
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('sends the whole file, which the browser may neither guess at nor run nor keep', async () => {
    const { headers, body } = await http.get('/file').expect(200);
    expect((body as Buffer).toString()).toBe(TEXT);
    expect(headers).toMatchObject({
      'content-type': 'video/webm',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      etag: '"abc"',
    });
    expect(headers).not.toHaveProperty('content-disposition');
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=4-', '456789', 'bytes 4-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('sends the part %s', async (range, expected, contentRange) => {
    const { headers, body } = await http.get('/file').set('Range', range).expect(206);
    expect((body as Buffer).toString()).toBe(expected);
    expect(headers).toMatchObject({ 'content-range': contentRange, 'content-length': `${expected.length}` });
  });

  it.each(['bytes=abc', 'chapters=1-2', 'bytes=0-1,4-5'])('sends the whole file for the range %s', async (range) => {
    const { body } = await http.get('/file').set('Range', range).expect(200);
    expect((body as Buffer).toString()).toBe(TEXT);
  });

  it('sends the whole file when a part of an older one is asked for', async () => {
    await http.get('/file').set('Range', 'bytes=0-3').set('If-Range', '"old"').expect(200);
    await http.get('/file').set('Range', 'bytes=0-3').set('If-Range', '"abc"').expect(206);
  });

  it('answers HEAD with the headers alone', async () => {
    const { headers, body } = await http.head('/file').expect(200);
    expect(headers['content-length']).toBe('10');
    expect(body).toEqual({});
    await http.head('/file').set('Range', 'bytes=0-3').expect(206).expect('Content-Length', '4');
  });

  it('answers 304 to who has it', async () => {
    await http.get('/file').set('If-None-Match', '"abc"').expect(304);
  });

  it('offers a download under any name', async () => {
    const { headers } = await http.get('/file').query({ download: 'Zoë "2" – før.webm' }).expect(200);
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Zo? \\"2\\" ? f?r.webm"; filename*=UTF-8''Zo%C3%AB%20%222%22%20%E2%80%93%20f%C3%B8r.webm`,
    );
    expect(headers['content-type']).toBe('video/webm');
  });

  it('hands over what is no known media type as an unnamed attachment', async () => {
    const { headers } = await http.get('/file').query({ type: 'text/html' }).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' });
  });

  describe('refuses', () => {
    it('a range outside the file, and tells how long the file is', async () => {
      const { headers, body } = await http.get('/file').set('Range', 'bytes=10-').expect(416);
      expect(body).toEqual({ code: 'range_not_satisfiable', message: 'The requested range is outside the file.' });
      expect(headers).toMatchObject({
        'content-range': 'bytes */10',
        'content-type': 'application/json; charset=utf-8',
      });
      expect(headers).not.toHaveProperty('etag', '"abc"');
    });

    it('a file that is gone', async () => {
      const { body } = await http.get('/file').query({ name: 'gone.webm', download: 'gone.webm' }).expect(404);
      expect(body).toMatchObject({ code: 'media_not_found' });
    });
  });
});

describe('serveStream', () => {
  it('has served whoever lets go midway, as a player that seeks does, and lets go of the file', async () => {
    const source = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(100_000);
      })(),
    );
    const served = Promise.withResolvers<void>();
    const app = express();
    app.get('/', (request, response) => {
      const file = { bytes: 1_000_000_000, mimeType: 'video/mp4', open: async () => source };
      serveStream(request, response, file).then(served.resolve, served.reject);
    });
    const server = createServer(app);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const request = get({ port: (server.address() as AddressInfo).port, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    response.destroy();
    server.close();
    await expect(served.promise).resolves.toBeUndefined();
    expect(source.destroyed).toBe(true);
  });
});
