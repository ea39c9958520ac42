import { type INestApplication, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { Audience } from '../platform/http/audience.decorator.js';
import type { TestApp } from './test-app.js';

export interface Route {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With its parameters, as `:id`. */
  path: string;
  /** Undefined when neither its handler nor its controller declares one, or when it has no controller. */
  audience: Audience | undefined;
}

interface RouterLayer {
  route?: { path: string | string[]; methods: Record<string, boolean> };
}

/** Where Nest puts what goes before every route. */
const MIDDLEWARE_PATH = '{/*splat}';
/** The description of the API, which anyone may read. Its routes are Swagger's own and have no controller. */
const DOCUMENTATION = /^\/api\/docs(-json|-yaml|\/|$)/;

/** Every route of the running application as its router knows them, each with what its controller declares. */
export function applicationRoutes({ app }: TestApp): Route[] {
  const audiences = declaredAudiences(app);
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: RouterLayer[] } };
  return router.stack.flatMap(({ route }) => {
    if (!route || route.path === MIDDLEWARE_PATH) return [];
    const methods = Object.keys(route.methods) as Route['method'][];
    return [route.path].flat().flatMap((path) => {
      const documentation = DOCUMENTATION.test(path) ? 'public' : undefined;
      return methods.map((method) => {
        const audience = audiences.get(keyOf(method, path)) ?? documentation;
        return { method, path, audience };
      });
    });
  });
}

/** "GET /api/photos": how a route is called in what a spec says. */
export function routeName({ method, path }: Route): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The path with a value in the place of each parameter. */
export function pathWith(value: string, { path }: Route): string {
  return path.replaceAll(/:[^/]+/g, value);
}

/** By method and path, as `GET /api/photos`. */
export function declaredAudiences(app: INestApplication): Map<string, Audience | undefined> {
  const controllers = app.get(DiscoveryService, { strict: false }).getControllers();
  return new Map(
    controllers.flatMap(({ metatype }) => (metatype ? handlersOf(metatype as Type, app.get(Reflector)) : [])),
  );
}

function handlersOf(controller: Type, reflector: Reflector): [string, Audience | undefined][] {
  const prototype = controller.prototype as Record<string, () => unknown>;
  return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
    const handler = prototype[name]!;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const audience = reflector.getAllAndOverride(Audience, [handler, controller]);
    return pathsOf(controller).flatMap((base) =>
      pathsOf(handler).map((path): [string, Audience | undefined] => [
        keyOf(RequestMethod[method], `${base}/${path}`),
        audience,
      ]),
    );
  });
}

function pathsOf(declared: object): string[] {
  return [Reflect.getMetadata(PATH_METADATA, declared) as string | string[]].flat();
}

function keyOf(method: string, path: string): string {
  return `${method.toUpperCase()} /${path.split('/').filter(Boolean).join('/')}`;
}
