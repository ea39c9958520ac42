import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { SESSION_OWNER_HEADER } from '../contract/people/participants.js';
import { declaredAudiences } from './application-routes.js';
import { readResponseSchemas, type Schema, type Sent } from './response-schemas.js';

type Responses = Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>;
type Operation = OpenAPIObject['paths'][string]['get'] & { operationId: string; responses: Responses };

/** Describes every route: what it takes by the controllers' request classes, what it sends by the types of their methods. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const head = new DocumentBuilder().setTitle('ME/CFS stories').setVersion('1').setOpenAPIVersion('3.1.0');
  const { paths, components, ...rest } = SwaggerModule.createDocument(app, head.addCookieAuth().build(), {
    operationIdFactory: (controller, method) => `${controller}.${method}`,
  });
  const { sent, schemas, requests } = readResponseSchemas();
  // Fields whose validators come from another class, or that have a check of their own, are unknown to Nest.
  const asked = Object.entries((components?.schemas ?? {}) as Record<string, Schema>).map(([name, schema]) => {
    const isEmpty = Object.keys(schema.properties ?? {}).length === 0;
    return [name, isEmpty ? (requests[name] ?? schema) : schema] as const;
  });
  const audiences = declaredAudiences(app);
  const described = Object.entries(paths).map(([address, methods]) => {
    const operations = Object.entries(methods as Record<string, Operation>).map(([method, operation]) => {
      const { operationId, responses, ...takes } = operation;
      const body = sent.get(operationId);
      if (body === undefined) throw new Error(`What does ${operationId} send?`);
      const audience = audiences.get(`${method.toUpperCase()} ${address.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      if (audience === 'participant' || audience === 'helper') takes.parameters = [...(takes.parameters ?? []), OWNER];
      // The names of our classes tell nobody anything; the first word of the address does.
      return [method, { ...takes, tags: [address.split('/')[2]], responses: withBodies(responses, body) }] as const;
    });
    return [address, Object.fromEntries(operations)] as const;
  });
  return {
    ...rest,
    paths: inOrder(Object.fromEntries(described)),
    components: { ...components, schemas: inOrder({ ...Object.fromEntries(asked), ...schemas }) },
  };
}

const OWNER = {
  name: SESSION_OWNER_HEADER,
  in: 'header',
  required: false,
  description: 'Whom the page was opened for. Refused with 401 `signed_out` where another session is open by now.',
  schema: { type: 'string' },
} as const;

function withBodies(responses: Responses, sent: Sent): Responses {
  const refusal = { description: 'Refused', content: json({ $ref: '#/components/schemas/ErrorBody' }) };
  if (sent === 'redirect') return { 302: { description: '' }, default: refusal };
  const told = Object.entries(responses).map(([status, response]) => {
    return [status, response.content || sent === 'nothing' ? response : { ...response, content: contentOf(sent) }];
  });
  return { ...Object.fromEntries(told), default: refusal };
}

function contentOf(sent: Schema | 'bytes') {
  return sent === 'bytes' ? { '*/*': { schema: {} } } : json(sent);
}

function json(schema: Schema) {
  return { 'application/json': { schema } };
}

/** By name, not in the order in which modules are put together. */
function inOrder<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1))) as T;
}
