import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { S3Bucket } from './s3-bucket.js';

const BUCKET = 'stories';
const HEADERS = { contentType: 'text/html', cacheControl: 'no-cache' };
const PAGE = 2;

interface Version {
  key: string;
  id: string;
  isMarker: boolean;
}

/** As a bucket keeps versions, told in pages of two: the small server of the specs has none. */
class VersionedBucket {
  versions: Version[] = [];
  /** How many pages were told. */
  lists = 0;
  private count = 0;

  readonly listener: RequestListener = (request, response) => {
    request.resume();
    const url = new URL(request.url!, 'http://localhost');
    const key = url.pathname.slice(`/${BUCKET}/`.length);
    if (request.method === 'PUT') {
      response.setHeader('ETag', '"etag"');
      response.setHeader('x-amz-version-id', this.add(key, false));
    } else if (request.method === 'DELETE') {
      const id = url.searchParams.get('versionId');
      if (id === null) this.add(key, true);
      else this.versions = this.versions.filter((version) => version.key !== key || version.id !== id);
    } else {
      response.setHeader('Content-Type', 'application/xml');
      response.write(url.searchParams.has('versions') ? this.list(url.searchParams) : VERSIONING);
    }
    request.once('end', () => response.end());
  };

  /** By their keys, the oldest first. */
  get ids(): Record<string, string[]> {
    const byKey = Object.groupBy(this.versions, ({ key }) => key);
    return Object.fromEntries(Object.entries(byKey).map(([key, versions = []]) => [key, versions.map(({ id }) => id)]));
  }

  private add(key: string, isMarker: boolean): string {
    const id = `v${++this.count}`;
    this.versions.push({ key, id, isMarker });
    return id;
  }

