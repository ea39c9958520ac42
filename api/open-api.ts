import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';

const API_DOCS_PATH = 'api/docs';
/** With what lies below each. */
export const API_DOCS_PATHS = ['', '-json', '-yaml'].map((form) => `/${API_DOCS_PATH}${form}`);

/** Describes every route at /api/docs, with what it takes and what it sends, as `npm run openapi` has written it down. */
export function serveApiDocs(app: INestApplication): void {
  SwaggerModule.setup(API_DOCS_PATH, app, readApiDescription);
}

export function readApiDescription(): OpenAPIObject {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'openapi.json'), 'utf8')) as OpenAPIObject;
}
