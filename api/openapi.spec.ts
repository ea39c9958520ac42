import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestApp } from './testing/test-app.js';

const FILE = path.join(import.meta.dirname, 'openapi.json');
/** Of an operation: made from the names of our classes, which nobody else sees. */
const OUR_NAMES = ['operationId', 'tags'];

describe('the description of the API', () => {
  it('is the one in api/openapi.json; after a change that is meant, `npm run openapi` writes it anew', async () => {
    const testApp = await createTestApp();
    const { text } = await testApp.http.get('/api/docs-json').expect(200);
    await testApp.close();
    const description: unknown = JSON.parse(text, (key, value: unknown) =>
      OUR_NAMES.includes(key) && !isSchema(value) ? undefined : value,
    );
    if (process.env.RENEW_OPENAPI) await writeFile(FILE, JSON.stringify(description));
    expect(description).toEqual(JSON.parse(await readFile(FILE, 'utf8')));
  });
});

/** A field may bear such a name. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
