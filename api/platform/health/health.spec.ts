import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { Readiness } from '../../archive/publishing/readiness.js';

let test: TestApp;
const mediaFolder = () => path.join(test.config.stateDir, 'media');

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(() => test.app.get(Readiness).markPublished());

describe('GET /api/health', () => {
  it('is 200 when every part works', async () => {
    const { body } = await test.http.get('/api/health').expect(200);
    expect(body).toMatchObject({ status: 'ok', details: { database: {}, media: {}, publishing: {} } });
  });
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
    const { body } = await test.http.get('/api/health').expect(503);
    expect(body).toEqual({ message: 'Not ready: media.', code: 'not_ready' });
    await rm(mediaFolder());
  });
});
