import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { UPLOAD_CHUNK_BYTES } from '../../contract/common/limits.js';
import { STAFF_PASSWORD_HEADER } from '../../contract/staff/staff.js';
import { REAL_ORGANISATION } from '../../testing/organisation.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { PACE } from './body-pace.js';

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
    // Of a site without TLS it would be out of reach.
    expect(headers).not.toHaveProperty('strict-transport-security');
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
    await testApp.http.post('/api/register').set('origin', 'http://localhost:3000').send({}).expect(400);
  });

  it('is not taken for its own site by the name that a request gives to the server', async () => {
    const names = { host: 'elsewhere.example', origin: 'http://elsewhere.example' };
    await testApp.http.post('/api/register').set(names).send({}).expect(403);
  });

  it('leaves to pages the camera, the microphone and what a player needs', async () => {
    const { headers } = await testApp.http.get('/').expect(503);
    const policy = headers['permissions-policy']!.split(', ');
    expect(policy).toEqual(expect.arrayContaining(['camera=(self)', 'microphone=(self)', 'geolocation=()', 'usb=()']));
    // Browsers that do not know a feature write so into the console of every page.
    expect(policy).not.toContain('bluetooth=()');
    const others = policy.filter((feature) => !/^(camera|microphone)=\(self\)$|=\(\)$/.test(feature));
    expect(others.map((feature) => feature.split('=')[0])).toEqual([
      'autoplay',
      'clipboard-write',
      'encrypted-media',
      'fullscreen',
      'picture-in-picture',
      'screen-wake-lock',
    ]);
  });

  it('is on connections that wait neither for headers nor for a body without end, and longer than a proxy for a next request', () => {
    const proxyMs = 120_000;
    const server = testApp.app.getHttpServer();
    expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 0 });
    expect(server.keepAliveTimeout).toBeGreaterThan(proxyMs);
  });

  it('that takes uploads waits over an hour for a chunk on a slow line, and no longer than an hour and a half', () => {
    const { uploadWindowMs, uploadWindowBytes } = PACE;
    const hours = ((UPLOAD_CHUNK_BYTES / uploadWindowBytes) * uploadWindowMs) / 3_600_000;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThanOrEqual(1.5);
  });

  it('takes as many bodies at once as a whole clinic behind one address sends', () => {
    expect(PACE.openPerAddress).toBeGreaterThanOrEqual(200);
  });

  describe('refuses', () => {
    it('what is no request in the shape of all errors', async () => {
      const socket = net.connect((testApp.app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
      socket.write('nonsense\r\n\r\n');
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
    });

    it('an unknown route of the API in the shape of all errors', async () => {
      const { body } = await testApp.http.get('/api/nowhere').expect(404);
      expect(body).toEqual({ message: expect.any(String) as string, code: 'not_found' });
    });

    it.each([
      ['sec-fetch-site', 'cross-site'],
      ['sec-fetch-site', 'same-site'],
      ['origin', 'https://elsewhere.example'],
      ['origin', 'https://localhost:3000'],
      ['origin', 'http://localhost:3001'],
      ['origin', 'null'],
    ])('a change that comes with %s: %s', async (header, value) => {
      const { body } = await testApp.http.post('/api/register').set(header, value).send({}).expect(403);
      expect(body).toMatchObject({ code: 'other_site' });
    });
  });
});

describe('a real site', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({
      NODE_ENV: 'production',
      EMBEDDED_POSTGRES: '1',
      PUBLIC_URL: 'https://stories.example.org',
      SMTP_URL: 'smtp://localhost',
      MAIL_FROM: 'us@example.org',
      TRUST_PROXY: '1',
      ...REAL_ORGANISATION,
    });
  });
  afterAll(() => testApp.close());

  it('takes only so many bodies at once from one address', async () => {
    const { port } = testApp.app.getHttpServer().address() as AddressInfo;
    // No limit of its own refuses these.
    const head = [
      'POST /api/admin/elsewhere/places HTTP/1.1',
      'Host: a',
      'X-Forwarded-For: 203.0.113.7',
      `${STAFF_PASSWORD_HEADER}: ${TEST_STAFF_PASSWORD}`,
      'Content-Type: application/json',
      'Content-Length: 10',
      '\r\n{',
    ].join('\r\n');
    const sockets = Array.from({ length: 201 }, () => net.connect(port, '127.0.0.1').on('error', () => {}));
    for (const socket of sockets) socket.write(head);
    const [answer] = (await Promise.race(sockets.map((socket) => once(socket, 'data')))) as [Buffer];
    for (const socket of sockets) socket.destroy();
    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 [^]*\r\nConnection: close\r\n/);
  });

  it('describes its API to staff, and loads nothing from elsewhere for that', async () => {
    const paths = [
      '/api/docs',
      '/api/docs/',
      '/API/docs',
      '/api/docs-json',
      '/api/docs-yaml',
      '/api/docs/swagger-ui.css',
    ];
    for (const path of [...paths, '/api/docs/swagger-ui-init.js']) {
      const { body } = await testApp.http.get(path).expect(401);
      expect(body).toEqual({ message: 'Unauthorized', code: 'signed_out' });
    }
    const password = { [STAFF_PASSWORD_HEADER]: TEST_STAFF_PASSWORD };
    for (const path of paths) await testApp.http.get(path).set(password).expect(200);
    const { headers } = await testApp.http.get('/api/docs').set(password).expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';script-src 'self';/);
    const any = await testApp.http.get('/api/questions').expect(200);
    expect(any.headers['content-security-policy']).toMatch(/;upgrade-insecure-requests$/);
    expect(any.headers).toHaveProperty('strict-transport-security');
  });
});
