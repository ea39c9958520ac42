import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../platform/database/data-source.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import { storyOf } from '../../../testing/published-site.js';
import { startS3, type TestS3 } from '../../../testing/s3-server.js';
import { TestEdge } from '../../../testing/site-edge.js';
import { createTestApp, newState, type TestApp } from '../../../testing/test-app.js';
import { createTestDatabase } from '../../../testing/test-database.js';
import { until } from '../../../testing/until.js';
import { Publisher } from '../publisher.js';
import { isNewer, SiteServers } from '../site-servers.js';
import { SiteObjectRepository } from './site-object.repository.js';

/** As each writes it on every page. */
const SHOWN = { older: 'the older build', newer: 'the newer build' };

describe('publishers of two versions on one bucket', () => {
  let s3: TestS3;
  let edge: TestEdge;
  let older: TestApp;
  let newer: TestApp;
  let archive: ArchiveClient;
  const running = new Set<TestApp>();
  const states: Awaited<ReturnType<typeof newState>>[] = [];

  beforeEach(async () => {
    s3 = await startS3();
    const prefix = `${randomUUID()}/`;
    edge = new TestEdge({ bucket: s3.bucket, prefix }, s3.access);
    await edge.start();
    const place = `s3://${s3.bucket}/${prefix.slice(0, -1)}`;
    const env = {
      MEDIA_STORE: `${place}-media`,
      SITE_STORE: place,
      S3_ENDPOINT: s3.access.endpoint!,
      SITE_URL: edge.url,
      SITE_PURGE_URL: `${edge.url}/purge`,
      SITE_PURGE_TOKEN: 'a token',
    };
    states.push(await newState(), await newState({ isMigrated: false }));
    const { connection } = states[0]!;
    const start = async (kind: keyof typeof SHOWN, version: string, stateDir: string) => {
      const testApp = await createTestApp(env, { state: { stateDir, connection } });
      testApp.siteBuild.key = SHOWN[kind];
      running.add(testApp);
      Object.assign(testApp.app.get(SiteServers), { version });
      return testApp;
    };
    older = await start('older', '1.9.0', states[0]!.stateDir);
    await older.app.get(Publisher).bringUpToDate();
    archive = await ArchiveClient.signIn(older);
    newer = await start('newer', '1.10.0', states[1]!.stateDir);
  });
  afterEach(async () => {
    for (const testApp of running) await testApp.close();
    running.clear();
    await edge.stop();
    await s3.stop();
    for (const state of states.splice(0)) await state.dispose();
  });

  const landing = async () => String(await buffer(await edge.bucket.open('index.html')));
  const isThere = async (key: string) => (await edge.get(key)).status === 200;

  it('leave it to the newer one, also what was approved and withdrawn at the older, until that is gone', async () => {
    expect(await landing()).toContain(SHOWN.older);
    await newer.app.get(Publisher).bringUpToDate();
    expect(await landing()).toContain(SHOWN.newer);
    const video = await archive.publish(await archive.register('Anna'), { questionId: 1, transcript: 'A lark sings' });
    expect(await isThere(storyOf(video))).toBe(true);
    expect(await landing()).toContain(SHOWN.newer);
    await archive.unapprove(video.id).expect(200);
    expect(await isThere(storyOf(video))).toBe(false);
    expect(await landing()).toContain(SHOWN.newer);
    await edge.bucket.putBytes('stories/nobody', Buffer.from('left by the newer one'));
    await newer.close();
    running.delete(newer);
    await older.app.get(Publisher).bringUpToDate();
    await until(async () => (await landing()).includes(SHOWN.older));
    // What the other one has done meanwhile was looked at.
    expect(await isThere('/stories/nobody')).toBe(false);
  });
});

it('what another publisher has written is known, also after a read of it that failed', async () => {
  const { connection, drop } = await createTestDatabase();
  const database = await new DataSource(dataSourceOptions(connection)).initialize();
  const [one, other] = [new SiteObjectRepository(database), new SiteObjectRepository(database)];
  await one.load('here');
  await other.load('here');
  await other.set('here', [['stories/anna', { hash: 'a hash', etag: null, staleAt: null }]]);
  await database.query('ALTER TABLE site_object RENAME TO out_of_reach');
  await expect(one.load('here')).rejects.toThrow('site_object');
  await database.query('ALTER TABLE out_of_reach RENAME TO site_object');
  expect([...(await one.load('here')).keys()]).toEqual(['stories/anna']);
  await database.destroy();
  await drop();
});

describe('isNewer', () => {
  it('compares numbers, not letters', () => {
    expect(isNewer('1.10.0', '1.9.9')).toBe(true);
    expect(isNewer('1.9.9', '1.10.0')).toBe(false);
    expect(isNewer('1.10.0', '1.10.0')).toBe(false);
  });
});
