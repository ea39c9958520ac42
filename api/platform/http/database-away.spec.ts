import { DatabaseError } from 'pg';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { Publisher } from '../../archive/publishing/publisher.js';
import { applicationRoutes, pathWith, routeName } from '../../testing/application-routes.js';
import { signUp } from '../../testing/participants.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import { toKnownRefusal } from './known-failures.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const AWAY = { message: 'We are away for a moment. Nothing is lost; please try again shortly.', code: 'away' };

/** Of the system: a host whose name is not known, or to which no way leads, may be back in a moment. */
const UNREACHABLE = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'];

describe('while the database is away', () => {
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' }, { hasLine: true });
    await testApp.app.get(Publisher).bringUpToDate();
  });
  afterAll(() => testApp.close());

  it('every route says so calmly, and serves again when it is back', async () => {
    const staff = await testApp.http.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD }).expect(201);
    const cookies = [await signUp(testApp), ...(staff.get('Set-Cookie') ?? [])].map((cookie) => cookie.split(';')[0]);
    const call = async () => {
      const answers = new Map<string, { status: number; retryAfter?: string; body: unknown }>();
      for (const [index, route] of applicationRoutes(testApp).entries()) {
        // A browser that helps nobody is sent away before anything is asked for.
        if (/^\/api\/(docs|help(\/|$))/.test(route.path)) continue;
        const from = { 'X-Forwarded-For': `2001:db8:${index}::1`, Cookie: cookies.join('; ') };
        const { status, headers, body } = await testApp.http[route.method](pathWith(NO_ID, route)).set(from);
        answers.set(routeName(route), { status, retryAfter: headers['retry-after'], body });
      }
      return answers;
    };

    await testApp.line.cut();
    const away = await call();
    expect([...away].filter(([, { status }]) => status >= 500 && status !== 503)).toEqual([]);
    // The rest is refused before the database is asked.
    const calm = [...away].filter(([, { status }]) => status === 503);
    expect(calm.length).toBeGreaterThan(away.size - 12);
    expect(calm.filter(([, { retryAfter }]) => retryAfter !== '5')).toEqual([]);
    const inWords = calm.filter(([name]) => name !== 'GET /api/health');
    expect(inWords.map(([name, { body }]) => [name, body])).toEqual(inWords.map(([name]) => [name, AWAY]));
    const person = { firstName: 'Anna', lastName: 'Example', email: 'anna@example.org' };
    const file = {
      ...person,
      submitterEmail: person.email,
      filename: 'a.mp4',
      totalSize: 1,
      totalChunks: 1,
      mimeType: '',
    };
    for (const [path, body] of [
      ['/api/register', person],
      ['/api/resume-interview', person],
      ['/api/save-progress', { ...person, field: 'introduction_completed_at', questionNumber: 1 }],
      ['/api/public/upload/start', file],
      ['/api/auth/link', { token: 'x'.repeat(43) }],
    ] as const) {
      const answer = await testApp.http.post(path).send(body).expect(503);
      expect([path, answer.body]).toEqual([path, AWAY]);
    }

    // Whoever may be signed in waits in the interview; pages need no database.
    const pageAt = async (cookie: string) => (await testApp.http.get('/').set('Cookie', cookie).expect(200)).text;
    expect(await pageAt(cookies.join('; '))).toContain('<title>interview</title>');
    expect(await pageAt('')).toContain('<title>landing</title>');

    await testApp.line.mend();
    const asked = async () => testApp.http.get('/api/auth/user').set('Cookie', cookies.join('; '));
    await until(async () => (await asked()).status === 200);
  });
});

function failing(code: string) {
  const error = Object.assign(new DatabaseError('why', 0, 'error'), { code });
  return toKnownRefusal(new QueryFailedError('SELECT 1', [], error));
}

const missing = (syscall: string) => Object.assign(new Error('ENOENT'), { code: 'ENOENT', syscall });

describe('a failure of the database', () => {
  it.each(['57P01', '57P02', '57P03', '57P05', '53300', '08006', '08001', '08P01'])('%s passes', (code) => {
    expect(failing(code)).toMatchObject({ status: 503, code: 'away', retryAfterSeconds: 5 });
  });

  it.each(['ENOSPC', 'EDQUOT', '53100'])('%s is a disk without room', (code) => {
    expect(failing(code)).toMatchObject({ status: 507, code: 'out_of_space' });
  });

  it.each(['40P01', '40001'])('%s is two changes that met, of which one is to be made again', (code) => {
    expect(failing(code)).toMatchObject({ status: 503, code: 'busy', retryAfterSeconds: 1 });
  });

  it.each(UNREACHABLE)('%s passes, also of each address of a host', (code) => {
    const error = Object.assign(new Error('connect'), { code });
    expect(toKnownRefusal(error)).toMatchObject({ status: 503 });
    expect(toKnownRefusal(new AggregateError([error]))).toMatchObject({ status: 503 });
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Client was closed and is not queryable',
  ])('"%s" passes', (message) => {
    expect(toKnownRefusal(new Error(message))).toMatchObject({ status: 503 });
  });

  it.each([
    { name: 'a lost query runner', error: new QueryRunnerAlreadyReleasedError() },
    { name: 'a lost query runner of a transaction', error: new QueryRunnerProviderAlreadyReleasedError() },
  ])('$name passes', ({ error }) => {
    expect(toKnownRefusal(error)).toMatchObject({ status: 503 });
  });

  it.each(['23505', '42P01', '22001'])('%s is a fault of ours', (code) => expect(failing(code)).toBeNull());

  it('is no file that is missing', () => {
    expect(toKnownRefusal(missing('open'))).toBeNull();
    expect(toKnownRefusal(missing('connect'))).toMatchObject({ status: 503 });
  });
});
