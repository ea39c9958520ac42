import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { PublishingHealth } from '../../archive/publishing/publishing.health.js';

let test: TestApp;
const mediaFolder = () => path.join(test.config.stateDir, 'media');

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.app.get(PublishingHealth).markReady());

describe('GET /api/health', () => {
  it('is 200 when every part works', async () => {
    await test.dataSource.query('DELETE FROM backup_record');
    const { body } = await test.http.get('/api/health').expect(200);
    expect(body).toMatchObject({ status: 'ok', details: { database: {}, media: {}, publishing: {} } });
    expect((body as { details: object }).details).toMatchObject({ backup: { status: 'up', lastProvenAt: null } });
    await test.dataSource.query(
      `INSERT INTO backup_record VALUES ('a', now(), '2026-02-03T04:05:06Z', true, 1, 1, 1), ('b', now(), now(), false, 1, 1, 1)`,
    );
    const { body: proven } = await test.http.get('/api/health').expect(200);
    expect(proven).toMatchObject({ details: { backup: { lastProvenAt: '2026-02-03T04:05:06.000Z' } } });
  });
});

it('is all that a process tells that serves nobody', async () => {
  const worker = await createTestApp({ ROLES: 'worker' });
  try {
    worker.app.get(PublishingHealth).markReady();
    await worker.http.get('/api/health').expect(200);
    for (const address of ['/', '/stories', '/api/questions']) {
      expect((await worker.http.get(address).expect(404)).text).toBe('This process serves nobody.');
    }
    await worker.http.post('/api/register').send({}).expect(404);
  } finally {
    await worker.close();
  }
});

describe('refuses', () => {
  it('before the first publish', async () => {
    await test.restart();
    const { body } = await test.http.get('/api/health').expect(503);
    expect(body).toEqual({ message: 'Not ready: publishing.', code: 'not_ready' });
  });

  it('while media cannot be written', async () => {
    await rm(mediaFolder(), { recursive: true, force: true });
    await writeFile(mediaFolder(), 'a file where the folder should be');
    // The look of a moment ago holds for a while.
    await until(async () => (await test.http.get('/api/health')).status === 503);
    const { body } = await test.http.get('/api/health').expect(503);
    expect(body).toEqual({ message: 'Not ready: media.', code: 'not_ready' });
    await rm(mediaFolder());
  });
});
