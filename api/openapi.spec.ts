import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readApiDescription } from './open-api.js';
import { describeApi } from './testing/describe-api.js';
import { createTestApp } from './testing/test-app.js';

const FILE = path.join(import.meta.dirname, 'openapi.json');

describe('the description of the API', () => {
  it('is true: after a change that is meant, `npm run openapi` writes it anew', async () => {
    const testApp = await createTestApp();
    const description = JSON.stringify(describeApi(testApp.app));
    await testApp.close();
    if (process.env.RENEW_OPENAPI) await writeFile(FILE, description);
    expect(JSON.parse(description)).toEqual(readApiDescription());
  });

  it('says what each name means that it uses', () => {
    const { components } = readApiDescription();
    const used = JSON.stringify(readApiDescription()).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    expect(Object.keys(components!.schemas!)).toEqual(expect.arrayContaining(Array.from(used, ([, name]) => name)));
  });

  it('is what /api/docs shows', async () => {
    const testApp = await createTestApp();
    const { body } = await testApp.http.get('/api/docs-json').expect(200);
    await testApp.close();
    expect(body).toEqual(readApiDescription());
  });
});
