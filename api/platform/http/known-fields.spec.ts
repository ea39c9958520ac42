import { randomUUID } from 'node:crypto';
import { TITLE_MAX_LENGTH } from '../../contract/common/limits.js';
import { applicationRoutes, pathWith, routeName } from '../../testing/application-routes.js';
import { ArchiveClient } from '../../testing/archive-client.js';
import { sampleMp4 } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';

const CHANGES = ['post', 'put', 'patch', 'delete'];
/** Not there where producers share a password; staff-accounts.spec asks them. */
const OF_ACCOUNTS = /^\/api\/admin\/(session\/|producers|passkeys)/;
/** Those that take nothing but a form. */
const FORM = /\/(chunk|consent-sound|paper-release)$/;
const refused = (name: string) => ({ code: 'unknown_field', message: `“${name}” is not a field of this call.` });

describe('what staff send', () => {
  let testApp: TestApp;
  let staff: ArchiveClient;
  beforeAll(async () => {
    testApp = await createTestApp();
    staff = await ArchiveClient.signIn(testApp);
  });
  afterAll(() => testApp.close());

  it('is refused by name where a route does not know it, on every route that changes something', async () => {
    const routes = applicationRoutes(testApp).filter(
      ({ method, path }) =>
        CHANGES.includes(method) && path.startsWith('/api/admin') && !FORM.test(path) && !OF_ACCOUNTS.test(path),
    );
    expect(routes.length).toBeGreaterThan(12);
    for (const route of routes) {
      const call = testApp.http[route.method](pathWith(randomUUID(), route)).set('Cookie', staff.cookie);
      const { status, body } = await call.send({ surprise: 1 });
      expect([routeName(route), status, body]).toEqual([routeName(route), 400, refused('surprise')]);
    }
  });

  it('is refused in a form too, text and file', async () => {
    const userId = await staff.register();
    for (const path of ['', '/chunk']) {
      const text = staff.post(path).field({ surprise: '1' });
      expect((await text.expect(400)).body).toEqual(refused('surprise'));
      const file = staff.post(path).field({ userId }).attach('film', sampleMp4(), 'a.mp4');
      expect((await file.expect(400)).body).toEqual(refused('film'));
    }
  });

  it('is refused in a timed line', async () => {
    const { id } = await staff.add(await staff.register());
    const cues = [{ start: 0, end: 1, text: 'Said', speaker: 'Anna' }];
    expect((await staff.edit(id, { cues }).expect(400)).body).toEqual(refused('speaker'));
  });

  it.each([['__proto__'], ['constructor'], ['isApproved'], ['id']])('is refused as %s', async (name) => {
    const { id } = await staff.add(await staff.register());
    const body = `{"title":"Mine","${name}":{}}`;
    const call = testApp.http.patch(`/api/admin/showcase-videos/${id}`).set('Cookie', staff.cookie);
    expect((await call.type('json').send(body).expect(400)).body).toEqual(refused(name));
  });

  it('is refused as something else than one JSON object', async () => {
    const { id } = await staff.add(await staff.register());
    const call = () => testApp.http.patch(`/api/admin/showcase-videos/${id}`).set('Cookie', staff.cookie);
    await call()
      .send([{ title: 'Mine' }])
      .expect(400);
    await call().type('form').send({ title: 'Mine' }).expect(415);
    await call().field({ title: 'Mine' }).expect(415);
  });

  it.each([
    ['a faulty value', { questionId: 'third' }],
    ['two faults of one value', { title: `\0${'x'.repeat(TITLE_MAX_LENGTH)}` }],
    ['two faulty values', { userId: 'nobody', questionId: '-2' }],
  ])('is refused alike in a parsed body and in a streamed one: %s', async (_fault, faulty) => {
    const fields = { userId: await staff.register(), questionId: '1', ...faulty };
    const file = { filename: 'a.mp4', mimeType: 'video/mp4', totalSize: 1, totalChunks: 1 };
    const parsed = await staff.post('/start-upload').send({ ...file, ...fields });
    const streamed = await staff.post('').field(fields);
    expect(parsed.body).toMatchObject({ code: 'bad_request' });
    expect([streamed.status, streamed.body]).toEqual([parsed.status, parsed.body]);
  });

  it('may be a whole redirect, with its own id', async () => {
    const fields = { question: 3, redirectUrl: 'https://example.org/', description: 'Form' };
    const added = await testApp.http.post('/api/admin2/redirects').set('Cookie', staff.cookie).send(fields).expect(201);
    const redirect = added.body as { id: string };
    const change = (body: object) =>
      testApp.http.put(`/api/admin2/redirects/${redirect.id}`).set('Cookie', staff.cookie).send(body);
    await change({ ...redirect, description: 'Changed' }).expect(200);
    await change({ ...redirect, id: randomUUID() }).expect(400);
  });

  it('does not concern what others send', async () => {
    const person = { firstName: 'Anna', lastName: 'Example', email: `${randomUUID()}@example.org`, surprise: 1 };
    await testApp.http.post('/api/register').send(person).expect(201);
  });
});
