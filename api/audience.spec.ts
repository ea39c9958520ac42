import { Controller, Get } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import supertest from 'supertest';
import type { SaveAnswerResponse } from './contract/interview/answers.js';
import { SESSION_OWNER_HEADER } from './contract/people/participants.js';
import { PRIVACY } from './contract/consent/privacy.js';
import type { Receipt } from './contract/consent/receipts.js';
import { STAFF_PASSWORD_HEADER } from './contract/staff/staff.js';
import type { Audience } from './platform/http/audience.decorator.js';
import { DeclaredAudienceGuard } from './platform/http/declared-audience.guard.js';
import { ErrorFilter } from './platform/http/error.filter.js';
import { applicationRoutes, pathWith, type Route, routeName } from './testing/application-routes.js';
import { OPEN_ROUTES } from './testing/open-routes.js';
import { openAsHelper } from './testing/helpers.js';
import { signUp } from './testing/participants.js';
import { sampleJpeg, sampleWebm, toDataUrl } from './testing/sample-media.js';
import { createTestApp, TEST_STAFF_PASSWORD, type TestApp } from './testing/test-app.js';
import { UploadClient } from './testing/upload-client.js';

const NO_ID = '00000000-0000-4000-8000-000000000000';
const SIGNED_OUT = '401 signed_out';
const WRONG_PASSWORD = '401 wrong_password';

const CALLERS = [
  'nobody',
  'a participant',
  'a participant, by the page of another',
  'a helper',
  'a helper, by the page of another',
  'staff by cookie',
  'staff by header',
  'staff by cookie with a wrong header',
] as const;
type Caller = (typeof CALLERS)[number];

/** Who is refused, and how; everyone else passes. */
const REFUSALS: Record<Audience, Partial<Record<Caller, string>>> = {
  public: {},
  participant: {
    nobody: SIGNED_OUT,
    'a participant, by the page of another': SIGNED_OUT,
    'a helper': SIGNED_OUT,
    'a helper, by the page of another': SIGNED_OUT,
    'staff by cookie': SIGNED_OUT,
    'staff by header': SIGNED_OUT,
    'staff by cookie with a wrong header': SIGNED_OUT,
  },
  helper: {
    nobody: SIGNED_OUT,
    'a participant': SIGNED_OUT,
    'a participant, by the page of another': SIGNED_OUT,
    'a helper, by the page of another': SIGNED_OUT,
    'staff by cookie': SIGNED_OUT,
    'staff by header': SIGNED_OUT,
    'staff by cookie with a wrong header': SIGNED_OUT,
  },
  staff: {
    nobody: SIGNED_OUT,
    'a participant': SIGNED_OUT,
    'a participant, by the page of another': SIGNED_OUT,
    'a helper': SIGNED_OUT,
    'a helper, by the page of another': SIGNED_OUT,
    'staff by cookie with a wrong header': WRONG_PASSWORD,
  },
};

/** Public, and all the same not for the page of somebody else than who is signed in. */
const OWNED = new Set(['POST /api/auth/forget-device']);

/** Public calls that change or tell something, and are not counted by address and route. */
const UNLIMITED = [
  // Whoever knows that id has begun it.
  'DELETE /api/public/upload/:uploadId',
  // Wrong passwords alone are counted.
  'POST /api/admin/session',
  // A browser of its own alone.
  'POST /api/auth/forget-device',
  // What comes is counted in bytes.
  'POST /api/public/upload/chunk',
  'POST /api/public/upload/process/:uploadId',
];

/** Calls of participants that mail somebody, who may be anybody: counted by address and route all the same. */
const MAILING = ['POST /api/consent/guardian', 'POST /api/my-story/email', 'POST /api/my-story/proof'];

