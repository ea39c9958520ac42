import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { toKnownRefusal } from '../../platform/http/known-failures.js';
import { describeMediaStore } from '../../testing/media-store.conformance.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { S3MediaStore } from './s3-media-store.js';

const MEGABYTE = 1024 * 1024;
const KEY = '3f/3f2b8c1e-0000-4000-8000-000000000001.webm';
/** In place of the small server, one that does everything (`TEST_S3_ENDPOINT`). */
const isSmall = !process.env.TEST_S3_ENDPOINT;
let s3: TestS3;

beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

/** An empty place of a spec's own in the bucket. */
function openPlace(endpoint = s3.access.endpoint) {
  const prefix = `${randomUUID()}/`;
  const store = new S3MediaStore({ bucket: s3.bucket, prefix }, { ...s3.access, endpoint });
  const countStored = async () => {
    const client = new S3Client({ ...s3.access, endpoint: s3.access.endpoint!, forcePathStyle: true });
    const place = { Bucket: s3.bucket, Prefix: prefix };
    const { KeyCount } = await client.send(new ListObjectsV2Command(place));
    // The small server cannot tell these, nor end them.
    const { Uploads = [] } = isSmall ? {} : await client.send(new ListMultipartUploadsCommand(place));
    client.destroy();
    return KeyCount! + Uploads.length;
  };
  return { store, prefix, countStored };
}

async function* failingLate(): AsyncGenerator<Buffer> {
  yield randomBytes(17 * MEGABYTE);
  throw new Error('cut off');
}

