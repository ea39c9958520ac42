import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { STAFF_PASSWORD_HEADER } from '../../contract/staff/staff.js';
import { applicationRoutes, pathWith, routeName } from '../../testing/application-routes.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { parseJsonObject } from './json-body.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const WITH_BODY = new Set(['post', 'put', 'patch', 'delete']);

const TOO_COMPLEX = expect.objectContaining({ status: 400, code: 'too_complex' }) as Error;

const parse = (text: string, limits: { values?: number; depth?: number }) => parseJsonObject(Buffer.from(text), limits);

describe('a JSON text', () => {
  it('may hold just as many values as it is allowed', () => {
    expect(parse('{"a":1,"b":[2]}', { values: 4 })).toEqual({ a: 1, b: [2] });
    expect(() => parse('{"a":1,"b":[2]}', { values: 3 })).toThrow(TOO_COMPLEX);
  });

  it('may go just as deep as it is allowed', () => {
    expect(parse('{"a":[{}],"b":[[]]}', { depth: 3 })).toEqual({ a: [{}], b: [[]] });
    expect(() => parse('{"a":[{}],"b":[[]]}', { depth: 2 })).toThrow(TOO_COMPLEX);
  });

  it('may hold any sign inside of a text, also after a quote', () => {
    const text = { a: '"[[{{,,', b: '\\' };
    expect(parse(JSON.stringify(text), { values: 3, depth: 1 })).toEqual(text);
  });
});

