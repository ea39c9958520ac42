import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import supertest from 'supertest';
import { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { STAFF_PASSWORD_HEADER } from '../contract/staff/staff.js';
import { AppConfig } from '../platform/config/app-config.js';
import type { DatabaseConnection } from '../platform/database/data-source.js';
import { loadConfig } from '../platform/config/load-config.js';
import { configureApp, NEST_OPTIONS } from '../configure-app.js';
import { MediaSandbox } from '../media/sandbox/media-sandbox.js';
import { MediaStore } from '../media/store/media-store.js';
import { FfmpegLocator } from '../media/transcode/ffmpeg-locator.js';
import { StaffPassword } from '../platform/auth/staff-password.js';
import { RateLimits } from '../platform/rate-limits/rate-limits.service.js';
import { SiteBuild } from '../archive/publishing/plan/site-build.js';
import { TreeWriter } from '../archive/publishing/tree-writer.js';
import { DatabaseLine } from './database-line.js';
import { DocumentedResponses } from './documented-responses.js';
import { KnownRateLimits, KnownStaffPassword } from './known-keys.js';
import { KnownSharePictures } from './known-share-pictures.js';
import { KnownVideoTools } from './known-video-tools.js';
import { EagerSandbox } from './media-sandbox.js';
import { SmallSiteBuild } from './small-site-build.js';
import { createTestDatabase } from './test-database.js';

export const TEST_STAFF_PASSWORD = 'a password for the specs';

/** No spec asks the real hosts of videos: at this port nobody answers. */
const NO_HOSTS = { VIMEO_URL: 'http://127.0.0.1:9', YOUTUBE_URL: 'http://127.0.0.1:9' };

/** A running API on a database and a state folder of its own. */
export interface TestApp {
  app: NestExpressApplication;
  config: AppConfig;
  dataSource: DataSource;
  /** What renders the public pages; outlives a restart. */
  siteBuild: SmallSiteBuild;
  /** To the database, for an API that was started with `hasLine`. */
  line: DatabaseLine;
  /** A client without cookies. */
  http: ReturnType<typeof supertest>;
  /** A client that keeps its cookies, as a browser does. */
  browser(): ReturnType<typeof supertest.agent>;
  /** As `browser`, of a producer who sends the password with every call, and so has no session and no name. */
  staff(): ReturnType<typeof supertest.agent>;
  /** Stops the API and starts it anew on the same database and folder, as after a killed process. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Where an API keeps everything. */
export interface TestState {
  stateDir: string;
  connection: DatabaseConnection;
}

/** An empty database, migrated unless told, and an empty folder. */
export async function newState(options?: { isMigrated: boolean }): Promise<TestState & { dispose(): Promise<void> }> {
  const stateDir = await mkdtemp(path.join(os.tmpdir(), 'stories-spec-'));
  const { connection, drop } = await createTestDatabase(options);
  const dispose = async () => {
    await drop();
    await rm(stateDir, { recursive: true, force: true });
  };
  return { stateDir, connection, dispose };
}

/**
 * Starts the whole API. `env` are variables as in `.env.example`, on top of defaults fit for a spec.
 * @param hasLine the database is reached by a line that can be cut
 * @param state what another process has left, in place of an empty database and folder; it stays the caller's
 */
export async function createTestApp(
  env: Record<string, string> = {},
  { mediaStore, hasLine = false, state }: { mediaStore?: MediaStore; hasLine?: boolean; state?: TestState } = {},
): Promise<TestApp> {
  const { stateDir, connection: direct, dispose } = state ? { ...state, dispose: async () => {} } : await newState();
  const line = new DatabaseLine(direct);
  if (hasLine) await line.mend();
  const connection = hasLine ? line.connection : direct;
  const config = loadConfig(
    {
      STATE_DIR: stateDir,
      STAFF_PASSWORD: TEST_STAFF_PASSWORD,
      LOG_LEVEL: 'silent',
      ALLOW_ROOT: '1',
      ...NO_HOSTS,
      ...env,
    },
    process.cwd(),
  );
  const siteBuild = new SmallSiteBuild();

  const start = async () => {
    const builder = Test.createTestingModule({ imports: [AppModule.register(config, connection)] });
    builder.overrideProvider(SiteBuild).useValue(siteBuild);
    builder.overrideProvider(MediaSandbox).useClass(EagerSandbox);
    builder.overrideProvider(FfmpegLocator).useClass(KnownVideoTools);
    builder.overrideProvider(TreeWriter).useClass(KnownSharePictures);
    builder.overrideProvider(StaffPassword).useClass(KnownStaffPassword);
    builder.overrideProvider(RateLimits).useClass(KnownRateLimits);
    if (mediaStore) builder.overrideProvider(MediaStore).useValue(mediaStore);
    const testing = await builder.compile();
    const app = testing.createNestApplication<NestExpressApplication>(NEST_OPTIONS);
    configureApp(app);
    app.useGlobalInterceptors(new DocumentedResponses());
    await app.listen(0, '127.0.0.1');
    return app;
  };

  const testApp: TestApp = {
    config,
    siteBuild,
    line,
    ...running(await start()),
    async restart() {
      await testApp.app.close();
      Object.assign(testApp, running(await start()));
    },
    async close() {
      await testApp.app.close();
      await line.cut();
      await dispose();
    },
  };
  return testApp;
}

function running(app: NestExpressApplication) {
  const server = app.getHttpServer() as Parameters<typeof supertest>[0];
  return {
    app,
    dataSource: app.get(DataSource),
    http: supertest(server),
    browser: () => supertest.agent(server),
    staff: () => supertest.agent(server).set(STAFF_PASSWORD_HEADER, TEST_STAFF_PASSWORD),
  };
}
