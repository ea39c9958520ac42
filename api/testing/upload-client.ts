import { UPLOAD_CHUNK_BYTES } from '../contract/common/limits.js';
import { CHUNK_HEADERS, RAW_CHUNK_TYPE, type StartUploadResponse } from '../contract/media/uploads.js';
import type { TestApp } from './test-app.js';

/** Differences from a plain chunk. */
export interface ChunkOptions {
  bytes?: Buffer;
  /** Sends the fields after the file. */
  fieldsLast?: boolean;
  fields?: Record<string, string>;
}

/** Uploads one file in chunks, as the browser does. Numbers of chunks count from 0. */
export class UploadClient {
  constructor(
    private readonly testApp: Pick<TestApp, 'http'>,
    private readonly cookie: string,
    private readonly file: Buffer,
    private readonly base = '/api/uploads',
  ) {}

  get startRequest() {
    const totalSize = this.file.length;
    const totalChunks = Math.ceil(totalSize / UPLOAD_CHUNK_BYTES);
    return { filename: 'take.webm', totalSize, totalChunks, mimeType: 'video/webm' };
  }

  /** The same file through another server or as somebody else. */
  through({ testApp = this.testApp, cookie = this.cookie }: { testApp?: Pick<TestApp, 'http'>; cookie?: string }) {
    return new UploadClient(testApp, cookie, this.file, this.base);
  }

  chunk(index: number): Buffer {
    return this.file.subarray(index * UPLOAD_CHUNK_BYTES, (index + 1) * UPLOAD_CHUNK_BYTES);
  }

  start(fields: object = {}) {
    const body = { ...this.startRequest, ...fields };
    return this.testApp.http.post(`${this.base}/start`).set('Cookie', this.cookie).send(body);
  }

  async open(fields: object = {}): Promise<string> {
    const response = await this.start(fields).expect(201);
    return (response.body as StartUploadResponse).uploadId;
  }

  send(uploadId: string, index: number, options: ChunkOptions = {}) {
    const { bytes = this.chunk(index), fieldsLast = false } = options;
    const { totalChunks, filename } = this.startRequest;
    const form = this.testApp.http.post(`${this.base}/chunk`).set('Cookie', this.cookie);
    const fields = { uploadId, chunkIndex: index, totalChunks, filename, ...options.fields };
    if (!fieldsLast) form.field(fields);
    form.attach('chunk', bytes, 'blob');
    return fieldsLast ? form.field(fields) : form;
  }

  /** As it is, without a form around it. */
  sendRaw(uploadId: string, index: number | string, bytes = this.chunk(Number(index))) {
    const { uploadId: id, chunkIndex } = CHUNK_HEADERS;
    const request = this.testApp.http.post(`${this.base}/chunk`).set('Cookie', this.cookie).type(RAW_CHUNK_TYPE);
    return request.set({ [id]: uploadId, [chunkIndex]: String(index) }).send(bytes);
  }

  status(uploadId: string) {
    return this.testApp.http.get(`${this.base}/${uploadId}`).set('Cookie', this.cookie);
  }

  process(uploadId: string) {
    return this.testApp.http.post(`${this.base}/process/${uploadId}`).set('Cookie', this.cookie);
  }

  /** All of it, up to and with `process`. */
  async upload(): Promise<string> {
    const uploadId = await this.open();
    for (let index = 0; index < this.startRequest.totalChunks; index++) await this.send(uploadId, index).expect(200);
    await this.process(uploadId).expect(200);
    return uploadId;
  }
}
