import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import type { AppConfig } from './platform/config/app-config.js';
import { configureApp, NEST_OPTIONS } from './configure-app.js';
import type { DatabaseConnection } from './platform/database/data-source.js';
import { claimServing } from './platform/database/serving-claim.js';
import { Metrics } from './platform/health/metrics.js';
import { serveMetrics } from './platform/health/metrics-server.js';
import { checkWalls } from './media/sandbox/media-sandbox.js';
import { Publisher } from './archive/publishing/publisher.js';
import { StaffAccounts } from './platform/auth/staff-accounts.service.js';
import { migrateDatabase, openDatabase } from './open-database.js';
import { assertPortIsFree } from './platform/startup/port-check.js';
import type { Shutdown } from './platform/startup/shutdown.js';

/** How long requests under way may go on once the server stops. */
const REQUEST_GRACE_MS = 5_000;

interface StartReports {
  say: (line: string) => void;
  /** Called once requests are answered. */
  serving: () => void;
}

/**
 * Starts everything, a phase at a time, and resolves when the public tree is up to date.
 * @param shutdown learns how to stop each part as soon as it runs
 */
export async function startServer(
  config: AppConfig,
  shutdown: Shutdown,
  { say: report, serving }: StartReports,
): Promise<void> {
  await shutdown.during(() => assertPortIsFree(config.host, config.port));
  // Before all else, where they are required.
  const warning = await shutdown.during(() => checkWalls(config));
  if (warning) report(warning);
  if (config.embeddedPostgres) report('Starting PostgreSQL');
  const connection = await shutdown.during(() => openDatabase(config, shutdown, report));
  report('Bringing the database up to date');
  // Before it is migrated: while a restore is under way, what is there now may be another schema at its end.
  await shutdown.during(async () => shutdown.add('Letting go of the database', await claimServing(connection)));
  await shutdown.during(() => migrateDatabase(connection));
  report('Starting the server');
  const app = await shutdown.during(() => listen(config, connection, shutdown));
  for (const hint of await app.get(StaffAccounts, { strict: false }).findHints()) report(hint);
  serving();
  await shutdown.during(async () => {
    const metrics = await serveMetrics(config, app.get(Metrics));
    if (metrics) shutdown.add('Stopping the metrics', async () => void metrics.close());
  });
  report('Publishing the stories');
  await shutdown.during(() => publish(app, report));
}

/** The server goes on without: what could not be published is tried again until it is, and its health says so. */
async function publish(app: NestExpressApplication, report: (line: string) => void): Promise<void> {
  try {
    await app.get(Publisher).bringUpToDate();
  } catch {
    report('Not all of the public pages could be brought up to date. Trying again.');
  }
}

async function listen(config: AppConfig, connection: DatabaseConnection, shutdown: Shutdown) {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.register(config, connection), {
    ...NEST_OPTIONS,
    abortOnError: false,
  });
  shutdown.add('Stopping the server', () => closeApp(app));
  configureApp(app);
  await app.listen(config.port, config.host);
  return app;
}

/** The port is free at once, for whoever starts next; what requests need goes after them. */
async function closeApp(app: NestExpressApplication): Promise<void> {
  const server: Server = app.getHttpServer();
  if (server.listening) {
    const patience = setTimeout(() => server.closeAllConnections(), REQUEST_GRACE_MS);
    await new Promise((resolve) => server.close(resolve));
    clearTimeout(patience);
  }
  await app.close();
}
