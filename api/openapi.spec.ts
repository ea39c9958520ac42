import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestApp } from './testing/test-app.js';

const FILE = path.join(import.meta.dirname, 'openapi.json');
/** Of an operation: made from the names of our classes, which nobody else sees. */
const OUR_NAMES = ['operationId', 'tags'];

interface Description {
  paths: object;
  components: { schemas: object };
}

describe('the description of the API', () => {
  it('is the one in api/openapi.json; after a change that is meant, `npm run openapi` writes it anew', async () => {
    const testApp = await createTestApp();
    const { text } = await testApp.http.get('/api/docs-json').expect(200);
    await testApp.close();
    const description = JSON.parse(text, (key, value: unknown) =>
      OUR_NAMES.includes(key) && !isSchema(value) ? undefined : value,
    ) as Description;
    if (process.env.RENEW_OPENAPI) await writeFile(FILE, JSON.stringify(inOrder(description)));
    expect(description).toEqual(JSON.parse(await readFile(FILE, 'utf8')));
  });
});

/** A field may bear such a name. */
function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By name, not in the order in which modules are put together. */
function inOrder({ paths, components, ...rest }: Description): Description {
  return { ...rest, paths: sorted(paths), components: { ...components, schemas: sorted(components.schemas) } };
}

function sorted(record: object): object {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
