import { readFileSync } from 'node:fs';
import path from 'node:path';
import { OPEN_ROUTES } from '../../api/testing/open-routes.ts';
import { ROOT } from '../lib/root.mjs';
import type { Random } from './random.ts';

interface Schema {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  oneOf?: Schema[];
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema?: Schema;
}

/** A route as the API describes itself. */
export interface Operation {
  method: string;
  /** With its parameters, as `{id}`. */
  path: string;
  parameters: Parameter[];
  body: Schema | null;
  /** Those of success. */
  statuses: number[];
  audience: 'public' | 'participant' | 'helper' | 'staff';
}

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: Parameter[];
        requestBody?: { content: Record<string, { schema: Schema }> };
        responses: Record<string, unknown>;
      }
    >
  >;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync(path.join(ROOT, 'api/openapi.json'), 'utf8')) as Document;

export const OPERATIONS: Operation[] = Object.entries(document.paths).flatMap(([place, methods]) =>
  Object.entries(methods).map(([name, { parameters = [], requestBody, responses }]) => {
    const method = name.toUpperCase();
    const audience = audienceOf(`${method} ${place.replaceAll(/\{(\w+)\}/g, ':$1')}`);
    const body = requestBody?.content['application/json']?.schema ?? null;
    return {
      method,
      path: place,
      parameters,
      body: body && resolve(body),
      statuses: Object.keys(responses).map(Number),
      audience,
    };
  }),
);

/** Whatever is not known to be open is staff's. */
function audienceOf(route: string): Operation['audience'] {
  const open = ['public', 'participant', 'helper'] as const;
  return open.find((audience) => OPEN_ROUTES[audience].includes(route)) ?? 'staff';
}

export const operationName = ({ method, path: place }: Operation) => `${method} ${place}`;

/** The address with a value for each of its parameters. */
export function addressOf({ path: place }: Operation, value: (name: string) => string): string {
  return place.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => value(name));
}

export function fieldsOf(schema: Schema): [string, Schema][] {
  return Object.entries(schema.properties ?? {}).map(([name, field]) => [name, resolve(field)]);
}

/** Something that the schema allows. */
function valueFor(schema: Schema, random: Random, name = ''): unknown {
  const known = resolve(schema);
  if (known.enum) return random.pick(known.enum);
  if (/email/i.test(name)) return `${random.word()}@example.org`;
  if (/url$/i.test(name)) return `https://example.org/${random.word()}`;
  switch (known.type) {
    case 'string':
      return random.word().slice(0, known.maxLength ?? 12);
    case 'number':
    case 'integer':
      return random.between(known.minimum ?? 0, Math.min(known.maximum ?? 9, 9));
    case 'boolean':
      return random.chance(0.5);
    case 'array':
      return known.items ? [valueFor(known.items, random)] : [];
    case undefined:
    default:
      return objectFor(known, random);
  }
}

/** With what is required, and by chance with the rest. */
export function objectFor(schema: Schema, random: Random): Record<string, unknown> {
  const required = new Set(schema.required);
  const fields = fieldsOf(schema).filter(([name]) => required.has(name) || random.chance(0.6));
  return Object.fromEntries(fields.map(([name, field]) => [name, valueFor(field, random, name)]));
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : document.components.schemas[name]!;
}
