import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

const API_DOCS_PATH = 'api/docs';
/** With what lies below each. */
export const API_DOCS_PATHS = ['', '-json', '-yaml'].map((form) => `/${API_DOCS_PATH}${form}`);

/** Describes every route at /api/docs from the controllers' own request classes. */
export function serveApiDocs(app: INestApplication): void {
  const description = new DocumentBuilder().setTitle('ME/CFS stories').setVersion('1').addCookieAuth().build();
  SwaggerModule.setup(API_DOCS_PATH, app, () => SwaggerModule.createDocument(app, description));
}
