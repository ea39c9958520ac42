import { createTestApp, type TestApp } from '../testing/test-app.js';

describe('every route', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp();
  });
  afterAll(() => testApp.close());

  it('sends headers that keep a browser from guessing, framing and leaking', async () => {
    const { headers } = await testApp.http.get('/api/questions').expect(200);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it('is described at /api/docs with the fields of its request', async () => {
    await testApp.http.get('/api/docs').expect(200);
    const { body } = await testApp.http.get('/api/docs-json').expect(200);
    const { paths, components } = body as { paths: object; components: { schemas: Record<string, object> } };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/api/register', '/api/questions', '/api/health']));
    expect(components.schemas).toHaveProperty('RegisterDto.properties.email');
  });

  it('takes a change from the own site and from no browser at all', async () => {
    await testApp.http.post('/api/register').set('sec-fetch-site', 'same-origin').send({}).expect(400);
    await testApp.http.post('/api/register').send({}).expect(400);
  });

  describe('refuses', () => {
    it('an unknown route of the API in the shape of all errors', async () => {
      const { body } = await testApp.http.get('/api/nowhere').expect(404);
      expect(body).toEqual({ message: expect.any(String) as string, code: 'not_found' });
    });

    it('a body that is no JSON', async () => {
      const { body } = await testApp.http.post('/api/register').type('json').send('{"firstName": ').expect(400);
      expect(body).toMatchObject({ code: 'bad_request' });
    });

    it('a body over the limit', async () => {
      const { body } = await testApp.http
        .post('/api/register')
        .send({ firstName: 'x'.repeat(2_000_000) })
        .expect(413);
      expect(body).toMatchObject({ code: 'too_large' });
    });

    it.each([
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://elsewhere.example'],
      ['origin', 'null'],
    ])('a change that comes with %s: %s', async (header, value) => {
      const { body } = await testApp.http.post('/api/register').set(header, value).send({}).expect(403);
      expect(body).toMatchObject({ code: 'other_site' });
    });
  });
});
