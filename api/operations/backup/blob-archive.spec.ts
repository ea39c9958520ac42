import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { LocalMediaStore } from '../../media/store/local-media-store.js';
import type { MediaStore } from '../../media/store/media-store.js';
import { S3MediaStore } from '../../media/store/s3-media-store.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { BlobArchive } from './blob-archive.js';
import { Seal } from './seal.js';

const CONTENT = randomBytes(300_000);
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');

let folder: string;
let s3: TestS3;
let closed: Seal;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'archive-'));
  s3 = await startS3();
  await Seal.newKey(path.join(folder, 'key'));
  closed = await Seal.fromFile(path.join(folder, 'key'));
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const sourceOf = (content: Buffer) => Readable.from([content.subarray(0, 1000), content.subarray(1000)]);

describe.each(['a folder', 's3'])('copies by their content, in %s', (kind) => {
  let place: MediaStore;
  beforeEach(async () => {
    place =
      kind === 's3'
        ? new S3MediaStore({ bucket: s3.bucket, prefix: `${path.basename(folder)}/` }, s3.access)
        : new LocalMediaStore(path.join(folder, 'place'));
  });
  afterEach(async () => {
    for (const key of await place.listKeys()) await place.remove(key);
  });

  it.each(['open', 'sealed'])('stay as they are where other content comes in their place (%s)', async (how) => {
    const archive = new BlobArchive(place, how === 'open' ? Seal.none : closed);
    const blob = (await archive.add(SHA256, sourceOf(CONTENT)))!;
    for (const other of [CONTENT.subarray(1), Buffer.alloc(0)]) {
      expect(await archive.add(SHA256, sourceOf(other))).toBeNull();
    }
    expect(await archive.isWhole(blob)).toBe(true);
    expect((await buffer(await archive.read(blob))).equals(CONTENT)).toBe(true);
    expect(await place.listKeys()).toEqual([blob.key]);
  });

  it('are not there where other content came first', async () => {
    expect(await new BlobArchive(place, Seal.none).add(SHA256, sourceOf(CONTENT.subarray(1)))).toBeNull();
    expect(await place.listKeys()).toEqual([]);
  });

  it('are whole where a read failed once, and not where it fails again', async () => {
    const archive = new BlobArchive(place, Seal.none);
    const blob = (await archive.add(SHA256, sourceOf(CONTENT)))!;
    const openRange = place.openRange.bind(place);
    let failures = 1;
    place.openRange = async (key) => {
      if (failures-- > 0) throw Object.assign(new Error('of the disk'), { code: 'EIO' });
      return openRange(key);
    };
    expect(await archive.isWhole(blob)).toBe(true);
    failures = 2;
    expect(await archive.isWhole(blob)).toBe(false);
  });
});