describe('the body of a request', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
  });
  afterAll(() => testApp.close());

  const register = (body: string | Buffer, headers: Record<string, string> = {}) =>
    testApp.http
      .post('/api/register')
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((text: unknown) => text as string)
      .send(body as string);
  const post = (headers: http.OutgoingHttpHeaders) => {
    const { port } = testApp.app.getHttpServer().address() as AddressInfo;
    return http.request({
      port,
      path: '/api/register',
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      agent: false,
    });
  };
  const sendInPieces = async (body: string) => {
    const request = post({});
    for (const piece of body.match(/.{1,1024}/gs) ?? []) request.write(piece);
    request.end();
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    response.resume();
    return response.statusCode;
  };
  const edit = (body: object) =>
    testApp.http
      .patch(`/api/admin/showcase-videos/${NO_ID}`)
      .set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD)
      .send(body);
  let people = 0;
  const newPerson = () => ({ firstName: 'Zoë', lastName: 'Example', email: `zoe-${++people}@example.org` });

  it('may hold all that the longest request of a form needs', async () => {
    const padded = JSON.stringify({ ...newPerson(), tag: false, more: 'x'.repeat(16_000) });
    await register(padded).expect(201);
  });

  it('may have just 16 kB, whether it says so or comes in pieces', async () => {
    const least = { ...newPerson(), more: '' };
    const bodyOf = (bytes: number) =>
      JSON.stringify({ ...least, more: 'x'.repeat(bytes - Buffer.byteLength(JSON.stringify(least))) });
    await register(bodyOf(16_384)).expect(201);
    await register(bodyOf(16_385)).expect(413);
    // Read, and found to be registered already.
    expect(await sendInPieces(bodyOf(16_384))).toBe(409);
    expect(await sendInPieces(bodyOf(16_385))).toBe(413);
  });

  it('may begin with a byte order mark, and name its character set', async () => {
    const body = `\uFEFF${JSON.stringify(newPerson())}`;
    const { body: answer } = await register(body, { 'Content-Type': 'application/json; charset=UTF-8' }).expect(201);
    expect(answer).toMatchObject({ user: { firstName: 'Zoë' } });
  });

  describe('is refused', () => {
    it.each([
      ['cut off', '{"firstName": ', 400, 'malformed_json'],
      ['a list', '[]', 400, 'malformed_json'],
      ['a number', '7', 400, 'malformed_json'],
      ['nothing', 'null', 400, 'malformed_json'],
      ['not in UTF-8', Buffer.from('{"firstName":"Zo\xeb"}', 'latin1'), 400, 'malformed_json'],
      ['larger than 16 kB', JSON.stringify({ firstName: 'x'.repeat(17_000) }), 413, 'too_large'],
      ['full of lists', `{"firstName":[${'{},'.repeat(4_000)}{}]}`, 400, 'too_complex'],
      ['nested', `{"firstName":${'['.repeat(4_000)}${']'.repeat(4_000)}}`, 400, 'too_complex'],
      ['nested beyond every limit', '['.repeat(200_000), 413, 'too_large'],
    ])('when it is %s', async (_name, text, status, code) => {
      const { body } = await register(text).expect(status);
      expect(body).toEqual({ code, message: expect.stringMatching(/^The request [a-z ]+/) as string });
    });

    it('when it comes in pieces and is larger in all', async () => {
      expect(await sendInPieces(' '.repeat(20_000))).toBe(413);
    });

    it('without an end of the connection, on which the next request comes', async () => {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
      const { port } = testApp.app.getHttpServer().address() as AddressInfo;
      const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
      const sockets = new Set<unknown>();
      const statuses: (number | undefined)[] = [];
      for (const body of [' '.repeat(2_000_000), '{}']) {
        const request = http.request({ port, path: '/api/register', method: 'POST', headers, agent });
        request.once('socket', (socket) => sockets.add(socket));
        request.end(body);
        const [response] = (await once(request, 'response')) as [http.IncomingMessage];
        statuses.push(response.statusCode);
        await once(response.resume(), 'end');
      }
      agent.destroy();
      expect({ statuses, connections: sockets.size }).toEqual({ statuses: [413, 400], connections: 1 });
    });

    it('at once when it only says that it is larger', async () => {
      const request = post({ 'Content-Length': 16_385 });
      request.on('error', () => {});
      request.write('{');
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      request.destroy();
      expect(response.statusCode).toBe(413);
    });

    it.each(['gzip', 'deflate', 'br', 'zstd', 'identity'])(
      'in the encoding %s, which nobody inflates',
      async (encoding) => {
        const bomb = gzipSync(`{"password":[${'{},'.repeat(300_000)}{}]}`);
        for (const route of ['/api/register', '/api/admin/session', '/api/public/upload', '/api/public/upload/chunk']) {
          const { body } = await testApp.http
            .post(route)
            .set({ 'Content-Type': 'application/json', 'Content-Encoding': encoding })
            .serialize((bytes: unknown) => bytes as string)
            .send(bomb as unknown as string)
            .expect(415);
          expect(body).toEqual({
            code: 'encoded_body',
            message: 'Send the request as it is, without a Content-Encoding.',
          });
        }
      },
    );

    it.each([
      'application/x-www-form-urlencoded',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
    ])('as %s', async (type) => {
      const { body } = await register('firstName=Anna', { 'Content-Type': type }).expect(415);
      expect(body).toEqual({ code: 'unsupported_body', message: 'Send the request as JSON in UTF-8.' });
    });

    it('where a staff route takes more, above that', async () => {
      await edit({ transcript: 'ы'.repeat(500_000) }).expect(404);
      const cues = Array.from({ length: 5_000 }, (_, start) => ({ start, end: start + 1, text: 'a, b' }));
      await edit({ cues }).expect(404);
      expect((await edit({ cues: Array.from({ length: 25_000 }, () => ({})) }).expect(400)).body).toMatchObject({
        code: 'too_complex',
      });
      expect((await edit({ transcript: 'x'.repeat(2_200_000) }).expect(413)).body).toMatchObject({ code: 'too_large' });
    });
  });

  it('is read by no route before it is known who sends it', async () => {
    const closed = applicationRoutes(testApp).filter(
      ({ audience, method }) => audience !== 'public' && WITH_BODY.has(method),
    );
    expect(closed.length).toBeGreaterThan(20);
    const answers = closed.map(async (route) => {
      const { port } = testApp.app.getHttpServer().address() as AddressInfo;
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip', 'Content-Length': 1_000_000 };
      const options = { port, path: pathWith(NO_ID, route), method: route.method.toUpperCase(), headers };
      const request = http.request({ ...options, agent: false });
      request.on('error', () => {});
      // The rest never comes: whoever waits for it never answers.
      request.write('{');
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      request.destroy();
      return `${routeName(route)}: ${response.statusCode}`;
    });
    expect(await Promise.all(answers)).toEqual(closed.map((route) => `${routeName(route)}: 401`));
  });
});
