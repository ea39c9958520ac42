import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Audience } from './http/audience.decorator.js';
import { createTestApp, type TestApp } from './testing/test-app.js';

interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With an id in the place of each parameter. */
  path: string;
  audience: Audience | undefined;
}

const ANY_ID = '00000000-0000-4000-8000-000000000000';

/** Every handler of every controller of the running application. */
function findRoutes({ app }: TestApp): Route[] {
  const reflector = app.get(Reflector);
  const controllers = app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype, instance }) => {
    if (!metatype) return [];
    const prototype = Object.getPrototypeOf(instance) as Record<string, () => unknown>;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
      if (method === undefined) return [];
      const audience = reflector.getAllAndOverride(Audience, [handler, metatype]);
      return pathsOf(metatype).flatMap((base) =>
        pathsOf(handler).map((path) => ({ method: methodName(method), path: join(base, path), audience })),
      );
    });
  });
}

function pathsOf(declared: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, declared) as string | string[]].flat();
}

function methodName(method: RequestMethod): Route['method'] {
  return RequestMethod[method].toLowerCase() as Route['method'];
}

function join(...parts: string[]): string {
  const path = parts.map((part) => part.replace(/^\/|\/$/g, '')).filter(Boolean);
  return `/${path.join('/')}`.replaceAll(/:[^/]+/g, ANY_ID);
}

describe('audiences', () => {
  let testApp: TestApp;
  let routes: Route[];
  beforeAll(async () => {
    testApp = await createTestApp();
    routes = findRoutes(testApp);
  });
  afterAll(() => testApp.close());

  const name = ({ method, path }: Route) => `${method.toUpperCase()} ${path}`;
  const withAudience = (...audiences: Route['audience'][]) =>
    routes.filter((route) => audiences.includes(route.audience));

  it('are declared by every route', () => {
    expect(routes.length).toBeGreaterThan(10);
    expect(withAudience(undefined).map(name)).toEqual([]);
  });

  it('are staff on every admin route but the one that opens their session', () => {
    const admin = routes.filter(({ path }) => /^\/api\/admin2?(\/|$)/.test(path));
    expect(admin.filter(({ audience }) => audience !== 'staff').map(name)).toEqual(['POST /api/admin/session']);
  });

  it('open no route of others to the anonymous, nor to participants those of staff', async () => {
    const participant = testApp.browser();
    const person = { firstName: 'Anna', lastName: 'Example', email: 'anna@example.org' };
    await participant.post('/api/register').send(person).expect(201);
    const answers: Record<string, number> = {};
    for (const route of withAudience('participant', 'staff')) {
      const { status } = await testApp.http[route.method](route.path);
      answers[name(route)] = status;
    }
    for (const route of withAudience('staff')) {
      const { status } = await participant[route.method](route.path);
      answers[`${name(route)}, as participant`] = status;
    }
    expect(Object.entries(answers).filter(([, status]) => status !== 401)).toEqual([]);
    expect(Object.keys(answers).length).toBeGreaterThan(5);
  });
});