describe('audiences', () => {
  let testApp: TestApp;
  let routes: Route[];
  beforeAll(async () => {
    testApp = await createTestApp({ TRUST_PROXY: '1' });
    routes = applicationRoutes(testApp);
  });
  afterAll(() => testApp.close());

  const ofAudience = (audience: Audience) => routes.filter((route) => route.audience === audience);

  it('are declared by every route', () => {
    expect(routes.filter(({ audience }) => audience === undefined).map(routeName)).toEqual([]);
    expect(ofAudience('staff').length).toBeGreaterThan(25);
  });

  it.each(['public', 'participant', 'helper'] as const)('are %s on these routes alone', (audience) => {
    const names = ofAudience(audience).map(routeName);
    expect(names.filter((name) => !name.startsWith('GET /api/docs')).toSorted()).toEqual(OPEN_ROUTES[audience]);
  });

  it('are staff on every admin route but those that open their session', () => {
    const admin = routes.filter(({ path }) => /^\/api\/admin2?(\/|$)/.test(path));
    const others = admin.filter(({ audience }) => audience !== 'staff').map(routeName);
    expect(others.filter((name) => !name.startsWith('POST /api/admin/session'))).toEqual([]);
  });

  /** Headers of someone new. */
  const headersOf = async (caller: Caller): Promise<Record<string, string>> => {
    switch (caller) {
      case 'nobody':
        return {};
      case 'a participant':
        return { Cookie: await signUp(testApp) };
      case 'a participant, by the page of another':
        return { Cookie: await signUp(testApp), [SESSION_OWNER_HEADER]: NO_ID };
      case 'a helper':
        return { Cookie: await openAsHelper(testApp, await signUp(testApp)) };
      case 'a helper, by the page of another':
        return { Cookie: await openAsHelper(testApp, await signUp(testApp)), [SESSION_OWNER_HEADER]: NO_ID };
      case 'staff by cookie':
        return { Cookie: await signInStaff(testApp) };
      case 'staff by header':
        return { [STAFF_PASSWORD_HEADER]: TEST_STAFF_PASSWORD };
      case 'staff by cookie with a wrong header':
        return { Cookie: await signInStaff(testApp), [STAFF_PASSWORD_HEADER]: 'wrong' };
    }
  };

  it.each(CALLERS)('let %s call what is theirs, and refuse the rest', async (caller) => {
    const answers: Record<string, string> = {};
    const keptByBrowsers: string[] = [];
    const expected: Record<string, string> = {};
    // What callers before this one tried counts for all.
    await testApp.dataSource.query('DELETE FROM rate_limit');
    let headers = await headersOf(caller);
    for (const [index, route] of routes.entries()) {
      // Each from an address of its own, as wrong passwords are counted.
      const from = { 'X-Forwarded-For': `2001:db8:${index}::1` };
      const response = await testApp.http[route.method](pathWith(NO_ID, route)).set({ ...headers, ...from });
      // The call may have ended the session that it came with.
      if (response.get('Set-Cookie')) headers = await headersOf(caller);
      if (route.audience !== 'public' && response.headers['cache-control'] !== 'private, no-store') {
        keptByBrowsers.push(routeName(route));
      }
      answers[routeName(route)] = outcome(response);
      const isOwned = OWNED.has(routeName(route)) && caller === 'a participant, by the page of another';
      expected[routeName(route)] = isOwned ? SIGNED_OUT : (REFUSALS[route.audience!][caller] ?? 'passes');
    }
    expect(answers).toEqual(expected);
    expect(keptByBrowsers).toEqual([]);
  });

  it('refuse a flood of each public call that changes or tells something, but of a few, and of what mails', async () => {
    const from = { 'X-Forwarded-For': '203.0.113.50' };
    const call = async (route: Route) => {
      const own = await headersOf(route.audience === 'participant' ? 'a participant' : 'nobody');
      const { body } = await testApp.http[route.method](pathWith(NO_ID, route))
        .set({ ...own, ...from })
        .send({});
      return (body as { code?: string }).code;
    };
    const mailing = ofAudience('participant').filter((route) => MAILING.includes(routeName(route)));
    expect(mailing).toHaveLength(MAILING.length);
    const calls = [...ofAudience('public').filter(({ method }) => method !== 'get'), ...mailing];
    for (const route of calls) await call(route);
    await testApp.dataSource.query('UPDATE rate_limit SET count = 1000000');
    const unlimited: string[] = [];
    for (const route of calls) if ((await call(route)) !== 'too_many_requests') unlimited.push(routeName(route));
    await testApp.dataSource.query('DELETE FROM rate_limit');
    expect(unlimited.toSorted()).toEqual(UNLIMITED);
  });

  it('leave nothing of what staff read in a browser, media included', async () => {
    const ids = await ownThings(testApp, await signUp(testApp));
    const read = new Set<string>();
    const keptByBrowsers = new Set<string>();
    for (const route of ofAudience('staff').filter(({ method }) => method === 'get')) {
      for (const id of ids) {
        const { status, headers } = await testApp.staff().get(pathWith(id, route));
        if (status === 200) read.add(routeName(route));
        if (headers['cache-control'] !== 'private, no-store') keptByBrowsers.add(routeName(route));
      }
    }
    for (const part of ['answer/:answerId/stream', 'answer/:answerId/original', 'photo/:photoId/original']) {
      expect(read).toContain(`GET /api/admin/${part}`);
    }
    expect([...keptByBrowsers]).toEqual([]);
  });

  describe('refuses', () => {
    it('everyone where nobody has said who may call', async () => {
      @Controller('api/forgotten')
      class ForgottenController {
        @Get()
        read(): string {
          return 'for nobody';
        }
      }
      const providers = [
        { provide: APP_GUARD, useClass: DeclaredAudienceGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ];
      const testing = await Test.createTestingModule({ controllers: [ForgottenController], providers }).compile();
      const app = testing.createNestApplication<NestExpressApplication>({ logger: false });
      await app.init();
      await supertest(app.getHttpServer()).get('/api/forgotten').expect(403);
      await app.close();
    });

    it("another participant with the ids of somebody's photo, answer, upload and receipt", async () => {
      const [owner, other] = [await signUp(testApp), await signUp(testApp)];
      const ids = await ownThings(testApp, owner);
      const withIds = ofAudience('participant').filter(({ path }) => path.includes(':'));
      const seenByOther: string[] = [];
      const seenByOwner: string[] = [];
      const keptByBrowsers = new Set<string>();
      for (const route of withIds) {
        for (const id of ids) {
          const call = () => testApp.http[route.method](pathWith(id, route));
          const body = bodyOf(route);
          const refused = await call().set('Cookie', other).send(body);
          const unknown = await testApp.http[route.method](pathWith(NO_ID, route)).set('Cookie', other).send(body);
          // As if there were no such thing: nobody learns that an id is somebody's.
          expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
          // Who has shown that they read the mail of the person, and nobody else, gets further: see my-story.spec.ts.
          expect([404, 403]).toContain(refused.status);
          if (route.method === 'get') {
            seenByOther.push(routeName(route));
            const { status, headers } = await call().set('Cookie', owner);
            if (status === 200) seenByOwner.push(routeName(route));
            if (headers['cache-control'] !== 'private, no-store') keptByBrowsers.add(routeName(route));
          }
        }
      }
      // Each can be read by whom it belongs to, also after all those tries; without video tools there are no posters.
      const readable = seenByOther.filter((name) => !/poster|my-story\/videos/.test(name));
      expect(new Set(seenByOwner)).toEqual(new Set(readable));
      expect([...keptByBrowsers]).toEqual([]);
    });
  });
});

/** What a call says that is understood. */
function bodyOf({ method, path }: Route): object | undefined {
  if (path.endsWith('/release')) return { cutHash: '0'.repeat(64), decision: 'yes', uses: ['archive'] };
  return method === 'put' ? { pieceIds: [], text: '', revision: 0 } : undefined;
}

async function signInStaff({ http }: TestApp): Promise<string> {
  const opened = await http.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD }).expect(201);
  return opened.get('Set-Cookie')?.[0]?.split(';')[0] ?? '';
}