function refusing(status: number, code: string): RequestListener {
  return (request, response) => {
    request.resume();
    response.writeHead(status, { 'Content-Type': 'application/xml' });
    response.end(`<Error><Code>${code}</Code><Message>No.</Message></Error>`);
  };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');

/** Of work that fails; what is no known failure itself, to be seen. */
async function refusalOf(work: Promise<unknown>) {
  const failure = await work.then(() => 'It did not fail.').catch((error: unknown) => error);
  return toKnownRefusal(failure) ?? failure;
}

describeMediaStore('S3MediaStore', async () => ({ ...openPlace(), dispose: async () => {} }));

describe('S3MediaStore', () => {
  it('keeps what is larger than a part', async () => {
    const { store, countStored } = openPlace();
    const bytes = randomBytes(17 * MEGABYTE);
    expect(await store.put(KEY, Readable.from([bytes]))).toMatchObject({ bytes: bytes.length });
    expect((await buffer(await store.openRange(KEY))).equals(bytes)).toBe(true);
    const range = { start: 8 * MEGABYTE - 2, end: 8 * MEGABYTE + 1 };
    expect(await buffer(await store.openRange(KEY, range))).toEqual(bytes.subarray(range.start, range.end + 1));
    expect(await countStored()).toBe(1);
  });

  it('keeps nothing of a large stream that fails, and what the key had before', async () => {
    const { store, countStored } = openPlace();
    await store.put(KEY, Readable.from([Buffer.from('first')]));
    await expect(store.put(KEY, Readable.from(failingLate()))).rejects.toThrow('cut off');
    expect((await buffer(await store.openRange(KEY))).toString()).toBe('first');
    expect(await countStored()).toBe(1);
  });

  it('keeps no file that has changed since it was written', async () => {
    const { store, countStored } = openPlace();
    const folder = await mkdtemp(path.join(os.tmpdir(), 's3-file-'));
    const file = path.join(folder, 'finished');
    await writeFile(file, 'other bytes');
    const put = store.put(KEY, { path: file, bytes: 11, sha256: Buffer.alloc(32) });
    await expect(put).rejects.toThrow('has changed since it was written');
    expect(await countStored()).toBe(0);
    await rm(folder, { recursive: true });
  });

  it('leaves what is beside its own place alone', async () => {
    const { store } = openPlace();
    const other = openPlace();
    await other.store.put(KEY, Readable.from([Buffer.from('another place')]));
    expect(await store.listKeys()).toEqual([]);
    await store.remove(KEY);
    expect(await other.store.listKeys()).toEqual([KEY]);
  });

  it('says that bytes are missing as a file system does', async () => {
    const { store } = openPlace();
    await expect(store.openRange(KEY)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

(isSmall ? describe.skip : describe)('S3MediaStore, with a whole server,', () => {
  it('lists more than a page of keys', async () => {
    const { store } = openPlace();
    const keys = Array.from({ length: 1_005 }, (_, n) => `many/file-${n}.webm`);
    for (let at = 0; at < keys.length; at += 50) {
      await Promise.all(keys.slice(at, at + 50).map((key) => store.put(key, Readable.from([Buffer.from('x')]))));
    }
    expect((await store.listKeys()).toSorted()).toEqual(keys.toSorted());
  });

  it('removes every version of a file for good', async () => {
    const { store, prefix } = openPlace();
    const client = new S3Client({ ...s3.access, endpoint: s3.access.endpoint!, forcePathStyle: true });
    const setVersions = (Status: 'Enabled' | 'Suspended') =>
      client.send(new PutBucketVersioningCommand({ Bucket: s3.bucket, VersioningConfiguration: { Status } }));
    await setVersions('Enabled');
    await store.put(KEY, Readable.from([Buffer.from('first')]));
    await store.put(KEY, Readable.from([Buffer.from('second')]));
    await store.remove(KEY);
    const left = await client.send(new ListObjectVersionsCommand({ Bucket: s3.bucket, Prefix: prefix }));
    await setVersions('Suspended');
    client.destroy();
    expect([...(left.Versions ?? []), ...(left.DeleteMarkers ?? [])]).toEqual([]);
  });

  it('gives up what was begun before a time, and nothing later', async () => {
    const { store, prefix, countStored } = openPlace();
    const client = new S3Client({ ...s3.access, endpoint: s3.access.endpoint!, forcePathStyle: true });
    await client.send(new CreateMultipartUploadCommand({ Bucket: s3.bucket, Key: `${prefix}${KEY}` }));
    client.destroy();
    await store.sweepUnfinished(new Date(Date.now() - 60_000));
    expect(await countStored()).toBe(1);
    await store.sweepUnfinished(new Date(Date.now() + 60_000));
    expect(await countStored()).toBe(0);
  });
});

describe('a store that fails', () => {
  let answer: RequestListener;
  const server = createServer((request, response) => answer(request, response));

  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => void server.close(resolve)));

  const open = () => openPlace(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).store;
  it.each([
    [503, 'SlowDown', 503, 'away'],
    [500, 'InternalError', 503, 'away'],
    [403, 'QuotaExceeded', 507, 'out_of_space'],
    [507, 'XMinioStorageFull', 507, 'out_of_space'],
    [507, 'InsufficientStorage', 507, 'out_of_space'],
  ])('with %i %s is told as %i %s', async (status, code, told, name) => {
    answer = refusing(status, code);
    const put = open().put(KEY, Readable.from([Buffer.from('a recording')]));
    expect(await refusalOf(put)).toMatchObject({ status: told, code: name });
  });

  it.each([
    [503, 'SlowDown', 503],
    [403, 'QuotaExceeded', 507],
  ])('is told so of a file of several parts, too: %i %s', async (status, code, told) => {
    answer = refusing(status, code);
    const pieces = Array.from({ length: 20 }, () => Buffer.alloc(1024 * 1024));
    expect(await refusalOf(open().put(KEY, Readable.from(pieces)))).toMatchObject({ status: told });
  });

  it('goes on once the store answers again', async () => {
    let refused = 0;
    const body = 'a recording';
    answer = (request, response) => {
      if (refused++ < 2) refusing(503, 'SlowDown')(request, response);
      else response.writeHead(200, { 'Content-Length': body.length }).end(body);
    };
    expect((await buffer(await open().openRange(KEY))).toString()).toBe(body);
  });

  it('is told the hash of what it is to keep', async () => {
    const body = Buffer.from('a recording');
    const told: unknown[] = [];
    answer = (request, response) => {
      if (request.method === 'PUT') told.push(request.headers['x-amz-checksum-sha256']);
      // Asked afterwards how much it has.
      const headers = request.method === 'HEAD' ? { 'Content-Length': body.length } : { ETag: '"1"' };
      request.resume().on('end', () => response.writeHead(200, headers).end());
    };
    await open().put(KEY, Readable.from([body]));
    expect(told).toEqual([hashOf(body)]);
  });

  it('has not kept what it has less of than it was sent', async () => {
    answer = (request, response) => {
      const headers = request.method === 'HEAD' ? { 'Content-Length': 5 } : { ETag: '"1"' };
      request.resume().on('end', () => response.writeHead(200, headers).end());
    };
    const put = open().put(KEY, Readable.from([Buffer.from('a recording')]));
    await expect(put).rejects.toThrow('of 11 bytes the store has 5.');
  });

  it('gives no bytes other than those whose hash it tells', async () => {
    answer = (_, response) => {
      const headers = { 'Content-Length': 11, 'x-amz-checksum-sha256': hashOf(Buffer.from('a recording')) };
      response.writeHead(200, headers).end('a recOrding');
    };
    await expect(open().openRange(KEY).then(buffer)).rejects.toThrow('Checksum mismatch');
  });

  it('gives no half of a file for the whole', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('the first half', () => response.destroy());
    };
    await expect(open().openRange(KEY).then(buffer)).rejects.toThrow('aborted');
  });
});
