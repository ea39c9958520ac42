import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import { z } from 'zod';
import { readApiDescription } from '../open-api.js';
import type { Schema } from './response-schemas.js';

/** Fails every request whose answer is not as `openapi.json` says, so that each spec of a route sees to its description. */
export class DocumentedResponses implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { method, route } = context.switchToHttp().getRequest<Request & { route: { path: string } }>();
    const operation = `${method.toLowerCase()} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    return next.handle().pipe(map((value: unknown) => requireDocumented(operation, value)));
  }
}

/** Returns what was sent. @param operation as `get /api/videos/{id}` */
function requireDocumented<T>(operation: string, value: T): T {
  // Nothing, or sent by the method itself.
  if (value === undefined) return value;
  const result = schemaOf(operation).safeParse(JSON.parse(JSON.stringify(value)));
  if (result.success) return value;
  const problem =
    `${operation} sends what openapi.json does not say: ${z.prettifyError(result.error)}\n` +
    'A change of the wire that is meant is written there by `npm run openapi`.';
  console.error(problem);
  throw new Error(problem);
}

const known = new Map<string, z.ZodType>();
let description: { paths: Record<string, Record<string, Operation>>; schemas: Schema } | undefined;

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

function schemaOf(operation: string): z.ZodType {
  const schema = known.get(operation) ?? readSchema(operation);
  known.set(operation, schema);
  return schema;
}

function readSchema(operation: string): z.ZodType {
  description ??= readDescription();
  const [method, address] = operation.split(' ') as [string, string];
  const responses = description.paths[address]?.[method]?.responses ?? {};
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = success?.content?.['application/json']?.schema;
  if (!schema) return z.undefined();
  return z.fromJSONSchema({ ...schema, $defs: description.schemas } as Parameters<typeof z.fromJSONSchema>[0]);
}

/** As it is written, but that nothing may be sent which is not in it. */
function readDescription(): NonNullable<typeof description> {
  const { paths, components } = JSON.parse(
    JSON.stringify(readApiDescription()).replaceAll('#/components/schemas/', '#/$defs/'),
    (_key, value: unknown) => closed(value),
  ) as { paths: Record<string, Record<string, Operation>>; components: { schemas: Schema } };
  return { paths, schemas: components.schemas };
}

function closed(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
  return isObject && 'properties' in value ? { additionalProperties: false, ...value } : value;
}
