import { randomUUID } from 'node:crypto';
import { Publisher } from '../../archive/publishing/publisher.js';
import type { AppConfig } from '../../platform/config/app-config.js';
import { DatabasePair } from '../../testing/database-pair.js';
import { PublishedSite } from '../../testing/published-site.js';
import { startS3, type TestS3 } from '../../testing/s3-server.js';
import { FailingBucket, TestEdge } from '../../testing/site-edge.js';
import { createTestApp, newState } from '../../testing/test-app.js';
import { examine, type Finding } from './examine.js';

/** What a look at one part says. */
async function look(part: string, config: AppConfig, query: <Row>(sql: string) => Promise<Row[]>): Promise<string[]> {
  const findings: Finding[] = [];
  await examine({ config, query, checkMedia: async () => {} }, [part], (finding) => findings.push(finding));
  return findings.map(({ severity, text }) => `${severity}: ${text}`);
}

describe('a look at buckets', () => {
  let s3: TestS3;
  let failing: FailingBucket;
  let edge: TestEdge;
  let site: PublishedSite;

  beforeAll(async () => {
    s3 = await startS3();
    failing = new FailingBucket(s3.access.endpoint!);
    const prefix = `${randomUUID()}/`;
    edge = new TestEdge({ bucket: s3.bucket, prefix }, s3.access);
    await Promise.all([failing.start(), edge.start()]);
    const place = `s3://${s3.bucket}/${prefix.slice(0, -1)}`;
    site = await PublishedSite.start({
      MEDIA_STORE: `${place}-media`,
      SITE_STORE: place,
      S3_ENDPOINT: failing.url,
      SITE_URL: edge.url,
      SITE_PURGE_URL: `${edge.url}/purge`,
      SITE_PURGE_TOKEN: 'a token',
    });
  });
  afterEach(() => {
    failing.fault = null;
    edge.isCutting = false;
  });
  afterAll(async () => {
    await site.testApp.close();
    await Promise.all([failing.stop(), edge.stop()]);
    await s3.stop();
  });

  const lookAt = (part: string) => {
    const { config, dataSource } = site.testApp;
    return look(part, config, (sql) => dataSource.query(sql));
  };

  it('finds nothing where all is well, and leaves nothing there', async () => {
    expect(await lookAt('media bucket')).toEqual([]);
    expect(await lookAt('media bucket')).toEqual([]);
    expect(await lookAt('public bucket')).toEqual([]);
  });

  it('says that one refuses, or gives less than it has', async () => {
    failing.fault = 'refusing';
    expect(await lookAt('media bucket')).toEqual([expect.stringMatching(/^wrong: It could not be examined: /)]);
    failing.fault = 'cutting';
    expect(await lookAt('public bucket')).toEqual([expect.stringMatching(/^wrong: It could not be examined: /)]);
  });

  it('says that one is slow', async () => {
    failing.fault = 'slow';
    failing.slowMs = 700;
    expect(await lookAt('media bucket')).toEqual([expect.stringMatching(/^wrong: It needs \d+\.\d s to keep/)]);
  });

  it('says what visitors do not find', async () => {
    edge.isCutting = true;
    expect(await lookAt('public bucket')).toEqual([
      `wrong: ${edge.url}/robots.txt is not what the bucket holds (status 200).`,
    ]);
  });

  it('names what is not as it was left there, which publishing mends', async () => {
    const headers = { contentType: 'text/plain', cacheControl: 'no-cache' };
    await edge.bucket.putBytes('stories/feed.xml', Buffer.from('Other words'), headers);
    await edge.bucket.putBytes('a-secret.txt', Buffer.from('A story that was withdrawn'), headers);
    await edge.bucket.remove('404.html');
    expect((await lookAt('public bucket')).toSorted()).toEqual([
      'wrong: 404.html is missing.',
      'wrong: a-secret.txt is there, and belongs to nothing that is public.',
      'wrong: stories/feed.xml is not as it was published.',
    ]);
    await site.testApp.app.get(Publisher).bringUpToDateNightly();
    expect(await lookAt('public bucket')).toEqual([]);
  });
});

describe('a look at the replica', () => {
  it('knows one that follows, one that does not, one that is away, and that of somebody else', async () => {
    const pair = await DatabasePair.start();
    const { stateDir, dispose } = await newState({ isMigrated: false });
    const state = { stateDir, connection: pair.connection };
    const testApp = await createTestApp({ DATABASE_READ_URL: pair.replicaUrl }, { state });
    const lookAt = () => look('replica', testApp.config, (sql) => testApp.dataSource.query(sql));
    try {
      expect(await lookAt()).toEqual([]);
      const other = await createTestApp();
      const { config } = testApp;
      expect(await look('replica', config, (sql) => other.dataSource.query(sql))).toEqual([
        'wrong: It is a copy of another database, or none: nothing may be read from it.',
      ]);
      await other.close();
      await pair.askReplica('SELECT pg_promote(true, 30)');
      expect(await lookAt()).toEqual(['notice: It follows nothing: it takes what is written, as after a promotion.']);
      await pair.stopReplica();
      expect(await lookAt()).toEqual([expect.stringMatching(/^wrong: It could not be examined: .*connect /)]);
    } finally {
      await testApp.close();
      await pair.stop();
      await dispose();
    }
  });
});
