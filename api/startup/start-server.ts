import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.js';
import type { AppConfig } from '../config/app-config.js';
import { configureApp, NEST_OPTIONS } from '../configure-app.js';
import type { DatabaseConnection } from '../database/data-source.js';
import { Archive } from '../showcase/archive.port.js';
import { migrateDatabase, openDatabase } from './open-database.js';
import { assertPortIsFree } from './port-check.js';
import type { Shutdown } from './shutdown.js';

/** How long requests under way may go on once the server stops. */
const REQUEST_GRACE_MS = 5_000;

/**
 * Starts everything, a phase at a time, and answers when the public tree is up to date.
 * @param shutdown learns how to stop each part as soon as it runs
 */
export async function startServer(
  config: AppConfig,
  shutdown: Shutdown,
  report: (line: string) => void,
): Promise<void> {
  await shutdown.during(() => assertPortIsFree(config.host, config.port));
  if (config.embeddedPostgres) report('Starting PostgreSQL');
  const connection = await shutdown.during(() => openDatabase(config, shutdown, report));
  report('Bringing the database up to date');
  await shutdown.during(() => migrateDatabase(connection));
  report('Starting the server');
  const app = await shutdown.during(() => listen(config, connection, shutdown));
  report('Publishing the stories');
  await shutdown.during(() => publish(app, report));
}

/** The server goes on without: what could not be published is tried again until it is, and its health says so. */
async function publish(app: NestExpressApplication, report: (line: string) => void): Promise<void> {
  try {
    await app.get(Archive).bringUpToDate();
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

async function closeApp(app: NestExpressApplication): Promise<void> {
  const patience = setTimeout(() => app.getHttpServer().closeAllConnections(), REQUEST_GRACE_MS);
  await app.close();
  clearTimeout(patience);
}
