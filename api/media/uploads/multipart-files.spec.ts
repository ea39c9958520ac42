import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Controller, Post, Req } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import type { Request } from 'express';
import supertest from 'supertest';
import { Audience } from '../../platform/http/audience.decorator.js';
import { HttpModule } from '../../platform/http/http.module.js';
import { StreamedBody } from '../../platform/http/streamed-body.js';
import { temporaryFiles } from './multipart-body.js';
import { readMultipartFiles } from './multipart-body.js';

const LIMIT = { bytes: 1000, message: 'Too large together.' };
let folder: string;

const isFileField = (name: string) => /^file\d$/.test(name);
const part = (length: number) => Buffer.alloc(length, 1);
/** The beginning of a file in a form whose boundary is "b". */
const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc`;

@Controller()
@Audience('public')
class FormController {
  @Post()
  @StreamedBody()
  async read(@Req() request: Request) {
    await using body = await readMultipartFiles(request, {
      store: temporaryFiles(folder),
      isFileField,
      maxFiles: 3,
      limit: LIMIT,
    });
    const files: unknown[] = [];
    for (const [field, { filename, bytes, path: written }] of body.files) {
      files.push({ field, filename, bytes, onDisk: (await stat(written)).size });
    }
    return { fields: body.fields, files };
  }
}

describe('several files in a multipart form', () => {
  let app: NestExpressApplication;
  let client: ReturnType<typeof supertest>;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'forms-'));
    const testing = await Test.createTestingModule({ imports: [HttpModule], controllers: [FormController] }).compile();
    app = testing.createNestApplication<NestExpressApplication>({ logger: false, bodyParser: false });
    await app.listen(0, '127.0.0.1');
    client = supertest(app.getHttpServer());
  });
  afterEach(async () => {
    expect(await readdir(folder)).toEqual([]);
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('are written beside the fields, wherever those stand', async () => {
    const { body } = await client
      .post('/')
      .attach('file1', part(400), 'früh.jpg')
      .field('description1', 'eins')
      .attach('file0', part(600), '二.mp4')
      .field('description0', 'null')
      .expect(201);
    expect(body).toEqual({
      fields: { description1: 'eins', description0: 'null' },
      files: [
        { field: 'file1', filename: 'früh.jpg', bytes: 400, onDisk: 400 },
        { field: 'file0', filename: '二.mp4', bytes: 600, onDisk: 600 },
      ],
    });
  });

  it('may be none', async () => {
    const { body } = await client.post('/').field('a', 'b').expect(201);
    expect(body).toEqual({ fields: { a: 'b' }, files: [] });
  });

  it('leave nothing behind when the client goes away between them', async () => {
    const { port } = app.getHttpServer().address() as AddressInfo;
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': 2000 };
    const request = http.request({ port, host: '127.0.0.1', method: 'POST', headers });
    request.on('error', () => {});
    for (const name of ['file0', 'file1']) request.write(`${head(name)}\r\n`);
    while ((await readdir(folder)).length < 2) await new Promise(setImmediate);
    request.destroy();
    while ((await readdir(folder)).length > 0) await new Promise(setImmediate);
    expect(await readdir(folder)).toEqual([]);
  });

  describe('refuses', () => {
    it('files that are too large together', async () => {
      const form = client.post('/').attach('file0', part(600), 'a').attach('file1', part(401), 'b');
      const { body } = await form.expect(413);
      expect(body).toEqual({ code: 'too_large', message: 'Too large together.' });
    });

    it('one file too many', async () => {
      const form = client.post('/');
      for (const number of [0, 1, 2, 3]) form.attach(`file${number}`, part(1), 'a');
      const { body } = await form.expect(400);
      expect(body).toEqual({ code: 'too_many_files', message: 'At most 3 files can be sent at a time.' });
    });

    it('two files of one name, and a file of an unknown name', async () => {
      await client.post('/').attach('file0', part(1), 'a').attach('file0', part(1), 'b').expect(400);
      await client.post('/').attach('file0', part(1), 'a').attach('other', part(1), 'b').expect(400);
    });

    it('a form that ends in the second file', async () => {
      const { body } = await client
        .post('/')
        .type('multipart/form-data; boundary=b')
        .send(`${head('file0')}\r\n${head('file1')}`)
        .expect(400);
      expect(body).toMatchObject({ code: 'malformed_multipart' });
    });
  });
});