/** "passes", unless somebody was kept out: whatever else is wrong with a call is found behind the door. */
function outcome({ status, body }: supertest.Response): string {
  if ((body as { code?: string }).code === 'email_unproven') return 'passes';
  return status === 401 || status === 403 || status === 429 ? `${status} ${(body as { code: string }).code}` : 'passes';
}

/** The ids of a photo, an answer, an upload in chunks that is not finished, a recording that is being sent, and a receipt. */
async function ownThings(testApp: TestApp, cookie: string): Promise<string[]> {
  const photo = { originalName: 'me.jpg', imageData: toDataUrl(await sampleJpeg(), 'image/jpeg') };
  const answer = { questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm') };
  const kept = await testApp.http.post('/api/photos').set('Cookie', cookie).send(photo).expect(201);
  const saved = await testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(answer).expect(201);
  const uploadId = await new UploadClient(testApp, cookie, sampleWebm()).open();
  const yes = { answer: 'yes', version: PRIVACY.version };
  await testApp.http.post('/api/consent/recording').set('Cookie', cookie).send(yes).expect(200);
  const receipts = await testApp.http.get('/api/consent/receipts').set('Cookie', cookie).expect(200);
  const [receipt] = receipts.body as Receipt[];
  const recording = { questionId: 1, filename: 'story.webm', mimeType: 'video/webm' };
  const begun = await testApp.http.post('/api/recording-drafts').set('Cookie', cookie).send(recording).expect(201);
  const { uploadId: draftId } = begun.body as { uploadId: string };
  await testApp.http
    .post('/api/uploads/chunk')
    .set({ Cookie: cookie, 'Upload-Id': draftId, 'Chunk-Index': '0', 'Content-Type': 'application/octet-stream' })
    .send(sampleWebm())
    .expect(200);
  return [(kept.body as { id: string }).id, (saved.body as SaveAnswerResponse).id, uploadId, draftId, receipt!.id];
}
