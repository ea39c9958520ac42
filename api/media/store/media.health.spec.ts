import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { MediaHealth } from './media.health.js';
import { S3MediaStore } from './s3-media-store.js';

/** Knows what was kept in it. */
class WatchedStore extends S3MediaStore {
  readonly kept: string[] = [];

  isThere(key: string): Promise<boolean> {
    return this.openRange(key).then(
      () => true,
      () => false,
    );
  }

  override put(key: string, source: Readable) {
    this.kept.push(key);
    return super.put(key, source);
  }
}

describe('the look at whether files can be kept, where they are kept in a bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());

  const openStore = () => new WatchedStore({ bucket: s3.bucket, prefix: `${randomUUID()}/` }, s3.access);

  it('is not disturbed by those of other servers, and leaves nothing', async () => {
    const store = openStore();
    const servers = Array.from({ length: 12 }, () => new MediaHealth(store));
    await Promise.all(servers.map((health) => health.check()));
    // What one removes is never what another has just put.
    expect(new Set(store.kept).size).toBe(servers.length);
    expect(await Promise.all(store.kept.map((key) => store.isThere(key)))).not.toContain(true);
    await store.put('stays', Readable.from([Buffer.from('x')]));
    expect(await store.isThere('stays')).toBe(true);
  });

  it('is one for all who ask at once, and another for whoever asks later', async () => {
    const store = openStore();
    const health = new MediaHealth(store);
    await Promise.all(Array.from({ length: 12 }, () => health.check()));
    await health.check();
    expect(store.kept).toHaveLength(1);
    await wait(1_050);
    await health.check();
    expect(store.kept).toHaveLength(2);
  });

  it('fails for all who ask while it does, and is another for whoever asks later', async () => {
    const store = new WatchedStore({ bucket: `${s3.bucket}-that-is-not-there`, prefix: '' }, s3.access);
    const health = new MediaHealth(store);
    const results = await Promise.allSettled([health.check(), health.check()]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(store.kept).toHaveLength(1);
    await wait(1_050);
    await expect(health.check()).rejects.toThrow('bucket');
    expect(store.kept).toHaveLength(2);
  });
});
