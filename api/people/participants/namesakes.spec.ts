import { noteRefusedStatements } from '../../testing/refused-statements.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

describe('people of one first name and day', () => {
  let testApp: TestApp;
  let refused: string[];
  beforeAll(async () => {
    testApp = await createTestApp();
    refused = noteRefusedStatements(testApp);
  });
  afterAll(() => testApp.close());
  beforeEach(async () => {
    refused.length = 0;
    await testApp.dataSource.query('DELETE FROM participant');
  });

  const register = (firstName: string, name: string) =>
    testApp.http.post('/api/register').send({ firstName, lastName: 'Example', email: `${name}@example.org` });
  const slugs = async () => {
    const rows = await testApp.dataSource.query<{ slug: string }[]>(
      `SELECT regexp_replace(user_name, '[0-9]{4}-[0-9]{2}-[0-9]{2}', 'DAY') AS slug FROM participant ORDER BY created_at`,
    );
    return rows.map(({ slug }) => slug);
  };

  it('are numbered, and no statement is refused for it, nor for an e-mail that is taken', async () => {
    for (const name of ['a', 'b', 'c']) await register('Anna', name).expect(201);
    await register('Anna', 'a').expect(409);
    await register('ANNA!', 'd').expect(201);
    await register('Anna 2', 'e').expect(201);
    expect(await slugs()).toEqual(['anna-DAY', 'anna-DAY-2', 'anna-DAY-3', 'anna-DAY-4', 'anna-2-DAY']);
    expect(refused).toEqual([]);
  });

  it('are numbered also when many come at once, some of them twice', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `at-once-${index % 10}`);
    const statuses = await Promise.all(names.map(async (name) => (await register('Émile', name)).status));
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
    const numbered = Array.from({ length: 9 }, (_, index) => `émile-DAY-${index + 2}`);
    expect(new Set(await slugs())).toEqual(new Set(['émile-DAY', ...numbered]));
    expect(refused).toEqual([]);
  });

  it('go on behind the highest number when one of them has gone', async () => {
    for (const name of ['a', 'b', 'c']) await register('Anna', name).expect(201);
    await testApp.dataSource.query(`DELETE FROM participant WHERE email = 'b@example.org'`);
    await register('Anna', 'd').expect(201);
    expect(await slugs()).toEqual(['anna-DAY', 'anna-DAY-3', 'anna-DAY-4']);
  });
});
