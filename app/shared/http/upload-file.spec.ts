import { setImmediate } from 'node:timers/promises';
import { UPLOAD_CHUNK_BYTES } from '../../../api/contract/common/limits.js';
import { UPLOAD_TIMEOUT_MS } from '../../../api/contract/common/screen-numbers.js';
import { NetworkFailure } from './http-error.js';
import type { SendBody } from './send-body.js';
import { uploadFile, type UploadFileOptions } from './upload-file.js';
import { sendByFetch, UploadTestServer } from '../../testing/upload-test-server.js';

const SIZE = UPLOAD_CHUNK_BYTES * 2 + 100;
const content = Buffer.from(Uint8Array.from({ length: SIZE }, (_, index) => index % 251));
const file = new Blob([content], { type: 'video/webm' });
/** Of one chunk, where it does not matter how many there are. */
const smallContent = content.subarray(0, 100);
const smallFile = new Blob([smallContent], { type: 'video/webm' });
const description = { filename: 'take.webm', mimeType: 'video/webm' };

const timeOut = () => Promise.reject(new NetworkFailure('timeout'));

describe('uploadFile', () => {
  let server: UploadTestServer;

  beforeEach(async () => {
    server = new UploadTestServer();
    await server.listen();
  });
  afterEach(() => server.close());

  const upload = (options: Partial<UploadFileOptions> = {}, sent = file) =>
    uploadFile<{ uploadId: string }>(server.routes, sent, {
      ...description,
      send: sendByFetch,
      retryDelaysMs: [0, 0],
      ...options,
    });

  const uploadSmall = (options: Partial<UploadFileOptions> = {}) => upload(options, smallFile);

  it('says at the start what the file is, sends 5 MB chunks as they are and returns what process returns', async () => {
    const sessions: string[] = [];
    const answer = await upload({ fields: { userId: 'p1' }, onSession: (id) => sessions.push(id) });
    expect(answer.uploadId).toBe('u1');
    expect(sessions).toEqual(['u1']);
    expect(server.calls).toEqual(['start', 'chunk', 'chunk', 'chunk', 'process']);
    expect(server.assembled().equals(content)).toBe(true);
    expect(server.started).toEqual({ ...description, totalChunks: 3, totalSize: SIZE, userId: 'p1' });
    expect([...server.uploadIds]).toEqual(['u1']);
  });

  it('gives a chunk half an hour in all, and a minute in which nothing moves', async () => {
    const asked: unknown[] = [];
    const send: SendBody = (path, body, options) => {
      asked.push(options);
      return sendByFetch(path, body, options);
    };
    await uploadSmall({ send });
    expect(asked).toMatchObject([{ timeoutMs: UPLOAD_TIMEOUT_MS, stallMs: 60_000 }]);
  });

  it('counts chunks up to 80, processing as 85 and done as 100', async () => {
    const progress: number[] = [];
    await upload({ onProgress: (percent) => progress.push(percent) });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.slice(-3)).toEqual([80, 85, 100]);
    expect(progress).toContain(13);
  });

  it('goes on with an earlier session, sending only what is missing', async () => {
    const first = content.subarray(0, UPLOAD_CHUNK_BYTES);
    server.resumeWith({ ...description, totalSize: SIZE, totalChunks: 3 }, [[0, first]]);
    await upload({ uploadId: 'u1' });
    expect(server.calls).toEqual(['status', 'chunk', 'chunk', 'process']);
    expect(server.assembled().equals(content)).toBe(true);
  });

  it.each([404, 410])('starts anew when the earlier session is gone (%i)', async (status) => {
    server.trouble.status.push(status);
    await uploadSmall({ uploadId: 'swept' });
    expect(server.calls.slice(0, 2)).toEqual(['status', 'start']);
  });

  it('sends everything anew when the server has lost what had arrived', async () => {
    server.trouble.chunk.push(undefined, 410);
    server.trouble.process.push(410);
    const sessions: string[] = [];
    await upload({ onSession: (id) => sessions.push(id) });
    const whole = ['start', 'chunk', 'chunk', 'chunk', 'process'];
    expect(server.calls).toEqual(['start', 'chunk', 'chunk', ...whole, ...whole]);
    expect(sessions).toHaveLength(3);
  });

  it('gives up when the server loses it again and again', async () => {
    server.trouble.process.push(410, 410, 410);
    await expect(uploadSmall()).rejects.toMatchObject({ status: 410 });
  });

  it('starts anew when the earlier session is about another file', async () => {
    server.resumeWith({ ...description, totalSize: 5, totalChunks: 1 }, []);
    await uploadSmall({ uploadId: 'u1' });
    expect(server.calls.slice(0, 2)).toEqual(['status', 'start']);
  });

  it('asks what has arrived after a cut connection, and does not send that again', async () => {
    server.trouble.chunk.push(undefined, 'cut after', 'cut before');
    await upload();
    expect(server.calls).toEqual(['start', 'chunk', 'chunk', 'status', 'chunk', 'status', 'chunk', 'process']);
    expect(server.assembled().equals(content)).toBe(true);
  });

  it('waits and tries again when the server is briefly unable', async () => {
    server.trouble.start.push(503);
    server.trouble.process.push(503, 'cut after');
    let troubles = 0;
    await uploadSmall({ onTrouble: () => troubles++ });
    expect(troubles).toBe(3);
  });

  it.each([408, 425, 429, 502, 503, 504])('tries again what is answered with %i', async (status) => {
    for (const kind of ['start', 'chunk', 'process'] as const) server.trouble[kind].push(status);
    server.trouble.status.push(status);
    await uploadSmall({ retryDelaysMs: [0, 0, 0] });
    expect(server.assembled().equals(smallContent)).toBe(true);
    const count = (kind: string) => server.calls.filter((call) => call === kind).length;
    expect({ start: count('start'), chunk: count('chunk'), process: count('process') }).toEqual({
      start: 2,
      chunk: 2,
      process: 2,
    });
  });

  it.each([400, 401, 403, 404, 409, 413, 415, 500, 507])('takes %i for an answer', async (status) => {
    server.trouble.chunk.push(status);
    await expect(uploadSmall()).rejects.toMatchObject({ status });
    expect(server.calls).toEqual(['start', 'chunk']);
  });

  it('stops when its signal does', async () => {
    const stop = new AbortController();
    const uploading = upload({ signal: stop.signal, onSession: () => stop.abort() });
    await expect(uploading).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.calls).not.toContain('process');
  });

  it('stops with its signal also while it waits to be told what has arrived', async () => {
    server.trouble.chunk.push('cut before');
    server.trouble.status.push('unanswered');
    const stop = new AbortController();
    const asked = async () => {
      while (!server.calls.includes('status')) await setImmediate();
      stop.abort();
    };
    const [sent] = await Promise.allSettled([uploadSmall({ signal: stop.signal }), asked()]);
    expect(sent).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  });

  describe('fails with the message of its stage', () => {
    it.each([
      ['start', 401, 'Failed to start upload session'],
      ['chunk', 409, 'Failed to upload chunk 1/3'],
      ['process', 415, 'Failed to process upload'],
    ] as const)('%s', async (kind, status, message) => {
      server.trouble[kind].push(status);
      await expect(upload()).rejects.toMatchObject({ message, status, serverMessage: 'Refused' });
    });

    it('no connection', async () => {
      server.trouble.chunk.push('cut before', 'cut before', 'cut before');
      await expect(uploadSmall()).rejects.toMatchObject({ message: 'Network error during upload', status: null });
    });

    it('time-out', async () => {
      const message = 'Upload timeout - file may be too large or connection too slow';
      await expect(upload({ send: timeOut })).rejects.toMatchObject({ message });
    });
  });
});
