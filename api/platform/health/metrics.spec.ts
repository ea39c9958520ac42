import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { jest } from '@jest/globals';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { registerPerson } from '../../testing/registered-person.js';
import { FreeSpace } from '../../media/uploads/free-space.js';
import { JobQueue } from '../jobs/job-queue.js';
import { Metrics } from './metrics.js';
import { serveMetrics } from './metrics-server.js';

describe('metrics', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  /** Each line by its name and labels. */
  async function measured(): Promise<Map<string, number>> {
    const lines = (await testApp.app.get(Metrics).read()).split('\n').filter((line) => line && !line.startsWith('#'));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
  }

  const mediaUp = async () => (await measured()).get('stories_part_up{part="media"}');

  it('count requests by route and status, and tell of nobody', async () => {
    const before = await measured();
    await testApp.http.get('/api/stories-overview').expect(200);
    await testApp.http.get('/api/admin/user-photos/anna@example.org').expect(401);
    const requests = [...(await measured())].filter(
      ([name, count]) => name.startsWith('http_request_duration_seconds_count') && count !== before.get(name),
    );
    const read = 'http_request_duration_seconds_count{method="GET",route="/api/stories-overview",status="200"}';
    expect(requests).toContainEqual([read, (before.get(read) ?? 0) + 1]);
    expect(requests.filter(([name]) => /anna|example/.test(name))).toEqual([]);
    expect(requests).toHaveLength(2);
  });

  it('tell what works, and what of it fails', async () => {
    // One look holds for a second.
    await until(async () => (await mediaUp()) === 1);
    const folder = path.join(testApp.config.stateDir, 'media');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'a file where the folder should be');
    try {
      await until(async () => (await mediaUp()) !== 1);
      expect(await mediaUp()).toBe(0);
    } finally {
      await rm(folder);
      await mkdir(folder);
    }
  });

  it('count what is refused for want of room from nothing on, and films apart from pages', async () => {
    expect((await measured()).get('stories_no_room_total')).toBe(0);
    const { browser } = await registerPerson(testApp);
    await browser.get('/api/uploads/room').expect(204);
    const availableBytes = jest.spyOn(testApp.app.get(FreeSpace, { strict: false }), 'availableBytes');
    availableBytes.mockResolvedValue(0);
    await browser.get('/api/uploads/room').expect(507);
    availableBytes.mockRestore();
    // Nothing has been published here.
    await testApp.http.get('/media/none.mp4').expect(503);
    const now = await measured();
    expect(now.get('stories_no_room_total')).toBe(1);
    expect(now.get('http_request_duration_seconds_count{method="GET",route="media",status="503"}')).toBe(1);
  });

  it('tell of connections, and of queues', async () => {
    await testApp.app.get(JobQueue, { strict: false }).work('counted', async () => {});
    const now = await measured();
    expect(now.get('stories_database_connections{state="busy"}')).toBeGreaterThanOrEqual(0);
    expect(now.get('stories_database_connections{state="idle"}')).toBeGreaterThan(0);
    expect(now.get('stories_jobs{queue="counted",state="active"}')).toBe(0);
  });

  it('tell when a whole backup was last proven', async () => {
    const name = 'stories_last_proven_backup_timestamp_seconds';
    await testApp.dataSource.query('DELETE FROM backup_record');
    expect((await measured()).get(name)).toBe(0);
    await testApp.dataSource.query(
      `INSERT INTO backup_record VALUES ('a', now(), '2026-02-03T04:05:06Z', true, 1, 1, 1), ('b', now(), now(), false, 1, 1, 1)`,
    );
    expect((await measured()).get(name)).toBe(Date.parse('2026-02-03T04:05:06Z') / 1000);
  });

  it.each(['alerts.yml', 'dashboard.json'])('are all there that %s asks for', async (file) => {
    await testApp.app.get(JobQueue, { strict: false }).work('asked-for', async () => {});
    await testApp.http.get('/api/stories-overview').expect(200);
    const asked = await readFile(path.resolve('scripts/deploy', file), 'utf8');
    const measures = [...(await measured()).keys()].map((name) => name.replace(/\{.*/, ''));
    const names = [...new Set(asked.match(/\b(stories|http_request|process|nodejs)_\w+/g))];
    expect(names.length).toBeGreaterThan(3);
    expect(names.filter((name) => !measures.includes(name))).toEqual([]);
  });

  it('are served apart from the site, and nothing else is', async () => {
    const address = { metricsHost: '127.0.0.1', metricsPort: 0 };
    const server = await serveMetrics(address, testApp.app.get(Metrics));
    const origin = `http://127.0.0.1:${(server!.address() as AddressInfo).port}`;
    const answer = await fetch(`${origin}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await answer.text()).toContain('process_resident_memory_bytes');
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
    server!.close();
    expect((await testApp.http.get('/metrics').expect(503)).text).not.toContain('process_');
    expect(await serveMetrics({ ...address, metricsPort: null }, testApp.app.get(Metrics))).toBeNull();
  });
});
