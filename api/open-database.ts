import { DataSource, type DataSourceOptions } from 'typeorm';
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
  shutdown.add(null, () => embedded.stop());
  embedded.watch();
  return embedded.connection;
}

/**
 * For a command that looks at what a server has written, and leaves the schema as it is: that server may be at work.
 * @param table what it looks at
 * @param otherwise what is said where it is not there
 * @throws Error when no server has ever begun there
 */
export async function openDataSource(
  connection: DatabaseConnection,
  table: string,
  entities: DataSourceOptions['entities'] = [],
  otherwise = 'The database is empty: there is nothing to verify. Is it the right one?',
): Promise<DataSource> {
  const dataSource = await connect({ ...dataSourceOptions(connection), entities });
  const [found] = await dataSource.query<[{ there: boolean }]>('SELECT to_regclass($1) IS NOT NULL AS there', [table]);
  if (found.there) return dataSource;
  await dataSource.destroy();
  throw new Error(otherwise);
}

/**
 * Brings the schema up to date, before anything else uses it.
 * @throws Error with a sentence that says why the database cannot be used
 */
export async function migrateDatabase(connection: DatabaseConnection): Promise<void> {
  const dataSource = await connect(dataSourceOptions(connection));
  try {
    await migrate(dataSource);
  } finally {
    await dataSource.destroy();
  }
}

async function connect(options: DataSourceOptions): Promise<DataSource> {
  try {
    return await new DataSource(options).initialize();
  } catch (error) {
    throw new Error(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
}

/** A host name with several addresses fails with one error for each, and no message of its own. */
function reasonOf(error: unknown): string {
  const reasons = error instanceof AggregateError ? error.errors : [error];
  return reasons.map((reason) => (reason instanceof Error ? reason.message : String(reason))).join(', ');
}
