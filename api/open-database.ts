import { DataSource } from 'typeorm';
import type { AppConfig } from './platform/config/app-config.js';
import { type DatabaseConnection, dataSourceOptions, migrate } from './platform/database/data-source.js';
import { startEmbeddedPostgres } from './platform/database/embedded-postgres/start-embedded-postgres.js';
import type { Shutdown } from './platform/startup/shutdown.js';

/** Starts the embedded PostgreSQL, unless DATABASE_URL names another server. */
export async function openDatabase(
  config: AppConfig,
  shutdown: Shutdown,
  report: (line: string) => void,
): Promise<DatabaseConnection> {
  if (config.databaseUrl) return { connectionString: config.databaseUrl };
  const embedded = await startEmbeddedPostgres({ stateDir: config.stateDir, log: report });
  shutdown.add('Stopping PostgreSQL', () => embedded.stop());
  embedded.watch();
  return embedded.connection;
}

/**
 * Brings the schema up to date, before anything else uses it.
 * @throws Error with a sentence that says why the database cannot be used
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const dataSource = new DataSource(dataSourceOptions(connection));
  try {
    await dataSource.initialize();
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

/** A host name with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  return reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join(', ');
}