  /** The newest of a key first, and from the marker on. */
  private list(asked: URLSearchParams): string {
    this.lists++;
    const sorted = this.versions
      .filter(({ key }) => key.startsWith(asked.get('prefix') ?? ''))
      .toReversed()
      .toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
    const [marker, markerId] = [asked.get('key-marker'), asked.get('version-id-marker')];
    const rest = marker === null ? sorted : sorted.filter((version) => isAfter(version, marker, markerId!));
    const page = rest.slice(0, PAGE);
    const last = page.at(-1);
    const told = page.map((version) => {
      const isLatest = sorted.find(({ key }) => key === version.key) === version;
      const tag = version.isMarker ? 'DeleteMarker' : 'Version';
      return `<${tag}><Key>${version.key}</Key><VersionId>${version.id}</VersionId><IsLatest>${isLatest}</IsLatest></${tag}>`;
    });
    const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`;
    const isTruncated = rest.length > PAGE;
    return `<ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ''}${told.join('')}</ListVersionsResult>`;
  }
}

const VERSIONING = '<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>';
const numberOf = (id: string) => Number(id.slice(1));

function isAfter({ key, id }: Version, marker: string, markerId: string): boolean {
  return key > marker || (key === marker && numberOf(id) < numberOf(markerId));
}

async function openBucket(
  listener: RequestListener,
  silenceMs?: number,
): Promise<{ server: Server; bucket: S3Bucket }> {
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'any', AWS_SECRET_ACCESS_KEY: 'any' });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const access = { endpoint, region: 'us-east-1' };
  return { server, bucket: new S3Bucket({ bucket: BUCKET, prefix: 'p/' }, access, silenceMs) };
}

describe('a bucket that keeps versions', () => {
  let kept: VersionedBucket;
  let server: Server;
  let bucket: S3Bucket;

  beforeEach(async () => {
    kept = new VersionedBucket();
    ({ server, bucket } = await openBucket(kept.listener));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const put = {
    putBytes: (key: string, headers?: typeof HEADERS) => bucket.putBytes(key, Buffer.from('x'), headers),
    put: (key: string, headers?: typeof HEADERS) => bucket.put(key, Readable.from([Buffer.from('x')]), headers),
  };

  it.each(['putBytes', 'put'] as const)('keeps no earlier version of what others may fetch, by %s', async (way) => {
    await put[way]('page', HEADERS);
    await put[way]('pages', HEADERS);
    await put[way]('page', HEADERS);
    expect(kept.ids).toEqual({ 'p/page': ['v3'], 'p/pages': ['v2'] });
  });

  it.each(['putBytes', 'put'] as const)('keeps those of what nobody else can fetch, by %s', async (way) => {
    for (const _ of [1, 2]) await put[way]('clip');
    expect(kept.ids).toEqual({ 'p/clip': ['v1', 'v2'] });
  });

  it('removes every version, and nothing beside it', async () => {
    for (const _ of [1, 2, 3, 4]) await put.putBytes('clip');
    await put.putBytes('clips');
    kept.versions.push({ key: 'p/clip', id: 'v9', isMarker: true });
    await bucket.remove('clip');
    expect(kept.ids).toEqual({ 'p/clips': ['v5'] });
  });

  it('asks for no versions of what only begins as a name does', async () => {
    await put.putBytes('stories', HEADERS);
    for (let story = 0; story < 9; story++) await put.putBytes(`stories/${story}`);
    kept.lists = 0;
    await put.putBytes('stories', HEADERS);
    expect([kept.lists, kept.ids['p/stories']]).toEqual([2, ['v11']]);
  });

  it('tells what is hidden in it', async () => {
    for (const key of ['a', 'b', 'b', 'c']) await put.putBytes(key);
    kept.versions.push({ key: 'p/c', id: 'v9', isMarker: true });
    expect(await bucket.listHidden()).toEqual(new Set(['b', 'c']));
  });
});

const upload = (id: string, initiated: string) =>
  `<Upload><Key>p/${id}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`;

describe('a bucket', () => {
  let answer: RequestListener;
  let server: Server;
  let bucket: S3Bucket;

  beforeEach(async () => {
    ({ server, bucket } = await openBucket((request, response) => answer(request.resume(), response)));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it('gives up what was begun before a time, on every page, and nothing later', async () => {
    const pages: Record<string, string> = {
      '': `<IsTruncated>true</IsTruncated><NextKeyMarker>p/b</NextKeyMarker>${upload('a', '2026-01-01T00:00:00Z')}${upload('b', '2026-01-03T00:00:00Z')}`,
      'p/b': `<IsTruncated>false</IsTruncated>${upload('c', '2026-01-01T23:59:59Z')}${upload('d', '2026-01-02T00:00:00Z')}`,
    };
    const ended: (string | null)[] = [];
    answer = ({ url, method }, response) => {
      const asked = new URL(url!, 'http://localhost').searchParams;
      if (method === 'DELETE') {
        ended.push(asked.get('uploadId'));
        response.writeHead(204).end();
      } else {
        const page = pages[asked.get('key-marker') ?? '']!;
        response.end(`<ListMultipartUploadsResult>${page}</ListMultipartUploadsResult>`);
      }
    };
    await bucket.sweepUnfinished(new Date('2026-01-02T00:00:00Z'));
    expect(ended).toEqual(['a', 'c']);
  });

  it('is asked again whether it keeps versions, where it could not say', async () => {
    let asked = 0;
    answer = ({ method }, response) => {
      if (method === 'DELETE') response.writeHead(204).end();
      else if (asked++ > 0) response.end('<VersioningConfiguration></VersioningConfiguration>');
      else response.writeHead(403).end('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>');
    };
    await expect(bucket.remove('clip')).rejects.toThrow('No.');
    await expect(bucket.remove('clip')).resolves.toBeUndefined();
    await bucket.remove('clip');
    expect(asked).toBe(2);
  });
});

describe('a bucket that says nothing', () => {
  let server: Server;
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  const read = async (listener: RequestListener) => {
    const opened = await openBucket(listener, 100);
    ({ server } = opened);
    return (await opened.bucket.open('clip')).toArray();
  };

  it('is given up', async () => {
    await expect(read(() => undefined)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  });

  it('is asked again where it has ended one connection', async () => {
    let asked = 0;
    const pieces = await read(({ socket }, response) => void (asked++ > 0 ? response.end('clip') : socket.destroy()));
    expect(Buffer.concat(pieces as Buffer[]).toString()).toBe('clip');
  });

  it('is given up in the middle too', async () => {
    const reading = read((_request, response) => void response.writeHead(200, { 'Content-Length': 9 }).write('x'));
    await expect(reading).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
