import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import supertest from 'supertest';
import { AppModule } from '../app.module.js';
import { configureApp, NEST_OPTIONS } from '../configure-app.js';
import type { DatabaseConnection } from '../platform/database/data-source.js';
import { SiteBuild } from '../archive/publishing/plan/site-build.js';
import type { TestApp } from './test-app.js';

/**
 * Another server beside `testApp`, on the same database and folder. `testApp` cannot remove these before it is closed, which
 * `await using` does also where the case fails.
 */
export async function startSecondServer(
  testApp: TestApp,
): Promise<Pick<TestApp, 'app' | 'http' | 'close'> & AsyncDisposable> {
  const connection = (testApp.dataSource.options as unknown as { extra: DatabaseConnection }).extra;
  const testing = await Test.createTestingModule({
    imports: [AppModule.register(testApp.config, connection)],
  })
    .overrideProvider(SiteBuild)
    .useValue(testApp.siteBuild)
    .compile();
  const app = testing.createNestApplication<NestExpressApplication>(NEST_OPTIONS);
  configureApp(app);
  await app.listen(0, '127.0.0.1');
  let closing: Promise<void> | null = null;
  const close = () => (closing ??= app.close());
  return { app, http: supertest(app.getHttpServer()), close, [Symbol.asyncDispose]: close };
}
